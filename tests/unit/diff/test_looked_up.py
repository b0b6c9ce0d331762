"""Values of data keys: the merge, the scope and the resource around the code that asked."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from duckrow.data.lines import line_of
from duckrow.diff.changes import REDACTED
from duckrow.diff.tree_world import TreeWorld
from duckrow.diff.versions import NodeInput, Version, VersionName
from duckrow.puppet.loaders.sources import Sources

from .versions import about, comparison, differences, write

ROLE = "version: 5\nhierarchy: [{name: role, path: 'role/%{role}.yaml'}]\n"
Values = list[tuple[str, object, object, str | None, int | None]]


def values(path: Path, old: dict[str, str], new: dict[str, str]) -> Values:
    return [
        (each["title"], each["old_value"], each["new_value"], each["new_file"], each["new_line"])
        for each in about(differences(path, old, new), "data")
    ]


def test_a_merge_in_a_hash_has_a_file_and_a_value(tmp_path: Path) -> None:
    code = "lookup('deep', Hash, {'strategy' => 'deep', 'knockout_prefix' => '--'})"
    old = {"manifests/site.pp": f"notice({code})", "data/common.yaml": "x: 1\ndeep: {a: 1}\n"}
    found = values(tmp_path, old, {"data/common.yaml": "x: 1\ndeep: {a: 2}\n"})
    assert found == [("deep", {"a": 1}, {"a": 2}, "data/common.yaml", 2)]


def test_a_key_is_explained_in_the_scope_that_asked(tmp_path: Path) -> None:
    old = {
        "hiera.yaml": ROLE,
        "manifests/site.pp": """class foo($x) { }
          class bar { $b = lookup('bar') }
          node 'web1' { $role = 'web' include foo include bar $p = lookup('port') }""",
        "data/role/web.yaml": "port: 1\nfoo::x: 1\nbar: 1\n",
    }
    found = values(tmp_path, old, {"data/role/web.yaml": "port: 2\nfoo::x: 2\nbar: 2\n"})
    file = "data/role/web.yaml"
    assert found == [("bar", 1, 2, file, 3), ("foo::x", 1, 2, file, 2), ("port", 1, 2, file, 1)]


APP = {
    "hiera.yaml": ROLE.replace("role", "app"),
    "manifests/site.pp": """define d($app) { $p = lookup('port') }
      d { 'x': app => 'x' } d { 'y': app => 'y' }""",
    "data/app/x.yaml": "port: 1\n",
    "data/app/y.yaml": "port: 2\n",
}


def test_each_resource_that_asks_has_a_value(tmp_path: Path) -> None:
    for name in ("x", "y"):
        file = f"data/app/{name}.yaml"
        old = {"x": 1, "y": 2}[name]
        assert values(tmp_path / name, APP, {file: "port: 9\n"}) == [("port", old, 9, file, 1)]
    both = {"data/app/x.yaml": "port: 2\n", "data/app/y.yaml": "port: 1\n"}
    assert [each[1:3] for each in values(tmp_path / "swap", APP, both)] == [(1, 2), (2, 1)]


def test_the_same_change_for_several_resources_is_one(tmp_path: Path) -> None:
    old = {**APP, "data/app/y.yaml": "port: 1\n"}
    new = {"data/app/x.yaml": "port: 3\n", "data/app/y.yaml": "port: 3\n"}
    assert [each[1:3] for each in values(tmp_path, old, new)] == [(1, 3)]


def test_a_resource_that_is_new_changes_no_value(tmp_path: Path) -> None:
    code = APP["manifests/site.pp"]
    new = {"manifests/site.pp": f"d {{ 'z': app => 'z' }} {code}", "data/app/z.yaml": "port: 7\n"}
    assert values(tmp_path, APP, new) == []


def test_values_of_a_block_are_compared_by_their_order(tmp_path: Path) -> None:
    code = "['x', 'y'].each |$app| { notice(lookup('port')) }"
    old = {**APP, "manifests/site.pp": code}
    file = "data/app/x.yaml"
    assert values(tmp_path, old, {file: "port: 8\n"}) == [("port", 1, 8, file, 1)]


def test_code_that_moved_to_a_renamed_class_has_changed_values(tmp_path: Path) -> None:
    code = "class NAME { $k = lookup('k') } include NAME"
    old = {"manifests/site.pp": code.replace("NAME", "a"), "data/common.yaml": "k: 1\n"}
    new = {"manifests/site.pp": code.replace("NAME", "b"), "data/common.yaml": "k: 2\n"}
    assert [each[:3] for each in values(tmp_path, old, new)] == [("k", 1, 2)]


STATEFUL = """function m::ask($key, $options, $context) {
  if $key == 'k' { 'VALUE' } else { $context.not_found } }"""


def test_a_value_whose_file_is_unknown_is_hidden_only_beside_functions(tmp_path: Path) -> None:
    # The class sets the variable of the path after its lookup: a second lookup finds nothing.
    code = "$late = '' class c { $k = lookup('k') $late = 'x' } include c"
    hiera = "version: 5\nhierarchy: [{name: c, path: 'common%{late}.yaml'}LAYER]\n"
    old = {
        "manifests/site.pp": code,
        "data/common.yaml": "k: 'one'\n",
        "hiera.yaml": hiera.replace("LAYER", ""),
    }
    new = {"data/common.yaml": "k: 'two'\n"}
    assert values(tmp_path / "a", old, new) == [("k", "one", "two", None, None)]
    old["hiera.yaml"] = hiera.replace("LAYER", ", {name: s, lookup_key: 'm::ask'}")
    old["modules/m/functions/ask.pp"] = STATEFUL.replace("'k'", "'other'")
    hidden = ("k", REDACTED, REDACTED, None, None)
    assert values(tmp_path / "b", old, new) == [hidden]


def test_a_file_of_data_is_read_once_for_its_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "---\n'a b': 1\nc: {d: 1,\n  e: 2}\nf:\n- 1\n- g: 2\nh: |\n  i: 1\nj: &x 1\nk: *x\n"
    old = write(tmp_path, {"data/common.yaml": text})
    version = Version(VersionName("v", old), {}, Sources(None, remembers=True))
    path = f"{version.world.root}/data/common.yaml"
    content = version.world.read(path)
    for keys in [(each,) for each in "acdfghijk"] + [("a b",), ("c", "e"), ("f", 1, "g")]:
        assert version.line(path, keys) == line_of(content, keys), keys
    monkeypatch.setattr(TreeWorld, "read", lambda *_: b"")
    assert version.line(path, ("k",)) == 11
    assert version.line(path, ("c", "e")) == 4


def test_many_keys_of_a_large_file_need_little_memory(tmp_path: Path) -> None:
    def data(name: str) -> str:
        keys = "".join(f"k{number}: {name}{number}\n" for number in range(100))
        return keys + "".join(f"pad{number}: {'x' * 80}\n" for number in range(3000))

    code = "".join(
        f"notify {{ 'n{number}': message => lookup('k{number}') }}" for number in range(100)
    )
    old = {"manifests/site.pp": code, "data/common.yaml": data("old")}
    found = comparison(tmp_path, old, {"data/common.yaml": data("new")})
    assert len(about(found.compare(NodeInput("web0", {}))["items"], "data")) == 100
    tracemalloc.start()
    try:
        for number in range(5):
            found.compare(NodeInput(f"web{number}", {}))
        assert tracemalloc.get_traced_memory()[0] < 4_000_000
    finally:
        tracemalloc.stop()
