"""The standard library of the masterfiles policy framework, as Debian installs it with cf-agent.

Runs only with --reference (make conformance): the library is not ours to keep a copy of. Each of
its files is judged as by cf-promises, and a policy that uses it ends with the same tree of files.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import cases_of, each_case

LIBRARY = Path("/usr/share/cfengine3/masterfiles/lib")
CASES = cases_of(Path(__file__).parent / "library")

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(not LIBRARY.exists(), reason="needs the policy framework"),
]


def run(work: Path, *words: str) -> tuple[int, bytes]:
    """Run a command in a work directory of its own."""
    (work / "bin").mkdir(parents=True, exist_ok=True)
    if not (work / "bin" / "cf-promises").exists():
        (work / "bin" / "cf-promises").symlink_to("/usr/bin/cf-promises")
    done = subprocess.run(
        words,
        env={**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(work)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, done.stdout


def ours(program: str) -> str:
    return os.path.join(os.path.dirname(sys.executable), program)


def tree(folder: Path) -> dict[str, object]:
    """Return everything below a folder: what it is, its mode, its content or target."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        facts = path.lstat()
        content = os.readlink(path) if path.is_symlink() else b""
        if path.is_file() and not path.is_symlink():
            content = path.read_bytes()
        found[str(path.relative_to(folder))] = (oct(facts.st_mode), facts.st_nlink, content)
    return found


@pytest.mark.parametrize("name", sorted(path.name for path in LIBRARY.glob("*.cf")))
def test_files_of_the_library_are_judged_alike(name: str, tmp_path: Path) -> None:
    words = ("-f", str(LIBRARY / name))
    theirs = run(tmp_path / "theirs", "/usr/bin/cf-promises", *words)
    assert run(tmp_path / "ours", ours("cf-promises"), *words) == theirs


@each_case(CASES)
def test_a_policy_that_uses_the_library(case: Case, tmp_path: Path) -> None:
    place = tmp_path / "tree"
    policy = tmp_path / "uses.cf"
    text = case.program.replace("LIBRARY", str(LIBRARY)).replace("TREE", str(place))
    policy.write_text(text)
    policy.chmod(0o600)
    ends = []
    for name, command in (("theirs", "/usr/bin/cf-agent"), ("ours", ours("cf-agent"))):
        place.mkdir()
        said = []
        for _ in range(2):
            _, output = run(tmp_path / name, command, "-Kf", str(policy))
            said.append([line for line in output.splitlines() if line.startswith(b"R: ")])
        ends.append((said, tree(place)))
        shutil.rmtree(place)
    assert ends[0] == ends[1]
