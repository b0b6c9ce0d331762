"""Faults in JSON, in the words of Ruby's json 2.6.1 without the line number it puts in front."""

from __future__ import annotations

import pytest

from duckrow.data.json_text import find_fault

SOUND = [
    "1",
    "-0",
    "1e5",
    "-1.5E+3",
    "null",
    '"a"',
    "[]",
    "{}",
    ' [1, 2.5, "x", null, true, false, {"a": [{}]}] ',
    '{"a": 1, "a": 2}',
    "// comment\n1",
    "/* a */ [ /* b */ 1 /* c */ , 2 ] // end\n",
    r'"\q \u0041 \ud83d\ude00"',
    r'"\udc00"',
    r'"\ud83dxxxxxx"',
    "[" * 100 + "]" * 100,
]

BROKEN = {
    "": "unexpected token at ''",
    " \n": "unexpected token at ''",
    "{a}": "unexpected token at '{a}'",
    '{"a": }': "unexpected token at '{\"a\": }'",
    '{"a" 1}': "unexpected token at '{\"a\" 1}'",
    '{"a": 1,}': "unexpected token at '{\"a\": 1,}'",
    '{"a": 1 "b": 2}': 'unexpected token at \'{"a": 1 "b": 2}\'',
    '{"a": "b}': 'unexpected token at \'{"a": "b}\'',
    '{"a}': "unexpected token at '{\"a}'",
    "[1,]": "unexpected token at ']'",
    "[1 2]": "unexpected token at '2]'",
    "[,]": "unexpected token at ',]'",
    "[1": "unexpected token at ''",
    '[{"a"}]': "unexpected token at '{\"a\"}]'",
    '{"a": [1, nul]}': "unexpected token at 'nul]}'",
    "nul": "unexpected token at 'nul'",
    "nulll": "unexpected token at 'l'",
    "1 2": "unexpected token at '2'",
    "01": "unexpected token at '01'",
    "[-]": "unexpected token at '-]'",
    "1.": "unexpected token at '.'",
    "[1.5.2]": "unexpected token at '.5.2]'",
    "[1e]": "unexpected token at 'e]'",
    "]": "unexpected token at ']'",
    "[1]]": "unexpected token at ']'",
    "[NaN]": "unexpected token at 'NaN]'",
    "[-Infinity]": "unexpected token at '-Infinity]'",
    "[1, Infinity]": "unexpected token at ' Infinity]'",
    "Infinity": "unexpected token at ''",
    "[/x]": "unexpected token at 'x]'",
    "[1 /": "unexpected token at ''",
    "1 // no end": "unexpected token at ''",
    "/* no end": "unexpected token at ''",
    '"a\nb"': "unexpected token at '\"a\nb\"'",
    r'"\u12"': r"""unexpected token at '"\u12"'""",
    r'["a\ud800"]': r"""incomplete surrogate pair at 'a\ud800"]'""",
    r'["a\nb\ud800"]': r"""incomplete surrogate pair at 'b\ud800"]'""",
    r'["\ud83d\\ud800"]': r"""incomplete surrogate pair at '\ud800"]'""",
    "x\0y": "unexpected token at 'x'",
    "[" * 101: "nesting of 101 is too deep",
    '{"a":' * 101: "nesting of 101 is too deep",
}


@pytest.mark.parametrize("text", SOUND)
def test_sound_texts_have_no_fault(text: str) -> None:
    assert find_fault(text) is None


@pytest.mark.parametrize("text", BROKEN)
def test_faults_are_worded_and_quoted_like_the_reference(text: str) -> None:
    assert find_fault(text) == BROKEN[text]
