from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.environment import Node, compile_catalog
from duckrow.puppet.hiera.data_survey import DataSurvey
from duckrow.puppet.hiera.errors import MISSING
from duckrow.puppet.hiera.index import Index, index_of
from duckrow.puppet.hiera.lookups import Lookups, lookups_of
from duckrow.puppet.hiera.request import Request
from duckrow.source.bounded_cache import BoundedCache

from .data import FACTS, TWO_LEVELS, compiled, environment, messages


def test_an_index_has_the_first_value_of_each_key() -> None:
    strong = DataSurvey({"a": 1, "b": "%{x}", "lookup_options": {}})
    weak = DataSurvey({"a": "%{y}", "b": 2, "c": "%{z}", "d": 4})
    index = Index((strong, weak))
    assert index.values == {"a": 1, "b": "%{x}", "c": "%{z}", "d": 4}
    assert index.texts == {"b", "c"}


class _Entry:
    def __init__(self, *surveys: DataSurvey) -> None:
        self.surveys: list[DataSurvey] | None = list(surveys)


def test_hierarchies_of_the_same_files_share_an_index() -> None:
    one, two = _Entry(DataSurvey({"a": 1})), _Entry(DataSurvey({"b": 2}))
    known = BoundedCache(100)
    both: Any = [one, two]
    assert index_of(both, known) is index_of(both, known)
    assert index_of(both[:1], known) is not index_of(both, known)
    two.surveys = None
    assert index_of(both, known) is None


DATA = {
    "hiera.yaml": TWO_LEVELS,
    "data/one.yaml": "plain: 1\ntext: '%{facts.hostname}'\nlist: [1]\nodd: {a: 1}\n",
    "data/two.yaml": """
        list: [2]
        odd: [2]
        lookup_options: {list: {merge: unique}, odd: {merge: hash}}
        """,
}


def test_plain_values_are_found_without_a_walk_once_all_is_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = compiled(tmp_path, DATA, "undef")
    top = result.build.top
    lookups = lookups_of(top)
    assert lookups.find(top, "plain") == 1
    walked: list[str] = []
    walk = Lookups.lookup

    def noted(self: Lookups, text: str, request: Request, merge: object = None) -> object:
        walked.append(text)
        return walk(self, text, request, merge)

    monkeypatch.setattr(Lookups, "lookup", noted)
    assert lookups.find(top, "plain") == 1
    assert lookups.find(top, "nope") is MISSING
    assert lookups.find(top, "lookup_options") is MISSING
    assert lookups.find(top, "text") == "teal"
    assert walked == []
    assert lookups.find(top, "list") == [1, 2]
    assert lookups.find(top, "list.0") == 1
    assert walked == ["list", "list.0"]
    assert lookups.find(top, "list") == [1, 2]  # is kept as it was merged
    assert walked == ["list", "list.0"]


def test_a_merged_value_with_text_is_made_for_each_node(tmp_path: Path) -> None:
    options = "lookup_options: {list: {merge: unique}}\n"
    files = {
        "hiera.yaml": TWO_LEVELS,
        "data/one.yaml": "plain: 1\nlist: [one]\n",
        "data/two.yaml": f"list: ['%{{facts.hostname}}']\n{options}",
    }
    code = "notice(lookup('plain'), lookup('list'), lookup('list'))"
    shared = environment(tmp_path, files, code)
    for name in ("teal", "mallard"):
        result = compile_catalog(shared, Node("a", {**FACTS, "hostname": name}))
        assert messages(result) == [f"1 [one, {name}] [one, {name}]"]


def test_a_converted_value_is_made_for_each_lookup(tmp_path: Path) -> None:
    files = {
        "hiera.yaml": TWO_LEVELS,
        "data/one.yaml": "plain: 1\nlist: [one]\n",
        "data/two.yaml": "lookup_options: {list: {merge: unique, convert_to: Sensitive}}\n",
    }
    code = "notice(lookup('plain'), lookup('list'), lookup('list').unwrap)"
    shared = environment(tmp_path, files, code)
    for _ in range(2):
        assert messages(compile_catalog(shared, Node("a", FACTS)))[-1].endswith("[one]")


def test_errors_in_texts_are_the_same_whichever_way_they_are_met(tmp_path: Path) -> None:
    for number, text in enumerate(("%{quack('x')}", "%{lookup('t')}", "%{facts.hostname.x}")):
        files = {
            "hiera.yaml": TWO_LEVELS,
            "data/one.yaml": f'plain: 1\nt: "{text}"\n',
            "data/two.yaml": "{}",
        }
        first = messages(compiled(tmp_path / f"a{number}", files, "notice(lookup('t'))"))
        code = "notice(lookup('plain'), lookup('t'))"
        assert messages(compiled(tmp_path / f"b{number}", files, code)) == first
        assert first


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
    assert lookups_of(result.build.top)._plans == {None: None}


def test_a_change_of_a_file_is_seen_by_the_next_compile(tmp_path: Path) -> None:
    shared = environment(tmp_path, DATA, "notice(lookup('plain'), lookup('list'), lookup('plain'))")
    node = Node("a", FACTS)
    assert messages(compile_catalog(shared, node)) == ["1 [1, 2] 1"]
    (tmp_path / "data" / "one.yaml").write_text("plain: 22\nlist: [3]\n")
    assert messages(compile_catalog(shared, node)) == ["22 [3, 2] 22"]


def test_nodes_that_use_other_files_share_no_merged_values(tmp_path: Path) -> None:
    files = {
        "hiera.yaml": "version: 5\nhierarchy:\n"
        "  - {name: v, path: '%{facts.hostname}.yaml'}\n  - {name: c, path: common.yaml}\n",
        "data/a.yaml": "list: [a]\n",
        "data/b.yaml": "list: [b]\n",
        "data/common.yaml": "plain: 1\nlist: [c]\nlookup_options: {list: {merge: unique}}\n",
    }
    shared = environment(tmp_path, files, "notice(lookup('plain'), lookup('list'), lookup('list'))")
    for name in ("a", "b", "a", "b"):
        result = compile_catalog(shared, Node("n", {**FACTS, "hostname": name}))
        assert messages(result) == [f"1 [{name}, c] [{name}, c]"]
