"""The data of the page about a run of a policy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duckrow.cfengine.explain.dry_run import record_dry_run
from duckrow.cfengine.explain.page_data import page_data
from duckrow.explain.page.html import page

POND = """\
bundle agent main
{
  vars:
    "food" string => "oats";
  classes:
    "hungry" expression => "any";
  methods:
    hungry::
      "feed" usebundle => feed("$(food)"), handle => "feeding";
}
bundle agent feed(what)
{
  reports:
    "eat $(what)";
    winter::
      "sleep" depends_on => { "feeding" };
}
bundle agent unused
{
  reports:
    "never";
}
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = tmp_path_factory.mktemp("policy") / "pond.cf"
    path.write_text(POND)
    found: dict[str, Any] = page_data(record_dry_run(str(path)), "a pond", {})
    page(found)  # it can be written
    shown: dict[str, Any] = _without_directory(found, f"{path.parent}/")
    return shown


def _without_directory(value: Any, directory: str) -> Any:
    if isinstance(value, str):
        return value.replace(directory, "")
    if isinstance(value, list):
        return [_without_directory(each, directory) for each in value]
    if isinstance(value, dict):
        return {
            key.replace(directory, ""): _without_directory(each, directory)
            for key, each in value.items()
        }
    return value


def test_bundles_contain_promises(data: dict[str, Any]) -> None:
    found = {node["ref"]: (node["container"], node["line"]) for node in data["nodes"]}
    assert found["bundle main"] == ("", 1)
    assert found['methods "feed" (pond.cf:9)'] == ("bundle main", 9)
    assert found['reports "never" (pond.cf:21)'] == ("bundle unused", 21)


def test_edges_are_calls_classes_variables_and_handles(data: dict[str, Any]) -> None:
    found = {(edge["source"], edge["target"], edge["kind"]) for edge in data["edges"]}
    call = 'methods "feed" (pond.cf:9)'
    assert found == {
        (call, "bundle feed", "call"),
        ('classes "hungry" (pond.cf:6)', call, "class"),
        (call, 'reports "eat $(what)" (pond.cf:14)', "variable"),
        (call, 'reports "sleep" (pond.cf:16)', "depends_on"),
    }


def test_promises_have_outcomes_and_reasons(data: dict[str, Any]) -> None:
    nodes = {node["ref"]: node for node in data["nodes"]}
    sleeping = nodes['reports "sleep" (pond.cf:16)']
    assert sleeping["status"] == "skipped"
    values = {value["name"]: value["value"] for value in sleeping["values"]}
    assert values["class guard"] == "winter"
    assert values["feed, pass 1"] == "skipped: its class guard winter is false"
    assert "is skipped" in sleeping["why"][0]["text"]
    never = nodes['reports "never" (pond.cf:21)']
    assert "status" not in never
    assert "is never evaluated" in never["why"][0]["text"]


def test_phases_are_passes(data: dict[str, Any]) -> None:
    names = [phase["name"] for phase in data["phases"]]
    assert names[0] == "before all bundles"
    first = names.index("main, pass 1")
    assert names.index("feed, pass 1") > first
    texts = [step["text"] for step in data["phases"][first]["steps"]]
    assert 'class hungry is defined, by classes "hungry"' in texts


def test_sources_are_there(data: dict[str, Any]) -> None:
    assert data["sources"] == {"pond.cf": POND}


def test_code_without_a_file_has_a_source(tmp_path: Path) -> None:
    path = tmp_path / "pond.cf"
    path.write_text(POND)
    data: Any = page_data(record_dry_run(str(path)), "a pond", {str(path): "quack"})
    assert data["sources"] == {str(path): "quack"}
