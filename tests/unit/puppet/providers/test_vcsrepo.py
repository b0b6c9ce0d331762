"""vcsrepo: what git is asked and told; real repositories where git is there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.machine.memory import MemoryMachine
from duckrow.puppet.providers.base import Change, ProviderError
from duckrow.puppet.providers.vcsrepo.git import Git
from duckrow.puppet.providers.vcsrepo.repository import Repository
from duckrow.puppet.resources.desired import Desired, ResourceError
from duckrow.puppet.resources.vcsrepo import BEHAVIOUR

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")


def wanted(path: str = "/r", **given: Any) -> Desired:
    desired = Desired(BEHAVIOUR, path, given)
    desired.provider = Git()
    BEHAVIOUR.fill(desired)
    return desired


def planned(machine: Any, desired: Desired) -> list[Change]:
    return list(desired.provider.plan(desired.provider.read(machine, desired), desired))


def apply(machine: Any, desired: Desired) -> list[str]:
    changes = planned(machine, desired)
    for change in changes:
        change.carry_out(machine)
    assert planned(machine, desired) == []
    return [change.message_after() for change in changes]


def git(at: Path, *words: str) -> str:
    command = ["git", "-c", "user.name=duck", "-c", "user.email=duck@pond.example", *words]
    return subprocess.run(command, cwd=at, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "source"
    path.mkdir()
    git(path, "init", "-q", "-b", "main")
    for number in (1, 2):
        (path / "f").write_text(f"{number}\n")
        git(path, "add", "f")
        git(path, "commit", "-qm", str(number))
        git(path, "tag", f"v{number}")
    return path


@needs_git
def test_tag_and_back_to_the_branch(source: Path, tmp_path: Path) -> None:
    machine, copy = LocalMachine(), tmp_path / "copy"
    assert apply(machine, wanted(str(copy), ensure="present", source=str(source), revision="v1"))
    assert (copy / "f").read_text() == "1\n"
    told = apply(machine, wanted(str(copy), ensure="present", source=str(source), revision="main"))
    assert told == ["revision changed '" + git(source, "rev-parse", "v1").strip() + "' to 'main'"]
    assert (copy / "f").read_text() == "2\n"


@needs_git
def test_latest_without_a_revision_follows_its_branch(source: Path, tmp_path: Path) -> None:
    machine, copy = LocalMachine(), tmp_path / "copy"
    desired = wanted(str(copy), ensure="latest", source=str(source))
    assert apply(machine, desired) == ["created"]
    (source / "f").write_text("3\n")
    git(source, "commit", "-qam", "3")
    assert apply(machine, desired) == ["ensure changed 'present' to 'latest'"]
    assert (copy / "f").read_text() == "3\n"


@needs_git
@pytest.mark.parametrize("kind", ["bare", "mirror"])
def test_without_a_working_copy(source: Path, tmp_path: Path, kind: str) -> None:
    copy = tmp_path / "copy.git"
    desired = wanted(str(copy), ensure=kind, source=str(source))
    assert apply(LocalMachine(), desired) == ["created"]
    assert desired.provider.read(LocalMachine(), desired)["ensure"] == kind


@needs_git
def test_absent_is_absent(source: Path) -> None:
    # The reference says at every run that it has removed what is not there.
    assert apply(LocalMachine(), wanted(str(source), ensure="absent")) == ["removed"]
    assert not source.exists()


@needs_git
def test_force_that_is_false_removes_nothing(source: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    (copy / "mine").write_text("x")
    desired = wanted(str(copy), ensure="present", source=str(source), force=False)
    (change,) = planned(LocalMachine(), desired)
    with pytest.raises(ProviderError, match="non-repository at path"):
        change.carry_out(LocalMachine())
    assert (copy / "mine").exists()


@needs_git
def test_local_changes_are_kept_where_that_is_wanted(source: Path, tmp_path: Path) -> None:
    machine, copy = LocalMachine(), tmp_path / "copy"
    given = {"ensure": "latest", "source": str(source), "keep_local_changes": True}
    apply(machine, wanted(str(copy), **given))
    (source / "g").write_text("new\n")
    git(source, "add", "g")
    git(source, "commit", "-qm", "g")
    (copy / "f").write_text("mine\n")
    git(copy, "config", "user.name", "duck")
    git(copy, "config", "user.email", "duck@pond.example")
    apply(machine, wanted(str(copy), **given))
    assert (copy / "f").read_text() == "mine\n"
    assert (copy / "g").exists()


def test_looking_in_noop_asks_no_remote() -> None:
    machine = MemoryMachine({"/r/.git/config": b"[remote]\n"})
    desired = wanted(ensure="present", noop=True)
    assert planned(machine, desired) == []


@pytest.mark.parametrize("given", [{"remote": "-x"}, {"source": "--upload-pack=evil"}])
def test_nothing_is_taken_for_an_option(given: dict[str, str]) -> None:
    with pytest.raises(ProviderError, match="Refusing to pass"):
        _ = Repository(MemoryMachine(), wanted(ensure="present", **given)).url


def test_path_begins_at_the_root() -> None:
    with pytest.raises(ResourceError, match="Path must be absolute: r"):
        wanted("r", ensure="present")


@needs_git
@pytest.mark.parametrize("kind", ["bare", "mirror"])
def test_a_bare_repository_becomes_a_working_copy(kind: str, source: Path, tmp_path: Path) -> None:
    machine, copy = LocalMachine(), tmp_path / "copy"
    git(tmp_path, "clone", "-q", f"--{kind}", str(source), str(copy))
    (source / "f").write_text("3\n")
    git(source, "commit", "-qam", "3")
    desired = wanted(str(copy), ensure="latest", source=str(source))
    assert apply(machine, desired) == [f"ensure changed '{kind}' to 'latest'"]
    assert sorted(path.name for path in copy.iterdir()) == [".git", "f"]
    assert (copy / "f").read_text() == "3\n"
    assert git(copy, "branch", "--show-current") == "main\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "source"]


@needs_git
def test_a_working_copy_becomes_bare(source: Path, tmp_path: Path) -> None:
    machine, copy = LocalMachine(), tmp_path / "copy"
    git(tmp_path, "clone", "-q", str(source), str(copy))
    assert apply(machine, wanted(str(copy), ensure="bare")) == [
        "ensure changed 'present' to 'bare'"
    ]
    assert git(copy, "rev-parse", "--is-bare-repository") == "true\n"
    assert git(copy, "show", "main:f") == "2\n"
    assert not (copy / "f").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "source"]


@needs_git
def test_an_empty_repository_is_no_mirror_of_anything(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "copy")
    (change,) = planned(LocalMachine(), wanted(str(tmp_path / "copy"), ensure="mirror"))
    with pytest.raises(ProviderError, match="Cannot have empty repository"):
        change.carry_out(LocalMachine())
    assert (tmp_path / "copy" / ".git").is_dir()


@needs_git
def test_what_cannot_be_converted_stays(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, copy = LocalMachine(), tmp_path / "copy"
    git(tmp_path, "clone", "-q", str(source), str(copy))
    (change,) = planned(machine, wanted(str(copy), ensure="bare"))
    rename = type(machine.files).rename

    def reject(self: Any, path: str, new_path: str) -> None:
        if path.endswith(".git"):
            raise PermissionError(1, "Operation not permitted", path)
        rename(self, path, new_path)

    monkeypatch.setattr(type(machine.files), "rename", reject)
    with pytest.raises(OSError, match="not permitted"):
        change.carry_out(machine)
    assert (copy / "f").read_text() == "2\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "source"]
