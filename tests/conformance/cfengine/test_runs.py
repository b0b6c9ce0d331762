"""Runs end as those of cf-agent 3.21.0: what is said, and the exit codes.

The policy is main.cf; files of a case lie beside it, and those below `work/` in the work directory.

    run 1: -K -D one    the words of the first command line, and so on; -K once by default.
                        `-f DIRECTORY/main.cf` is added unless the words name DIRECTORY
    lines: REGEX        only lines that match count
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case
from tests.conformance.tree import decoded

from duckrow.cfengine.agent.command import run_command
from duckrow.cfengine.evaluation.messages.log import Log

from .policies import installed, write_files

CASES = cases_of(Path(__file__).parent / "runs")
_COMPLAINT = re.compile(r" *(error|warning): ")
# Process numbers, times, owners and sizes differ from host to host.
_CHANGING = [
    (re.compile(r"[0-9]+\.changes"), "PID.changes"),
    (re.compile(r"[0-9-]+ [0-9:]+ [-+][0-9]{4}"), "TIME"),
    (re.compile(r"(Uid|Gid): \([^)]*\)"), r"\1: (ID/NAME)"),
    (re.compile(r"(?m)^Size: .*"), "Size: SIZE"),
]


class Runs:
    """The runs of one case below a scratch directory."""

    def __init__(self, case: Case, scratch: Path) -> None:
        self.directory, self.work = scratch / "policy", scratch / "work"
        write_files(case, self.directory, "main.cf")
        if (self.directory / "work").is_dir():
            shutil.move(self.directory / "work", self.work)
        else:
            self.work.mkdir()
        self.work.chmod(0o700)
        runs = [value for name, value in case.settings.items() if name.startswith("run ")]
        self.command_lines = [self._words(text) for text in runs or ["-K"]]
        self._wanted = re.compile(case.setting("lines"))

    def _words(self, text: str) -> list[str]:
        words = [word.replace("DIRECTORY", str(self.directory)) for word in text.split()]
        has_policy = "DIRECTORY" in text or "one two" in text
        return words if has_policy else [*words, "-f", str(self.directory / "main.cf")]

    def judged(self, output: bytes, code: int) -> str:
        """Return what counts of a run."""
        text = decoded(output)
        text = text.replace(str(self.directory), "DIRECTORY").replace(str(self.work), "WORK")
        for pattern, name in _CHANGING:
            text = pattern.sub(name, text)
        kept = []
        said: set[str] = set()
        for line in text.splitlines(keepends=True):
            # The reference checks a policy in a second process, which complains again.
            if _COMPLAINT.match(line):
                if line in said:
                    continue
                said.add(line)
            if self._wanted.search(line):
                kept.append(line)
        return "".join(kept) + f"exit {code}\n"


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    return [run_reference(case, scratch / str(number)) for number, case in enumerate(cases)]


def run_reference(case: Case, scratch: Path) -> str:
    runs = Runs(case, scratch)
    tools = runs.work / "bin"
    tools.mkdir(exist_ok=True)
    (runs.work / "modules").mkdir(exist_ok=True)
    for name in ("cf-agent", "cf-promises", "diff"):
        (tools / name).symlink_to(f"/usr/bin/{name}")
    text = ""
    for words in runs.command_lines:
        done = subprocess.run(
            [installed("cf-agent"), *words],
            env={**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(runs.work)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        text += runs.judged(done.stdout, done.returncode)
    return text


@each_case(CASES)
def test_runs(
    case: Case,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    runs = Runs(case, tmp_path)
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(runs.work))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    text = ""
    for words in runs.command_lines:
        code = run_command(words, Log())
        text += runs.judged(capfdbinary.readouterr().out, code)
    assert_answer(case, text)
