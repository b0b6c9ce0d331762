from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment
from duckrow.puppet.loaders.directories import Directories
from duckrow.puppet.loaders.library import Library
from duckrow.puppet.loaders.modules import find_modules
from duckrow.puppet.world import World
from duckrow.source.module_names import is_module_name


class CountingWorld(World):
    """Counts what is read."""

    __slots__ = ("read_names",)

    def __init__(self) -> None:
        super().__init__()
        self.read_names: list[str] = []

    def names(self, directory: str) -> list[str]:
        self.read_names.append(directory)
        return super().names(directory)


def write(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_directory_is_read_once(tmp_path: Path) -> None:
    write(tmp_path / "a/manifests/init.pp")
    world = CountingWorld()
    directories = Directories(world)
    root = str(tmp_path / "a")
    for _ in range(3):
        assert directories.has(root, "manifests/init.pp")
        assert not directories.has(root, "manifests/other.pp")
        assert not directories.has(root, "functions/f.pp")
        assert not directories.has(root, "lib/puppet/functions/f.rb")
    assert world.read_names == [root, f"{root}/manifests"]


def test_what_has_changed_is_read_again(tmp_path: Path) -> None:
    file = write(tmp_path / "a/x.pp", "1")
    directories = Directories(World())
    assert directories.has(str(tmp_path / "a"), "x.pp")
    assert directories.read(str(file)) == b"1"
    assert not directories.refresh()
    write(file, "22")
    assert directories.refresh()
    assert directories.read(str(file)) == b"22"
    assert not directories.refresh()
    directories.names(str(tmp_path / "a"))
    write(tmp_path / "a/y.pp")
    assert directories.refresh()
    assert directories.has(str(tmp_path / "a"), "y.pp")


def test_a_file_that_comes_to_be_is_seen(tmp_path: Path) -> None:
    directories = Directories(World())
    assert not directories.has(str(tmp_path / "a"), "x.pp")
    write(tmp_path / "a/x.pp")
    assert directories.refresh()
    assert directories.has(str(tmp_path / "a"), "x.pp")


@pytest.mark.parametrize(
    ("name", "answer"),
    [("a", True), ("a1_b", True), ("1a", False), ("A", False), ("a-b", False), ("", False)],
)
def test_names_of_modules(name: str, answer: bool) -> None:
    assert is_module_name(name) is answer


def test_the_first_module_of_a_name_wins(tmp_path: Path) -> None:
    for location in ("one/duck/x", "two/duck/x", "two/goose/x", "one/Bad/x", "one/a-b/x"):
        write(tmp_path / location)
    write(tmp_path / "one/file")
    path = [str(tmp_path / name) for name in ("one", "none", "two")]
    found = find_modules(path, Directories(World()))
    assert {name: module.path for name, module in found.items()} == {
        "duck": str(tmp_path / "one/duck"),
        "goose": str(tmp_path / "two/goose"),
    }


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            '{"dependencies": [{"name": "puppetlabs/stdlib"}, {"name": "a-concat"}]}',
            ("stdlib", "concat"),
        ),
        ('{"dependencies": [{"nam": 1}, 2]}', ()),
        ('{"dependencies": null}', ()),
        ("[]", ()),
        ("{", ()),
    ],
)
def test_dependencies_come_from_metadata(tmp_path: Path, text: str, names: tuple[str, ...]) -> None:
    write(tmp_path / "m/duck/metadata.json", text)
    found = find_modules([str(tmp_path / "m")], Directories(World()))
    assert found["duck"].dependencies == names


def test_directories_that_are_forgotten_while_they_are_read_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    functions = tmp_path / "pond/lib/puppet/functions"
    functions.mkdir(parents=True)
    library = Environment(modulepath=[str(tmp_path)]).library
    read = Library._read_holders

    def refreshed_meanwhile(self: Library, directory: str) -> object:
        found = read(self, directory)
        (functions / "quack.rb").write_text("")
        assert self.refresh()  # as another thread does
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Library, "_read_holders", refreshed_meanwhile)
        assert library.modules_that_may_have("lib/puppet/functions/quack.rb") == {}
    assert list(library.modules_that_may_have("lib/puppet/functions/quack.rb")) == ["pond"]
