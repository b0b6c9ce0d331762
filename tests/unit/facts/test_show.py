"""Facts as text, the way facter prints them."""

from __future__ import annotations

from duckrow.facts.show import facts_text, value_text


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
        "    {}\n"
        "  ],\n"
        "  z => {\n"
        "    n => null\n"
        "  }\n"
        "}\n"
        "e => []\n"
    )


def test_single_values() -> None:
    assert value_text("one\ntwo") == "one\ntwo"
    assert value_text(None) == ""
    assert value_text({"a": 'say "hi"\n\\'}) == '{\n  a => "say \\"hi\\"\\n\\"\n}'
