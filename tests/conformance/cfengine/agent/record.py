"""Record how the reference runs a policy: its output and exit codes, kept as `out` in each folder.

    python tests/conformance/cfengine/agent/record.py [FOLDER ...]

A case is a folder with a main.cf and what lies beside it; `work` in it is the work directory to
begin with. Comments at the start of main.cf say how it is run, if not by `cf-agent -K` once:

    # run: -K -D one            the words of a command line; one run for each such comment
    # lines: REGEX              only lines that match count

Recorded with cf-agent 3.21.0; read the diff.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
_HOW = re.compile(r"# (run|lines):(?: (.*))?$", re.MULTILINE)

_MESSAGE = re.compile(r" *(error|warning): ")


class Case:
    """How a case is run, below a directory of its own."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        self.folder = folder
        self.work = scratch / "work"
        if (folder / "work").is_dir():
            shutil.copytree(folder / "work", self.work)
        else:
            self.work.mkdir()
        self.work.chmod(0o700)
        found = _HOW.findall((folder / "main.cf").read_text())
        self.runs = [self._words(text) for word, text in found if word == "run"]
        self.runs = self.runs or [self._words("-K")]
        self.lines = next((text for word, text in found if word == "lines"), "")

    def _words(self, text: str) -> list[str]:
        words = [word.replace("FOLDER", str(self.folder)) for word in text.split()]
        return words if "FOLDER" in text or "one two" in text else [*words, "-f", self.policy]

    @property
    def policy(self) -> str:
        """Give the policy as it is named on the command line."""
        return str(self.folder / "main.cf")

    def judged(self, output: bytes, code: int) -> str:
        """Give what counts of a run."""
        text = output.decode("utf-8", "surrogateescape")
        text = text.replace(str(self.folder), "FOLDER").replace(str(self.work), "WORK")
        text = re.sub(r"[0-9]+\.changes", "PID.changes", text)
        text = re.sub(r"[0-9-]+ [0-9:]+ [-+][0-9]{4}", "TIME", text)
        text = re.sub(r"(Uid|Gid): \([^)]*\)", r"\1: (ID/NAME)", text)
        text = re.sub(r"(?m)^Size: .*", "Size: SIZE", text)
        lines = _once(text.splitlines(True))
        if self.lines:
            lines = [line for line in lines if re.search(self.lines, line)]
        return "".join(lines) + f"exit {code}\n"


def _once(lines: list[str]) -> list[str]:
    """Leave out messages that were said before: the reference checks a policy in a second run."""
    said: set[str] = set()
    kept = []
    for line in lines:
        if _MESSAGE.match(line):
            if line in said:
                continue
            said.add(line)
        kept.append(line)
    return kept


def cases() -> list[Path]:
    """Give the folders of all cases."""
    return sorted(path.parent for path in HERE.glob("*/main.cf"))


def record(folder: Path) -> str:
    """Run the reference on a case."""
    with tempfile.TemporaryDirectory() as scratch:
        case = Case(folder, Path(scratch))
        tools = case.work / "bin"
        tools.mkdir(exist_ok=True)
        (case.work / "modules").mkdir(exist_ok=True)
        for name in ("cf-agent", "cf-promises"):
            (tools / name).symlink_to(f"/usr/bin/{name}")
        (tools / "diff").symlink_to("/usr/bin/diff")
        environment = {**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(case.work)}
        told = ""
        for words in case.runs:
            done = subprocess.run(
                ["/usr/bin/cf-agent", *words],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                check=False,
            )
            told += case.judged(done.stdout, done.returncode)
        return told


def main(words: list[str]) -> None:
    """Record the cases that are named, or all."""
    for folder in [Path(word).resolve() for word in words] or cases():
        out = record(folder).encode("utf-8", "surrogateescape")
        (folder / "out").write_bytes(out)


if __name__ == "__main__":
    main(sys.argv[1:])
