"""The data of the page about a compile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duckrow.explain.page.html import page
from duckrow.machine.local import LocalMachine
from duckrow.puppet.apply.order import REFRESH, plain_relationships
from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.puppet.explain.graph import ReasonedGraph
from duckrow.puppet.explain.page_data import page_data
from duckrow.puppet.explain.record import Record
from duckrow.puppet.explain.recorded import Recorded

POND = """\
class pond {
  file { '/etc': ensure => directory }
  file { '/etc/ducks.conf': content => "a\\nb\\n" }
  ~> service { 'ducks': ensure => running }
  notify { 'hello': message => [1, 'two'], require => Service['ducks'] }
}
define duck() {
  notify { "quack ${title}": subscribe => Class['pond'] }
}
File { mode => '0644' }
include pond
duck { 'donald': before => Notify['end'] }
notify { 'end': }
"""


def graph_of(code: str, directory: Path) -> ReasonedGraph:
    """Compile a manifest, site.pp."""
    path = directory / "site.pp"
    path.write_text(code)
    environment = Environment(directory=str(directory), manifest=str(path))
    record = Record()
    node = Node("pond.example.com", {})
    result = compile_catalog(environment, node, listener=record)
    assert result.failure is None, result.failure.message
    return ReasonedGraph(Recorded(result.build, record, str(directory)), LocalMachine())


def data_of(code: str, directory: Path) -> dict[str, Any]:
    """Return the data of the page of a manifest."""
    data: dict[str, Any] = page_data(graph_of(code, directory), "a pond")
    page(data)  # it can be written
    return data


def node_of(data: dict[str, Any], ref: str) -> dict[str, Any]:
    found: dict[str, Any] = next(node for node in data["nodes"] if node["ref"] == ref)
    return found


def edges_of(data: dict[str, Any]) -> set[tuple[str, str, str, bool, str]]:
    return {
        (
            edge["source"],
            edge["target"],
            edge["kind"],
            edge["refresh"],
            f"{edge.get('file')}:{edge.get('line')}",
        )
        for edge in data["edges"]
    }


def test_nodes_have_containers_and_places(tmp_path: Path) -> None:
    data = data_of(POND, tmp_path)
    found = {node["ref"]: (node["container"], node.get("line")) for node in data["nodes"]}
    assert found["Stage[main]"][0] == ""
    assert found["Class[Pond]"] == ("Stage[main]", 11)
    assert found["File[/etc/ducks.conf]"] == ("Class[Pond]", 3)
    assert found["Notify[quack donald]"] == ("Duck[donald]", 8)


def test_edges_have_kinds_and_places(tmp_path: Path) -> None:
    assert edges_of(data_of(POND, tmp_path)) == {
        ("File[/etc]", "File[/etc/ducks.conf]", "automatic", False, "site.pp:3"),
        ("File[/etc/ducks.conf]", "Service[ducks]", "notify arrow", True, "site.pp:4"),
        ("Service[ducks]", "Notify[hello]", "require", False, "site.pp:5"),
        ("Class[Pond]", "Notify[quack donald]", "subscribe", True, "site.pp:8"),
        ("Duck[donald]", "Notify[end]", "before", False, "site.pp:12"),
    }


def test_edges_are_those_of_the_run(tmp_path: Path) -> None:
    run = plain_relationships(graph_of(POND, tmp_path).ral).edges()
    edges = data_of(POND, tmp_path)["edges"]
    shown = [(edge["source"], edge["target"], edge["refresh"]) for edge in edges]
    assert sorted(shown) == sorted(
        (source.ref, target.ref, label == REFRESH) for source, target, label in run
    )


def test_values_are_as_the_language_writes_them(tmp_path: Path) -> None:
    data = data_of(POND, tmp_path)
    values = {
        value["name"]: value["value"]
        for ref in ("Notify[hello]", "File[/etc/ducks.conf]")
        for value in node_of(data, ref)["values"]
    }
    assert values["message"] == "[1, 'two']"
    assert values["content"] == "a\nb\n"
    assert values["mode"] == "'0644'"


def test_values_have_reasons(tmp_path: Path) -> None:
    values = node_of(data_of(POND, tmp_path), "File[/etc/ducks.conf]")["values"]
    (mode,) = (value for value in values if value["name"] == "mode")
    assert [(reason["kind"], reason["line"]) for reason in mode["reasons"]] == [("default", 10)]


def test_reasons_lead_to_the_main_manifest(tmp_path: Path) -> None:
    (why,) = node_of(data_of(POND, tmp_path), "Service[ducks]")["why"]
    assert (why["kind"], why["line"]) == ("declaration", 4)
    (behind,) = why["because"]
    assert (behind["kind"], behind["line"]) == ("include", 11)


def test_phases_are_rounds_and_the_order_of_a_run(tmp_path: Path) -> None:
    data = data_of(POND, tmp_path)
    assert [phase["name"] for phase in data["phases"]] == ["Main manifest", "Round 1", "As applied"]
    steps = [step["ref"] for step in data["phases"][2]["steps"]]
    assert steps.index("Service[ducks]") < steps.index("Notify[quack donald]")
    assert {"text": "The body of Duck[donald] runs", "ref": "Duck[donald]"}.items() <= (
        data["phases"][1]["steps"][0].items()
    )


def test_sources_are_there(tmp_path: Path) -> None:
    assert data_of(POND, tmp_path)["sources"] == {"site.pp": POND}


@pytest.mark.parametrize(
    ("code", "cycle"),
    [
        (
            "notify { 'a': before => Notify['b'] } notify { 'b': before => Notify['a'] }",
            ["Notify[a]", "Notify[b]"],
        ),
        (
            "class c { notify { a: } } include c Class['c'] -> notify { b: before => Notify['a'] }",
            ["Class[C]", "Notify[b]", "Notify[a]"],
        ),
    ],
)
def test_cycles_are_there(code: str, cycle: list[str], tmp_path: Path) -> None:
    (found,) = data_of(code, tmp_path)["cycles"]
    start = found.index(cycle[0])
    assert found[start:] + found[:start] == cycle


def test_races_are_there(tmp_path: Path) -> None:
    code = "file { '/a': } exec { '/bin/rm /a': }"
    assert data_of(code, tmp_path)["races"] == [
        {"refs": ["File[/a]", "Exec[/bin/rm /a]"], "what": "the path /a"}
    ]


@pytest.mark.parametrize(
    "code",
    [
        "notify { 'a': message => Sensitive('goldeneye') }",
        "class c(Sensitive $word) { } class { 'c': word => Sensitive('goldeneye') }",
        "$word = Sensitive({ 'is' => 'goldeneye' })",
        "define d($words) { } d { 'a': words => { 'b' => [Sensitive('goldeneye')] } }",
    ],
)
def test_no_secret_is_in_it(code: str, tmp_path: Path) -> None:
    assert "goldeneye" not in json.dumps(data_of(code, tmp_path))
