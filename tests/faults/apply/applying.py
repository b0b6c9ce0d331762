"""`duckrow apply` as a process of its own, in a directory of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-m", "duckrow", "apply"]

_BETWEEN = """
import os, sys
child = os.spawnv(os.P_NOWAIT, sys.argv[2], sys.argv[2:])
_, status, used = os.wait4(child, 0)
with open(sys.argv[1], "w") as file:
    print(os.waitstatus_to_exitcode(status), used.ru_maxrss, file=file)
"""


class Outcome:
    """What became of one run: exit code, what was said, and the most memory it had, in KiB."""

    def __init__(self, code: int, out: str, err: str, memory: int = 0) -> None:
        self.code = code
        self.out = out
        self.err = err
        self.memory = memory

    @property
    def said(self) -> list[str]:
        """What was said about resources: neither classes nor times."""
        times = ("Notice: Compiled catalog", "Notice: Applied catalog")
        return [line for line in self.out.splitlines() if not line.startswith(times)]

    def __repr__(self) -> str:
        return f"<exit code {self.code}\n{self.out}\n{self.err}>"


class Apply:
    """Applies manifests; state, code cache and settings stay in one directory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state = folder / "state"
        folder.mkdir(exist_ok=True)

    def words(self, code: str, *options: str) -> list[str]:
        own = ["--confdir", f"{self.folder}/conf", "--cache-dir", f"{self.folder}/cache"]
        own += ["--state-dir", str(self.state), "--modulepath", f"{self.folder}/modules"]
        return [*PROGRAM, *own, "--detailed-exitcodes", *options, "-e", code]

    def start(self, code: str, *options: str) -> subprocess.Popen[str]:
        """Begin a run."""
        return subprocess.Popen(
            self.words(code, *options),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="surrogateescape",
        )

    def __call__(self, code: str, *options: str) -> Outcome:
        """Run to the end."""
        # Files, not pipes, since a pipe that nobody reads would make us wait for each other. The
        # process between us is small: what a process had before it became another counts too.
        out, err, used = (self.folder / name for name in ("out", "err", "used"))
        with open(out, "wb") as first, open(err, "wb") as second:
            words = [sys.executable, "-I", "-S", "-c", _BETWEEN, str(used)]
            subprocess.run(
                [*words, *self.words(code, *options)], stdout=first, stderr=second, check=True
            )
        status, memory = used.read_text().split()
        first_text, second_text = (path.read_text(errors="surrogateescape") for path in (out, err))
        return Outcome(int(status), first_text, second_text, int(memory))


@pytest.fixture
def apply(tmp_path: Path) -> Apply:
    return Apply(tmp_path / "duckrow")


@pytest.fixture
def pond(tmp_path: Path) -> Path:
    """A directory for what is managed."""
    found = tmp_path / "pond"
    found.mkdir()
    return found
