"""Record what the reference makes of files that are edited: what it says, and what is in them.

    python -m tests.conformance.cfengine.edit.record_edit [CASE.cf ...]

Without arguments all cases are recorded anew; read the diff. Recorded with cf-agent 3.21.0.

A case works in the directory that the environment variable CASE names. Comments at its start say
how the agent is run, if not by `cf-agent -KI` once, and what is in the directory:

    # options: -In              words for the command line instead of -I
    # runs: 2                   so many runs, one after the other
    # file: one\\ntwo\\n          what is in the file called `file`
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
_HOW = re.compile(r"^# (options|runs|file): (.*)$", re.MULTILINE)


class Case:
    """How a case is run, and what counts of the outcome."""

    def __init__(self, path: Path) -> None:
        self.path = path
        found = dict(_HOW.findall(path.read_text()))
        self.words = ["-K", *found.get("options", "-I").split(), "-f", f"./{path.name}"]
        self.runs = int(found.get("runs", "1"))
        self._file = found.get("file")

    def prepare(self, directory: Path) -> None:
        """Put into the directory what the case wants there."""
        directory.mkdir()
        if self._file is not None:
            file = directory / "file"
            file.write_text(self._file.replace("\\n", "\n"))
            file.chmod(0o600)

    def judged(self, output: bytes, directory: Path) -> str:
        """Give what counts: the lines that were said, then the files."""
        text = output.decode("utf-8", "surrogateescape") + "".join(_files(directory))
        for word, sign in ((str(directory), "CASE"), (_flat(directory), "_CASE")):
            text = text.replace(word, sign)
        return text.replace(str(HERE), "FOLDER")


def _flat(path: Path) -> str:
    """Give a path as it is in names of backups in a repository."""
    return re.sub(r"\W", "_", str(path))


def _files(directory: Path) -> list[str]:
    found: list[str] = []
    for path in sorted(directory.rglob("*")):
        name = path.relative_to(directory)
        mode = f"{path.lstat().st_mode & 0o7777:o}"
        if path.is_symlink():
            found.append(f"== {name} -> {os.readlink(path)}\n")
        elif path.is_dir():
            found.append(f"== {name}/ {mode}\n")
        else:
            text = path.read_bytes().decode("utf-8", "surrogateescape")
            found += [f"== {name} {mode}\n", text]
            if text and not text.endswith("\n"):
                found.append("\n\\ no newline\n")
    return found


def run_reference(case: Case) -> str:
    """Run a case with the installed cf-agent in directories of its own."""
    with tempfile.TemporaryDirectory() as scratch:
        directory, work = Path(scratch, "case"), Path(scratch, "work")
        for name in ("inputs", "bin", "outputs", "state"):
            (work / name).mkdir(parents=True)
        # Checking the policy first would say much twice.
        (work / "bin" / "cf-promises").symlink_to("/bin/true")
        case.prepare(directory)
        output = b""
        for _ in range(case.runs):
            output += subprocess.run(
                ["/usr/bin/cf-agent", *case.words],
                cwd=HERE,
                env={
                    **os.environ,
                    "CASE": str(directory),
                    "CFENGINE_TEST_OVERRIDE_WORKDIR": str(work),
                },
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            ).stdout
        return case.judged(output, directory)


def main() -> None:
    """Record the cases that are named, or all."""
    for path in [Path(word).resolve() for word in sys.argv[1:]] or sorted(HERE.glob("*.cf")):
        outcome = run_reference(Case(path)).encode("utf-8", "surrogateescape")
        path.with_suffix(".out").write_bytes(outcome)


if __name__ == "__main__":
    main()
