from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.world import World

from .data import FACTS, TWO_LEVELS, environment, messages

NODE = Node("teal.example.com", FACTS)
CODE = """
    include duck
    notice("${duck::sound} ${duck::legs}")
"""
MODULE = {
    "modules/duck/manifests/init.pp": "class duck($sound = 'none', $legs = 2) {}",
    "modules/duck/hiera.yaml": TWO_LEVELS,
    "modules/duck/data/one.yaml": "duck::sound: quack",
}


class WatchedWorld(World):
    """Notes each file of data that is looked at."""

    __slots__ = ("seen",)

    def __init__(self) -> None:
        super().__init__(FACTS)
        self.seen: list[str] = []

    def kind(self, path: str) -> str:
        self._note(path)
        return super().kind(path)

    def stamp(self, path: str) -> tuple[int, ...] | None:
        self._note(path)
        return super().stamp(path)

    def _note(self, path: str) -> None:
        if path.endswith(".yaml"):
            self.seen.append(path)


def said(shared: Environment) -> list[str]:
    return messages(compile_catalog(shared, NODE))


def test_each_file_is_looked_at_once_in_a_compile(tmp_path: Path) -> None:
    world = WatchedWorld()
    files = MODULE | {"hiera.yaml": TWO_LEVELS, "data/two.yaml": "a: 1"}
    shared = environment(tmp_path, files, CODE, world)
    for _ in range(3):
        world.seen.clear()
        assert messages(compile_catalog(shared, NODE)) == ["quack 2"]
        assert len(world.seen) == len(set(world.seen))
        looked_at = {os.path.relpath(path, tmp_path) for path in world.seen}
        assert {"hiera.yaml", "data/one.yaml", "modules/duck/data/one.yaml"} <= looked_at


@pytest.mark.parametrize(
    ("path", "text", "answer"),
    [
        ("modules/duck/data/one.yaml", "duck::sound: moo", "moo 2"),
        ("modules/duck/data/two.yaml", "duck::legs: 4", "quack 4"),
        ("modules/duck/hiera.yaml", "version: 5\nhierarchy: []\n", "none 2"),
        ("hiera.yaml", TWO_LEVELS, "quack 2"),
        (
            "global/hiera.yaml",
            "version: 5\nhierarchy: [{name: a, path: ../../top.yaml}]\n",
            "oink 2",
        ),
        ("global/data/common.yaml", "duck::sound: baa", "baa 2"),
    ],
)
def test_a_change_of_any_layer_is_seen_by_the_next_compile(
    tmp_path: Path, path: str, text: str, answer: str
) -> None:
    shared = environment(tmp_path, MODULE | {"top.yaml": "duck::sound: oink"}, CODE)
    assert said(shared) == said(shared) == ["quack 2"]
    environment(tmp_path, {path: text})
    assert said(shared) == said(shared) == [answer]
    (tmp_path / path).unlink()
    environment(tmp_path, {path: MODULE[path]} if path in MODULE else {})
    assert said(shared) == ["quack 2"]


def test_options_of_keys_are_kept_as_well(tmp_path: Path) -> None:
    files = {
        "hiera.yaml": TWO_LEVELS,
        "data/one.yaml": "duck::legs: [1]",
        "data/two.yaml": "duck::legs: [2]\nlookup_options: {duck::legs: {merge: unique}}",
    }
    shared = environment(tmp_path, MODULE | files, CODE)
    assert said(shared) == said(shared) == ["quack [1, 2]"]
    (tmp_path / "data" / "two.yaml").write_text("duck::legs: [2]")
    assert said(shared) == ["quack [1]"]


def test_what_follows_variables_is_found_anew(tmp_path: Path) -> None:
    files = {
        "hiera.yaml": "version: 5\nhierarchy: [{name: a, path: '%{facts.hostname}.yaml'}]\n",
        "data/teal.yaml": "duck::sound: whistle",
        "data/eider.yaml": "duck::sound: coo\nduck::legs: '%{facts.hostname}'",
    }
    shared = environment(tmp_path, MODULE | files, CODE)
    assert said(shared) == ["whistle 2"]
    eider = Node("eider.example.com", FACTS | {"hostname": "eider"})
    assert messages(compile_catalog(shared, eider)) == ["coo eider"]
    assert said(shared) == ["whistle 2"]


def test_values_with_variables_are_filled_in_for_each_node(tmp_path: Path) -> None:
    files = {"modules/duck/data/one.yaml": "duck::sound: '%{facts.hostname}'"}
    shared = environment(tmp_path, MODULE | files, CODE)
    for name in ("teal", "eider", "teal"):
        node = Node(f"{name}.example.com", FACTS | {"hostname": name})
        assert messages(compile_catalog(shared, node)) == [f"{name} 2"]


def test_options_with_variables_are_read_for_each_node(tmp_path: Path) -> None:
    files = {
        "hiera.yaml": TWO_LEVELS,
        "data/one.yaml": "duck::legs: [1]\nlookup_options: {duck::legs: {merge: '%{facts.how}'}}",
        "data/two.yaml": "duck::legs: [2]",
    }
    shared = environment(tmp_path, MODULE | files, CODE)
    for how, answer in (("unique", "[1, 2]"), ("first", "[1]"), ("unique", "[1, 2]")):
        node = Node("teal.example.com", FACTS | {"how": how})
        assert messages(compile_catalog(shared, node)) == [f"quack {answer}"]


def test_new_files_for_a_pattern_are_seen(tmp_path: Path) -> None:
    files = {
        "modules/duck/hiera.yaml": "version: 5\nhierarchy: [{name: a, glob: '*.yaml'}]\n",
    }
    shared = environment(tmp_path, MODULE | files, CODE)
    assert said(shared) == said(shared) == ["quack 2"]
    environment(tmp_path, {"modules/duck/data/zoo.yaml": "duck::legs: 3"})
    assert said(shared) == ["quack 3"]


def test_warnings_come_with_every_compile(tmp_path: Path) -> None:
    files = {"modules/duck/data/one.yaml": "duck::sound: quack\nstray: 1"}
    shared = environment(tmp_path, MODULE | files, CODE)
    first = said(shared)
    assert first[0].startswith("Module 'duck': Value returned from data_hash function 'yaml_data'")
    assert first[1:] == ["quack 2"]
    assert said(shared) == said(shared) == first


def test_settings_of_a_compile_choose_the_plan(tmp_path: Path) -> None:
    files = {
        "other/hiera.yaml": "version: 5\nhierarchy: [{name: a, path: a.yaml}]\n",
        "other/data/a.yaml": "duck::sound: honk",
    }
    shared = environment(tmp_path, MODULE | files, CODE)
    other = Settings({**shared.settings.given, "hiera_config": str(tmp_path / "other/hiera.yaml")})
    none = Settings({**other.given, "data_binding_terminus": "none"})
    for settings, answer in [(None, "quack 2"), (other, "honk 2"), (none, "quack 2")] * 2:
        assert messages(compile_catalog(shared, NODE, settings=settings)) == [answer]


def test_an_environment_that_trusts_its_files_looks_once(tmp_path: Path) -> None:
    shared = environment(tmp_path, MODULE, CODE)
    shared.is_fixed = True
    assert said(shared) == ["quack 2"]
    (tmp_path / "modules/duck/data/one.yaml").write_text("duck::sound: moo")
    assert said(shared) == ["quack 2"]
