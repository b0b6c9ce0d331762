"""Record what the reference reports: run its cf-agent on cases and write the .out beside each.

    python tests/conformance/cfengine/record.py [CASE.cf ...]

Without arguments all cases are recorded anew; read the diff. Recorded with cf-agent 3.21.0.

Comments at the start of a case say how it is run, if not by `cf-agent -K` once:

    # options: -D one,two       more words for the command line
    # runs: 2                   so many runs, one after the other, in one work directory
    # messages                  what is said besides reports counts too
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
# Folders of cases that are judged by what the agent reports.
FOLDERS = (
    "bodies",
    "classes",
    "commands",
    "containers",
    "custom",
    "functions",
    "iteration",
    "messages",
    "methods",
    "ordering",
    "packages",
    "passes",
    "processes",
    "scopes",
    "services",
    "storage",
    "users",
    "variables",
)
# Mostly messages are not part of a case, and how often a complaint is repeated never is: that
# depends on how the agent works.
_COMPLAINT = re.compile(r" *(error|warning): ")
_MESSAGE = re.compile(r" *(critical|error|warning|notice|info): ")
_HOW = re.compile(r"# (options|runs|messages)(?:: (.*))?$", re.MULTILINE)


class Case:
    """How a case is run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        found = dict(_HOW.findall(path.read_text(errors="replace")))
        self.words = ["-K", *found.get("options", "").split(), "-f", f"./{path.name}"]
        self.runs = int(found.get("runs", "1"))
        self.has_messages = "messages" in found

    def judged(self, output: bytes) -> str:
        """Give what counts of the output."""
        text = output.decode("utf-8", "surrogateescape").replace(str(self.path.parent), "FOLDER")
        kept: list[str] = []
        said: set[str] = set()
        for line in text.splitlines(True):
            if not _MESSAGE.match(line):
                kept.append(line)
            elif self.has_messages and line not in said:
                kept.append(line)
                if _COMPLAINT.match(line):
                    said.add(line)
        return "".join(kept)


def run_reference(case: Case) -> str:
    """Run a case with the installed cf-agent in a work directory of its own."""
    with tempfile.TemporaryDirectory() as work:
        for name in ("inputs", "bin", "outputs", "state"):
            os.mkdir(os.path.join(work, name))
        # Checking the policy first would say much twice.
        checker = "/bin/true" if case.has_messages else "/usr/bin/cf-promises"
        os.symlink(checker, os.path.join(work, "bin", "cf-promises"))
        output = b""
        for _ in range(case.runs):
            output += subprocess.run(
                ["/usr/bin/cf-agent", *case.words],
                cwd=case.path.parent,
                env={**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": work},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            ).stdout
    return case.judged(output)


def main() -> None:
    """Record the cases that are named, or all."""
    named = [Path(word).resolve() for word in sys.argv[1:]]
    for path in named or [path for folder in FOLDERS for path in (HERE / folder).glob("*.cf")]:
        output = run_reference(Case(path)).encode("utf-8", "surrogateescape")
        path.with_suffix(".out").write_bytes(output)


if __name__ == "__main__":
    main()
