"""An answer is written as text, as JSON and as a graph."""

from __future__ import annotations

import json

import pytest

from duckrow.explain.answer import Answer, Place, Reason, Table
from duckrow.explain.formats import render

ORDER = Answer(
    ("order", "File[/a]", "Service[b]"),
    "File[/a] comes before Service[b].",
    [
        Reason(
            "notify",
            "File[/a] notifies Package[p]",
            Place("site.pp", 3, 5),
            source="File[/a]",
            target="Package[p]",
        ),
        Reason(
            "arrow",
            "Package[p] comes before Service[b]",
            Place("site.pp", 7),
            source="Package[p]",
            target="Service[b]",
        ),
    ],
    is_yes=True,
)
VALUE = Answer(
    ("value", "File[/a]", "mode"),
    "mode is '0644'",
    [
        Reason(
            "variable",
            '$mode is "x#<y>"',
            Place("a.pp", 2),
            [Reason("default", "the default", Place("a.pp", 1))],
        )
    ],
    hint="set it",
    tables=[Table("passes", ("pass", "outcome"), [("1", "kept"), ("2", "")])],
)


def test_text_shows_reasons_below_what_they_explain() -> None:
    assert render(VALUE, "text").splitlines() == [
        "mode is '0644'",
        '  $mode is "x#<y>"  (a.pp:2)',
        "    the default  (a.pp:1)",
        "",
        "passes:",
        "  pass  outcome",
        "  1     kept",
        "  2",
        "hint: set it",
    ]


def test_json_has_everything() -> None:
    data = json.loads(render(ORDER, "json"))
    assert data["yes"] is True
    assert data["question"] == ["order", "File[/a]", "Service[b]"]
    assert data["reasons"][0] == {
        "kind": "notify",
        "text": "File[/a] notifies Package[p]",
        "source": "File[/a]",
        "target": "Package[p]",
        "file": "site.pp",
        "line": 3,
        "column": 5,
    }
    value = json.loads(render(VALUE, "json"))
    assert value["reasons"][0]["because"][0]["kind"] == "default"
    assert value["tables"][0]["rows"] == [["1", "kept"], ["2", ""]]
    assert "yes" not in value


def test_a_graph_shows_what_is_ordered() -> None:
    assert render(ORDER, "dot").splitlines() == [
        'digraph "order File[/a] Service[b]" {',
        '  n0 [label="File[/a]"];',
        '  n1 [label="Package[p]"];',
        '  n2 [label="Service[b]"];',
        '  n0 -> n1 [label="notify\\nsite.pp:3:5"];',
        '  n1 -> n2 [label="arrow\\nsite.pp:7"];',
        "}",
    ]


def test_a_graph_of_other_answers_shows_their_reasons() -> None:
    assert render(VALUE, "mermaid").splitlines() == [
        "flowchart TD",
        "  n0[\"mode is '0644'\"]",
        '  n1["$mode is #quot;x#35;#lt;y#gt;#quot;<br>a.pp:2"]',
        '  n2["the default<br>a.pp:1"]',
        '  n1 -->|"variable"| n0',
        '  n2 -->|"default"| n1',
    ]


@pytest.mark.parametrize("form", ["text", "dot", "mermaid"])
def test_control_characters_are_made_visible(form: str) -> None:
    written = render(Answer(["value"], "a \x1b[31m & \x9b b", [Reason("x", "\x07")]), form)
    assert not {"\x1b", "\x9b", "\x07"} & set(written)
    assert "a ␛[31m" in written
    assert "␇" in written


def test_an_ampersand_is_no_entity_of_mermaid() -> None:
    assert 'n0["a #amp;lt; b"]' in render(Answer(["value"], "a &lt; b"), "mermaid")


def test_an_unknown_format_is_an_error() -> None:
    with pytest.raises(ValueError, match="no format svg"):
        render(VALUE, "svg")
