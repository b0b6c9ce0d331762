"""Templates become Ruby code: the text that comes of it, and the lines that it has."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.puppet.environment import Environment, Node, compile_catalog
from duckrow.ruby.erb import to_ruby

# Templates put together at random, each with what Ruby 3.1 makes of it (ERB, trim mode "-").
RECORDED = Path(__file__).parents[2] / "conformance" / "puppet" / "ruby" / "erb.json"


def filled_in(templates: list[str]) -> list[str]:
    """Fill in many templates in one compile."""
    node = Node("pond.example.com", {"templates": templates})
    code = "$facts['templates'].each |$each| { notice(inline_template($each)) }"
    done = compile_catalog(Environment(code=code), node)
    assert done.ok, [entry.message for entry in done.logs][-1]
    return [entry.message for entry in done.logs]


def test_templates_make_what_they_make_in_ruby() -> None:
    cases = json.loads(RECORDED.read_text())
    found = filled_in([template for template, _ in cases])
    wrong = [
        (template, text, made)
        for (template, text), made in zip(cases, found, strict=True)
        if text != made
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("template", "line"),
    [
        ("a\nb\n<%= HERE %>", 3),
        ("<% x = 1 -%>\n<% if x\n -%>\n  <%- y = 2 -%>\ntext\n<%= HERE %>", 6),
        ("<%%\n<%= HERE %>", 2),
        # Comments count as one line, whatever they hold: Ruby's own ERB counts so as well.
        ("<%# one\ntwo\nthree %>\n<%= HERE %>", 2),
    ],
)
def test_code_stands_on_the_line_of_the_template(template: str, line: int) -> None:
    code = to_ruby(template.encode()).decode().splitlines()
    assert [number for number, text in enumerate(code, 1) if "HERE" in text] == [line]
