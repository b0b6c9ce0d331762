"""The index of a directory of modules saves reading, and is never wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.cli.main import main
from duckrow.puppet.loaders.directories import Directories
from duckrow.puppet.loaders.modules import Module, find_modules
from duckrow.puppet.loaders.visibility.versions import find_versions
from duckrow.puppet.world import World
from duckrow.source.module_names import INDEX


class CountingWorld(World):
    """Counts the directories that are read."""

    def __init__(self) -> None:
        super().__init__()
        self.read_directories: list[str] = []

    def names(self, directory: str) -> list[str]:
        self.read_directories.append(directory)
        return super().names(directory)


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    for name in ("pond/manifests/deep/bank.pp", "pond/lib/facter/wet.rb", "lake/files/a"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    assert main(["module", "index", str(tmp_path)]) == 0
    return tmp_path


def open_modules(directory: Path) -> tuple[dict[str, Module], CountingWorld]:
    world = CountingWorld()
    return find_modules([str(directory)], Directories(world)), world


def test_nothing_is_scanned(modules: Path) -> None:
    found, world = open_modules(modules)
    assert found["pond"].file("manifests/deep/bank.pp")
    assert found["pond"].file("lib/facter/wet.rb")
    assert not found["pond"].file("lib/puppet/type/x.rb")
    assert not found["lake"].file("manifests/init.pp")
    assert world.read_directories == [str(modules)]


def test_ld_7_versions_are_in_the_index(tmp_path: Path) -> None:
    (tmp_path / "pond@1.0.0/manifests").mkdir(parents=True)
    (tmp_path / "pond@1.0.0/manifests/init.pp").write_text("")
    assert main(["module", "index", str(tmp_path)]) == 0
    world = CountingWorld()
    found = find_versions([str(tmp_path)], Directories(world))
    assert found["pond"][0].file("manifests/init.pp")
    assert world.read_directories == [str(tmp_path)]


def test_a_change_is_seen(modules: Path) -> None:
    (modules / "pond/manifests/deep/new.pp").write_text("")
    (modules / "pond/manifests/deep/bank.pp").unlink()
    found, world = open_modules(modules)
    assert found["pond"].file("manifests/deep/new.pp")
    assert not found["pond"].file("manifests/deep/bank.pp")
    assert found["pond"].file("lib/facter/wet.rb")
    assert world.read_directories == [str(modules), str(modules / "pond/manifests/deep")]


def test_a_directory_that_takes_the_place_of_another(modules: Path) -> None:
    status = (modules / "pond/manifests").stat()
    (modules / "pond/manifests").rename(modules / "old")
    (modules / "pond/manifests").mkdir()
    os.utime(modules / "pond/manifests", ns=(status.st_atime_ns, status.st_mtime_ns))
    found, _ = open_modules(modules)
    assert not found["pond"].file("manifests/deep/bank.pp")


def test_a_change_under_an_old_time(modules: Path) -> None:
    path = modules / "pond/manifests/deep"
    status = path.stat()
    (path / "new.pp").write_text("")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    found, _ = open_modules(modules)
    assert found["pond"].file("manifests/deep/new.pp")


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"\xff", b"duckrow module index 9\npond\t1 2 3\tx\n"]
)
def test_an_index_that_makes_no_sense(content: bytes, modules: Path) -> None:
    (modules / INDEX).write_bytes(content)
    found, _ = open_modules(modules)
    assert found["pond"].file("manifests/deep/bank.pp")
