"""Catalogs as JSON, YAML, a drawing and text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duckrow.puppet.catalog.formats import FORMATS, render
from duckrow.puppet.catalog.formats_yaml import yaml_text

CATALOG: dict[str, Any] = {
    "name": "pond.example.com",
    "environment": "production",
    "resources": [
        {"type": "Class", "title": "main", "tags": ["class"], "exported": False},
        {
            "type": "File",
            "title": "/etc/duck",
            "file": "/site.pp",
            "line": 3,
            "exported": False,
            "sensitive_parameters": ["content"],
            "parameters": {
                "mode": "0644",
                "content": "quack-quack",
                "before": ["Service[pond]"],
                "notify": "Exec[count]",
            },
        },
        {"type": "Service", "title": "pond", "line": 9, "parameters": {"enable": True}},
        {
            "type": "Exec",
            "title": "count",
            "parameters": {"tries": 3, "require": [["File[/etc/duck]"]]},
        },
    ],
    "edges": [
        {"source": "Class[main]", "target": "File[/etc/duck]"},
        {"source": "Class[main]", "target": "Service[pond]"},
    ],
}


def test_json_is_the_data() -> None:
    assert json.loads(render(CATALOG, "json")) == CATALOG


def test_yaml_is_the_data() -> None:
    yaml = pytest.importorskip("yaml")
    assert yaml.safe_load(render(CATALOG, "yaml")) == CATALOG


def test_every_format_ends_in_a_newline() -> None:
    for name in FORMATS:
        assert render(CATALOG, name).endswith("\n")


def test_an_unknown_format_is_rejected() -> None:
    with pytest.raises(ValueError, match="no format pson"):
        render(CATALOG, "pson")


def test_dot_tells_containment_order_and_refreshes_apart() -> None:
    lines = render(CATALOG, "dot").splitlines()
    assert lines[0] == 'digraph "pond.example.com" {'
    assert '  "Class[main]" -> "Service[pond]" [style=dashed];' in lines
    assert '  "File[/etc/duck]" -> "Service[pond]";' in lines
    # The require of the same two resources does not hide that there is a refresh.
    assert '  "File[/etc/duck]" -> "Exec[count]" [style=bold];' in lines


def test_text_declares_resources_and_keeps_secrets() -> None:
    text = render(CATALOG, "text")
    assert "quack-quack" not in text
    assert text.split("\n\n")[2] == (
        "# in Class[main], /site.pp:3\n"
        "file { '/etc/duck':\n"
        "  mode    => '0644',\n"
        "  content => [value redacted],\n"
        "  before  => ['Service[pond]'],\n"
        "  notify  => 'Exec[count]',\n"
        "}"
    )


def test_text_has_one_line_for_what_has_no_parameters() -> None:
    assert render(CATALOG, "text").split("\n\n")[1] == "class { 'main': }"


def test_text_breaks_long_collections() -> None:
    names = [f"duck number {number}" for number in range(8)]
    resource = {"type": "Notify", "title": "x", "parameters": {"h": {"k": names, "e": []}}}
    text = render({**CATALOG, "resources": [resource], "edges": []}, "text")
    assert "  h => {\n    'k' => [\n      'duck number 0',\n" in text
    assert "    'e' => [],\n  },\n" in text


def test_strings_that_look_like_something_else_are_quoted() -> None:
    odd = ["0644", "yes", "No", "null", "~", "1e3", "12:30", "a: b", "a #b", "", " x", "x ", "-"]
    odd += ["=", "<<", "2026-11-15", ".inf", "a:", "[x", "File[/x]", "a::b", "é", "\u2028", "\x00"]
    yaml = pytest.importorskip("yaml")
    assert yaml.safe_load(yaml_text(odd)) == odd
    assert yaml_text(["File[/x]", "apache::mod", "0644"]) == (
        '---\n- File[/x]\n- apache::mod\n- "0644"\n'
    )


def test_texts_of_several_lines_are_blocks() -> None:
    assert yaml_text({"content": "a\n  b\n\nc\n"}) == "---\ncontent: |\n  a\n    b\n\n  c\n"


_TEXT = st.text(st.sampled_from(list("ab0 \n\t:#-'\"[]{}%@&*!|>\\,?~\u00e9\x07")), max_size=12)
_DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(_DATA)
def test_yaml_is_read_back_as_it_was(data: Any) -> None:
    yaml = pytest.importorskip("yaml")
    assert yaml.safe_load(yaml_text(data)) == data
