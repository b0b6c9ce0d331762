"""Policies in directories of their own: written, run by the reference, and judged.

Settings of a case:

    options: -K -n      words for the command line; -K by default
    runs: 2             how many runs follow one another in one work directory
    compares: WHAT      reports (the default), messages, `messages and tree`, or tree
    order: any          lines come in the order of a directory, which differs
    needs: root         the case is skipped for other users
    executable: NAME    files beside the policy that can be executed

The policy is policy.cf in the current directory, with the files of the case beside it. TREE is
another directory, which `@T@` in a policy and the environment variable CASE name. The file `setup`
of a case says what is in it, one step a line; a number tells before which run:

    dir NAME MODE       file NAME MODE TEXT         link NAME TARGET        hard NAME TARGET
    fifo NAME MODE      owner NAME UID GID          remove NAME
    old NAME            the file was changed long ago
    2 remove NAME       before the second run
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import ReferenceMissingError
from tests.conformance.tree import decoded, describe

from duckrow.cfengine.agent import failsafe
from duckrow.cli.drop_ins.cf_agent import run_words

REFERENCE = Path("/usr/bin")
# How often a complaint is repeated depends on how the agent works, so each counts once.
_COMPLAINT = re.compile(r" *(error|warning): ")
_MESSAGE = re.compile(r" *(critical|error|warning|notice|info): ")
# Times, inodes and process numbers differ from run to run.
_STAMP = re.compile(r"_\d{10}_[A-Z][a-z]{2}_[A-Z][a-z]{2}__?\d{1,2}_\d\d_\d\d_\d\d_\d{4}")
_CHANGING = re.compile(r"(inode for '[^']*' changed|Last modified time for '[^']*' changed).*")
_OLD = 1_000_000_000
_STEP = re.compile(r"(?:(\d) )?(\w+) (\S+) ?(.*)")


def installed(name: str) -> str:
    """Return the path of a program of the reference."""
    path = REFERENCE / name
    if not path.exists():
        raise ReferenceMissingError("CFEngine is not installed: apt-get install cfengine3")
    return str(path)


def write_files(case: Case, directory: Path, policy: str = "policy.cf") -> None:
    """Write the policy of a case and the files beside it."""
    directory.mkdir(parents=True, exist_ok=True)
    executable = case.setting("executable").split()
    for name, text in {policy: case.program, **case.files}.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        path.chmod(0o755 if name in executable else 0o644)


class PolicyRun:
    """The runs of one case below a scratch directory."""

    def __init__(self, case: Case, scratch: Path) -> None:
        self.case = case
        self.directory, self.tree, self.work = (
            scratch / name for name in ("policy", "tree", "work")
        )
        for directory in (self.tree, self.work):
            directory.mkdir(mode=0o700)
        self.compares = case.setting("compares", "reports")
        self.words = [*case.setting("options", "-K").split(), "-f", "./policy.cf"]
        self.runs = int(case.setting("runs", "1"))
        write_files(case, self.directory)
        policy = self.directory / "policy.cf"
        policy.write_bytes(policy.read_bytes().replace(b"@T@", os.fsencode(self.tree)))
        self._steps = list(_steps(case.files.get("setup", "")))
        (self.directory / "setup").unlink(missing_ok=True)

    @property
    def environment(self) -> dict[str, str]:
        """Variables of the environment of the runs."""
        return {"CASE": str(self.tree), "CFENGINE_TEST_OVERRIDE_WORKDIR": str(self.work)}

    def prepare(self, number: int = 1) -> None:
        """Make the files that the setup of the case lists for a run."""
        for when, step, name, rest in self._steps:
            if when == number:
                _make(self.tree / name, step, rest)

    def run(self, run_once: Callable[[], bytes]) -> str:
        """Run the case and return what counts of the outcome."""
        output = b""
        umask = os.umask(0o022)
        try:
            for number in range(1, self.runs + 1):
                self.prepare(number)
                output += run_once()
        finally:
            os.umask(umask)
        return self._judged(output)

    def _judged(self, output: bytes) -> str:
        text = decoded(output)
        if self.compares == "tree":
            text = ""
        text = "".join(self._lines(text))
        if self.compares.endswith("tree"):
            text += "".join(f"{line}\n" for line in listing(self.tree))
        places = ((self.tree, "TREE"), (self.work, "WORK"), (self.directory, "DIRECTORY"))
        for path, name in places:
            text = text.replace(str(path), name).replace(flat(path), f"_{name}")
        return _CHANGING.sub(r"\1 …", _STAMP.sub("_STAMP", text))

    def _lines(self, text: str) -> Iterator[str]:
        lines = text.splitlines(keepends=True)
        if self.case.setting("order") == "any":
            lines.sort()
        if self.compares.startswith("messages and"):
            yield from lines
            return
        said: set[str] = set()
        for line in lines:
            if not _MESSAGE.match(line):
                yield line
            elif self.compares == "messages" and line not in said:
                yield line
                if _COMPLAINT.match(line):
                    said.add(line)


def flat(path: Path) -> str:
    """Return a path as it is in names of backups in a repository."""
    return re.sub(r"\W", "_", str(path))


def _steps(setup: str) -> Iterator[tuple[int, str, str, str]]:
    for line in setup.splitlines():
        match = _STEP.fullmatch(line)
        assert match is not None, f"unknown step {line!r}"
        yield int(match[1] or "1"), match[2], match[3], match[4]


def _make(path: Path, step: str, rest: str) -> None:
    mode, _, text = rest.partition(" ")
    match step:
        case "dir":
            path.mkdir(parents=True, exist_ok=True)
            path.chmod(int(mode, 8))
        case "file":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace("\\n", "\n"))
            path.chmod(int(mode, 8))
        case "link":
            path.symlink_to(rest.replace("@T@", str(path.parent)))
        case "hard":
            os.link(path.parent / rest, path)
        case "fifo":
            os.mkfifo(path, int(mode, 8))
        case "owner":
            os.chown(path, int(mode), int(text))
        case "old":
            os.utime(path, (_OLD, _OLD))
        case "remove":
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        case _:
            raise ValueError(f"unknown step {step}")


def listing(tree: Path) -> Iterator[str]:
    """Describe everything below a directory."""
    for path in sorted(tree.rglob("*")):
        yield from describe(str(path), str(path.relative_to(tree)))


def run_reference(case: Case, scratch: Path) -> str:
    """Run a case with the installed cf-agent."""
    made = PolicyRun(case, scratch)
    for name in ("inputs", "bin", "outputs", "state"):
        (made.work / name).mkdir(mode=0o700)
    # A check of the policy by cf-promises would say many messages twice.
    checker = "/usr/bin/cf-promises" if made.compares == "reports" else "/bin/true"
    (made.work / "bin" / "cf-promises").symlink_to(checker)

    def run_once() -> bytes:
        return subprocess.run(
            [installed("cf-agent"), *made.words],
            cwd=made.directory,
            env={**os.environ, **made.environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        ).stdout

    return made.run(run_once)


def run_duckrow(
    case: Case,
    scratch: Path,
    monkeypatch: pytest.MonkeyPatch,
    capture: pytest.CaptureFixture[bytes],
) -> str:
    """Run a case in this process."""
    made = PolicyRun(case, scratch)
    for name, value in made.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(made.directory)

    # The reference ran without the check of the policy, so it never went to failsafe.
    monkeypatch.setattr(failsafe, "find_failsafe", lambda *_: None)

    def run_once() -> bytes:
        run_words([*made.words])
        output, errors = capture.readouterr()
        # Only XML has complaints beside the log (tests/unit/cfengine/promises/edit).
        assert not errors or case.topic == "edit_xml"
        return output

    return made.run(run_once)
