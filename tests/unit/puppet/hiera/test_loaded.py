from __future__ import annotations

from pathlib import Path

from duckrow.puppet.environment import Node, compile_catalog
from duckrow.puppet.hiera.about import About
from duckrow.puppet.hiera.errors import MISSING
from duckrow.puppet.hiera.loaded import Index, Loaded
from duckrow.puppet.hiera.lookups import UNSEEN, lookups_of
from duckrow.source.bounded_cache import BoundedCache

from .data import FACTS, TWO_LEVELS, compiled, environment, messages, value_of


def test_an_index_has_the_first_value_of_each_key() -> None:
    strong = About({"a": 1, "b": "%{x}", "lookup_options": {}})
    weak = About({"a": "%{y}", "b": 2, "c": "%{z}", "d": 4})
    index = Index((strong, weak))
    assert index.values == {"a": 1, "b": "%{x}", "c": "%{z}", "d": 4}
    assert index.texts == {"b", "c"}


def test_hierarchies_of_the_same_files_share_an_index() -> None:
    one, two = About({"a": 1}), About({"b": 2})
    known = BoundedCache(100)
    groups = [(True, [one]), (True, [two])]
    assert Loaded(groups).index(known) is Loaded(groups).index(known)
    assert Loaded(groups[:1]).index(known) is not Loaded(groups).index(known)


DATA = {
    "hiera.yaml": TWO_LEVELS,
    "data/one.yaml": "plain: 1\ntext: '%{facts.hostname}'\nlist: [1]\nodd: {a: 1}\n",
    "data/two.yaml": """
        list: [2]
        odd: [2]
        lookup_options: {list: {merge: unique}, odd: {merge: hash}}
        """,
}


def test_a_look_is_enough_once_all_is_in_memory(tmp_path: Path) -> None:
    result = compiled(tmp_path, DATA, "undef")
    top = result.build.top
    lookups = lookups_of(top)
    assert lookups.quick(top, "plain", None) is UNSEEN
    assert value_of(result, "plain") == 1
    assert lookups.quick(top, "plain", None) == 1
    assert lookups.quick(top, "text", None) == "teal"
    assert lookups.quick(top, "list", None) == [1, 2]
    assert lookups.quick(top, "nope", None) is MISSING
    assert lookups.quick(top, "lookup_options", None) is MISSING
    assert lookups.quick(top, "odd", None) is UNSEEN  # what is wrong with it is told elsewhere


def test_errors_are_the_same_whichever_way_they_are_met(tmp_path: Path) -> None:
    first = messages(compiled(tmp_path / "a", DATA, "notice(lookup('odd'))"))
    later = messages(compiled(tmp_path / "b", DATA, "notice(lookup('plain'), lookup('odd'))"))
    assert "The second element of the merge has wrong type" in first[-1]
    assert later == first


def test_paths_that_follow_variables_are_not_kept_in_an_index(tmp_path: Path) -> None:
    files = {
        "hiera.yaml": "version: 5\nhierarchy: [{name: v, path: '%{which}.yaml'}]\n",
        "data/a.yaml": "k: a",
    }
    result = compiled(tmp_path, files, "$which = 'a'\nnotice(lookup('k'))")
    assert messages(result) == ["a"]
    assert lookups_of(result.build.top).quick(result.build.top, "k", None) is UNSEEN


def test_a_change_of_a_file_is_seen_by_the_next_compile(tmp_path: Path) -> None:
    shared = environment(tmp_path, DATA, "notice(lookup('plain'), lookup('list'), lookup('plain'))")
    node = Node("a", FACTS)
    assert messages(compile_catalog(shared, node)) == ["1 [1, 2] 1"]
    (tmp_path / "data" / "one.yaml").write_text("plain: 22\nlist: [3]\n")
    assert messages(compile_catalog(shared, node)) == ["22 [3, 2] 22"]
