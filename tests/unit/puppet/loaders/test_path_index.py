"""The index of a directory of modules saves reading, and is never wrong."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from shutil import rmtree

import pytest

from duckrow.cli.main import main
from duckrow.puppet.environment import Environment
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


def test_an_index_that_was_cut_off(modules: Path) -> None:
    content = (modules / INDEX).read_bytes()
    (modules / INDEX).write_bytes(content[:-5])
    found, world = open_modules(modules)
    assert found["pond"].file("manifests/deep/bank.pp")
    assert str(modules / "pond") in world.read_directories


def test_a_name_that_breaks_a_line_leaves_its_module_out(modules: Path) -> None:
    (modules / "pond/lib/two\nlines").mkdir()
    (modules / "pond/lib/two\nlines/a.rb").write_text("")
    assert main(["module", "index", str(modules)]) == 0
    library = Environment(modulepath=[str(modules)]).library
    assert library.first_with("lib/facter/wet.rb") is not None
    assert library.first_with("lib/two\nlines/a.rb") is not None
    assert list(library.modules_that_may_have("lib/a.rb")) == ["pond"]


def test_no_module_that_lacks_a_file_is_asked(modules: Path) -> None:
    library = Environment(modulepath=[str(modules)]).library
    assert list(library.modules_that_may_have("lib/facter/wet.rb")) == ["pond"]
    assert list(library.modules_that_may_have("lib/facter/dry.rb")) == []
    assert list(library.modules_that_may_have("lib/puppet/type/wet.rb")) == []
    (modules / "pond/lib/facter/dry.rb").write_text("")
    library = Environment(modulepath=[str(modules)]).library
    assert list(library.modules_that_may_have("lib/facter/dry.rb")) == ["pond"]


def test_the_index_has_directories_of_code_only(modules: Path) -> None:
    library = Environment(modulepath=[str(modules)]).library
    assert list(library.modules) == ["lake", "pond"]
    assert library.directories.lacking("files/c") == frozenset()
    assert library.first_with("files/a") is not None
    assert library.first_with("files/b") is None


def test_a_change_after_the_stamp_is_seen_by_refresh(modules: Path) -> None:
    library = Environment(modulepath=[str(modules)]).library
    assert library.first_with("lib/puppet/type/wet.rb") is None
    assert not library.refresh()
    write(modules / "lake/lib/puppet/type/wet.rb")
    assert library.refresh()
    assert library.first_with("lib/puppet/type/wet.rb") is not None


def test_without_an_index_the_directories_tell_which_modules_have_a_file(modules: Path) -> None:
    (modules / INDEX).unlink()
    library = Environment(modulepath=[str(modules)]).library
    write(modules / "lake/lib/facter/deep/wet.rb")
    assert list(library.modules_that_may_have("lib/facter/deep/wet.rb")) == ["lake"]
    assert list(library.modules_that_may_have("lib/facter/deep/dry.rb")) == []
    assert list(library.modules_that_may_have("lib/nowhere/dry.rb")) == []


def write(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("")


def swap(one: Path, other: Path) -> None:
    one.rename(one.with_name("between"))
    other.rename(one)
    one.with_name("between").rename(other)


def replace_by_file(path: Path) -> None:
    rmtree(path)
    path.write_text("")


def link_lib(root: Path) -> None:
    rmtree(root / "pond/lib")
    (root / "pond/lib").symlink_to(root.parent / "shared/new")


def turn_link(root: Path) -> None:
    (root / "bay/lib").unlink()
    (root / "bay/lib").symlink_to(root.parent / "shared/new")


CHANGES: dict[str, Callable[[Path], object]] = {
    "nothing": lambda _: None,
    "a file added": lambda root: write(root / "pond/lib/puppet/type/late.rb"),
    "a directory added": lambda root: write(root / "pond/lib/puppet/functions/late.rb"),
    "the first lib": lambda root: write(root / "lake/lib/puppet/functions/late.rb"),
    "a module added": lambda root: write(root / "sea/lib/puppet/type/late.rb"),
    "a hidden directory": lambda root: write(root / "pond/lib/.late/a.rb"),
    "a file removed": lambda root: (root / "pond/lib/puppet/type/early.rb").unlink(),
    "a directory removed": lambda root: rmtree(root / "pond/lib/puppet/type"),
    "lib removed": lambda root: rmtree(root / "pond/lib"),
    "a module removed": lambda root: rmtree(root / "pond"),
    "a directory renamed": lambda root: (root / "pond/lib/puppet").rename(root / "pond/lib/p"),
    "lib moved to another module": lambda root: (root / "pond/lib").rename(root / "lake/lib"),
    "modules that change places": lambda root: swap(root / "pond", root / "lake"),
    "a module that is a file now": lambda root: replace_by_file(root / "pond"),
    "lib that is a file now": lambda root: replace_by_file(root / "pond/lib"),
    "lib that is a link now": link_lib,
    "a link to another directory": turn_link,
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("is_known", [True, False], ids=["written before", "written after"])
def test_an_index_changes_no_answer(change: str, is_known: bool, tmp_path: Path) -> None:
    """Every file of every module is found, and no other, whatever has changed."""
    root = tmp_path / "modules"
    for name in (
        "pond/lib/puppet/type/early.rb",
        "pond/lib/.early/a.rb",
        "lake/manifests/init.pp",
        "bay/manifests/init.pp",
        "../shared/old/puppet/type/linked.rb",
        "../shared/new/puppet/functions/linked.rb",
    ):
        write(root / name)
    (root / "bay/lib").symlink_to(tmp_path / "shared/old")
    if is_known:
        assert main(["module", "index", str(root)]) == 0
    CHANGES[change](root)
    if not is_known:
        assert main(["module", "index", str(root)]) == 0
    with_index = answers(root)
    (root / INDEX).unlink()
    assert with_index == answers(root)


def answers(root: Path) -> dict[str, object]:
    """Return the modules, and the first module with each file that one of them may have."""
    library = Environment(modulepath=[str(root)]).library
    files = [
        f"lib/{directory}/{name}.rb"
        for directory in ("puppet/type", "p/type", "puppet/functions", ".early", ".late")
        for name in ("early", "late", "linked", "a")
    ]
    found = {file: (library.first_with(file) or (None, None))[1] for file in files}
    return {**found, "modules": list(library.modules)}
