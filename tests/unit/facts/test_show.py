"""Facts as text, the way facter prints them."""

from __future__ import annotations

import json

from duckrow.facts.show import facts_text, json_text, value_text


def test_facts() -> None:
    facts = {
        "a": 'plain "text"',
        "b": 1.5,
        "c": True,
        "d": {"x": "quoted", "y": [1, "two", {}], "z": {"n": None}},
        "e": [],
    }
    assert facts_text(facts) == (
        'a => plain "text"\n'
        "b => 1.5\n"
        "c => true\n"
        "d => {\n"
        '  x => "quoted",\n'
        "  y => [\n"
        "    1,\n"
        '    "two",\n'
        "    {\n"
        "    }\n"
        "  ],\n"
        "  z => {\n"
        "    n => null\n"
        "  }\n"
        "}\n"
        "e => [\n"
        "]"
    )


def test_single_values() -> None:
    assert value_text("one\ntwo") == "one\ntwo"
    assert value_text(None) == ""
    assert value_text({"a": 'say "hi"\n\\'}) == '{\n  a => "say \\"hi\\"\\n\\"\n}'


def test_the_facts_of_a_query() -> None:
    facts: dict[str, object] = {"a": None, "b": '"quoted"', "c": "one\ntwo", "d": 'a "b" c'}
    assert facts_text(facts, is_query=True) == 'a => \nb => quoted\nc => one\ntwo\nd => a "b" c'
    assert facts_text({}) == ""


def test_json() -> None:
    value = {"a": [1, 2.5, 1e300, {}], "ü\n": {'x"': None, "y": [[], True, False]}, "": "\x00\\"}
    text = json_text(value)
    assert json.loads(text) == value
    assert "    1.0e+300,\n    {\n    }\n" in text
    assert '    "y": [\n      [\n\n      ],\n' in text
