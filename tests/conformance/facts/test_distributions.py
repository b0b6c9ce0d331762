"""The fact `os` on many distributions, as facter 4.3.0 answers.

The files of a case are the release files of a distribution, shortened. The answer is the fact, one
value a line. Settings:

    machine, kernel     the processor and the kernel of the host that facter ran on
    ours: JSON          values that differ on purpose; the program of the case is the reason
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.conformance.case_file import Case
from tests.conformance.recorded import (
    Answer,
    ReferenceMissingError,
    assert_answer,
    cases_of,
    each_case,
)

from duckrow.facts.operating_system import operating_system
from duckrow.machine.host import Host

CASES = cases_of(Path(__file__).parent / "distributions")
# Release files of the host that records, which facter must not see.
HIDDEN = ("/etc/os-release", "/etc/debian_version", "/etc/lsb-release")


def flat(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Yield the values in a nested fact with their paths."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(inner, f"{path}.{key}" if path else key)
    else:
        yield path, value


def text_of(fact: dict[str, object]) -> str:
    return "".join(f"{path}: {json.dumps(value)}\n" for path, value in sorted(fact.items()))


def read_text(text: str) -> dict[str, object]:
    pairs = (line.split(": ", 1) for line in text.splitlines())
    return {path: json.loads(value) for path, value in pairs}


def write_files(case: Case, root: Path) -> None:
    for name, text in case.files.items():
        file = Path(f"{root}{name}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        file.write_text(text)


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    if os.geteuid() != 0 or not shutil.which("facter"):
        raise ReferenceMissingError("facter must be installed, and only root makes namespaces")
    return [ask_facter(case, scratch / str(number)) for number, case in enumerate(cases)]


def ask_facter(case: Case, scratch: Path) -> str:
    """Ask facter in a mount namespace in which the files of a case are laid over /etc."""
    (scratch / "etc").mkdir(parents=True)
    for path in filter(os.path.lexists, HIDDEN):
        # A whiteout: the overlay hides the file.
        os.mknod(f"{scratch}{path}", 0o600, os.makedev(0, 0))
    write_files(case, scratch)
    script = (
        f"mount -t overlay overlay -o lowerdir={scratch}/etc:/etc /etc && "
        "mount --bind /dev/null /usr/bin/lsb_release && facter --json os"
    )
    # facter fails after a warning, and answers nevertheless.
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script], capture_output=True, check=False
    )
    return text_of(dict(flat(json.loads(done.stdout)["os"])))


class FakeHost(Host):
    """A host with the files, the kernel and the processor of a case."""

    def __init__(self, case: Case, root: str) -> None:
        super().__init__(root)
        self._case = case

    def uname(self) -> os.uname_result:
        kernel, machine = self._case.setting("kernel"), self._case.setting("machine")
        return os.uname_result(("Linux", "pond", kernel, "", machine))


@each_case(CASES)
def test_os(case: Case, tmp_path: Path) -> None:
    write_files(case, tmp_path)
    ours = dict(flat(operating_system(FakeHost(case, str(tmp_path)), {})))
    theirs = read_text(case.answer or "")
    for path, value in json.loads(case.setting("ours", "{}")).items():
        assert ours.pop(path) == value
        assert theirs.get(path) != value
        if path in theirs:
            ours[path] = theirs[path]
    assert_answer(case, text_of(ours))
