from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.puppet.environment import Node, compile_catalog
from duckrow.puppet.hiera.files import Files
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.world import FakeWorld, World

from .data import FACTS, TWO_LEVELS, environment, messages


def test_a_file_is_read_once_for_each_content() -> None:
    world = FakeWorld({"/a": b"1"})
    files = Files()
    seen: list[bytes] = []

    def read(content: bytes) -> int:
        seen.append(content)
        return len(seen)

    assert [files.load(world, "/a", "n", read) for _ in range(3)] == [1, 1, 1]
    world.files["/a"] = b"22"
    assert [files.load(world, "/a", "n", read) for _ in range(2)] == [2, 2]
    assert files.load(world, "/a", "other", read) == 3
    assert seen == [b"1", b"22", b"22"]


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path, message in (
        (tmp_path, f"Is a directory @ io_fread - {tmp_path}"),
        (tmp_path / "x", f"No such file or directory @ rb_file_s_stat - {tmp_path / 'x'}"),
    ):
        with pytest.raises(EvaluationError) as caught:
            Files().load(World(), str(path), "n", len)
        assert str(caught.value) == message


class CountingWorld(World):
    """Counts how often files are read."""

    __slots__ = ("read_files",)

    def __init__(self) -> None:
        super().__init__(FACTS)
        self.read_files: list[str] = []

    def read(self, path: str) -> bytes:
        self.read_files.append(os.path.basename(path))
        return super().read(path)


def test_many_compiles_parse_a_file_once_and_see_its_changes(tmp_path: Path) -> None:
    files = {"hiera.yaml": TWO_LEVELS, "data/one.yaml": "k: first"}
    world = CountingWorld()
    shared = environment(tmp_path, files, "notice(lookup('k'))", world)
    node = Node("teal.example.com", FACTS)
    for _ in range(3):
        assert messages(compile_catalog(shared, node)) == ["first"]
    assert world.read_files.count("one.yaml") == 1
    assert world.read_files.count("hiera.yaml") == 1
    (tmp_path / "data" / "one.yaml").write_text("k: second")
    assert messages(compile_catalog(shared, node)) == ["second"]
    (tmp_path / "data" / "one.yaml").unlink()
    assert "did not find a value" in messages(compile_catalog(shared, node))[-1]


def test_a_file_that_is_no_hash_is_warned_of_in_every_compile(tmp_path: Path) -> None:
    files = {"hiera.yaml": TWO_LEVELS, "data/one.yaml": "[1]", "data/two.yaml": "k: v"}
    shared = environment(tmp_path, files, "notice(lookup('k'))")
    warning = f"{tmp_path}/data/one.yaml: file does not contain a valid yaml hash"
    for _ in range(2):
        assert messages(compile_catalog(shared, Node("a", FACTS))) == [warning, "v"]
