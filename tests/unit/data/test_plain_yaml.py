"""Plain YAML has the value that libyaml reads; everything else is left to libyaml."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duckrow.data.errors import DataError
from duckrow.data.plain_yaml import NOT_PLAIN, read_plain
from duckrow.data.yaml_events import load_events
from duckrow.ruby.values.keys import to_key


def plain(text: str) -> object:
    return read_plain(text.encode(), to_key)


def with_libyaml(text: str) -> object:
    try:
        return load_events(text.encode(), "F", to_key)
    except DataError:
        return NOT_PLAIN


PLAIN: list[tuple[str, object]] = [
    ("", None),
    ("# only a comment\n", None),
    ("---\n", None),
    ("--- {}\n", {}),
    ("--- []\n", []),
    ("a: 1\n...\n", {"a": 1}),
    ("---\na: 1\n", {"a": 1}),
    ("a: b c\nd: 'e # f'  # comment\ng: \"h: i\"\n", {"a": "b c", "d": "e # f", "g": "h: i"}),
    ("a: yes\nb: ~\nc:\nd: 0644\ne: []\n", {"a": True, "b": None, "c": None, "d": 420, "e": []}),
    ("apache::mod: /etc/x\n'a b': 1\n", {"apache::mod": "/etc/x", "a b": 1}),
    ("a:\n  b:\n    c: 1\n  d: 2\ne: 3\n", {"a": {"b": {"c": 1}, "d": 2}, "e": 3}),
    ("a:\n- 1\n- 2\nb:\n  - 3\n", {"a": [1, 2], "b": [3]}),
    (
        "- a: 1\n  b: 2\n-\n  c: 3\n- - d\n  - e\n-\n",
        [{"a": 1, "b": 2}, {"c": 3}, ["d", "e"], None],
    ),
    ("a: 1\na:\n  b: 2\n", {"a": {"b": 2}}),
    (
        "a: [ntp]\nb: [ 'c, d', \"e]\" , 1,f/g ] # ]\n",
        {"a": ["ntp"], "b": ["c, d", "e]", 1, "f/g"]},
    ),
    ("- [0644, yes, 1.5, .x]\n- ['']\n", [[420, True, 1.5, ".x"], [""]]),
    ("a: -1\nb: -x\nc: puppet:///d\n", {"a": -1, "b": "-x", "c": "puppet:///d"}),
]


@pytest.mark.parametrize(("text", "value"), PLAIN)
def test_plain_texts_are_read(text: str, value: object) -> None:
    assert plain(text) == value == with_libyaml(text)


@pytest.mark.parametrize(
    "text",
    [
        "word",
        "a: [b c]",
        "a: [b: c]",
        "a: [b,]",
        "a: [b, [c]]",
        "a: ['it''s']",
        "a: [b",
        "a: [b] c",
        "a: [~]",
        "[b]",
        "a: [2001-01-01]",
        "a: {b: 1}",
        "a: |\n  b",
        "a: >-\n  b",
        "a: &x 1",
        "a: *x",
        "a: !str 1",
        "<<: a",
        "a: b\n  c",
        "a:\n  b",
        'a: "b\\n"',
        "a: 'it''s'",
        "a: b: c",
        "a: - b",
        "a: 1\n- b",
        "- a\nb: 1",
        "a:\n    b: 1\n  c: 2",
        " a: 1",
        "a:\tb",
        "a: 1\r\n",
        "a: é",
        "a: 1\n---\nb: 2",
        "a: 1\n...\nb: 2",
        "a: 2001-01-01",
        "? a",
        "%YAML 1.1\n---\na: 1",
        "a: " + "b" * 2000,
        "".join("  " * level + "a:\n" for level in range(60)),
    ],
)
def test_other_texts_are_left_to_libyaml(text: str) -> None:
    assert plain(text) is NOT_PLAIN


WORDS = [
    "a",
    "b::c",
    "'d e'",
    '"f"',
    "1",
    "~",
    "yes",
    "-x",
    ".5",
    "/e",
    "[]",
    "{}",
    "x y",
    "a:b",
    "[",
    "]",
    ",",
]
ODD = ["", " ", "#c", " # c", "- ", "-", ": ", ":", "'", '"', "---", "...", "|", "&a", "*a", "<<"]
LINES = st.builds(
    lambda indent, parts: " " * indent + "".join(parts),
    st.integers(0, 5),
    st.lists(st.sampled_from([*WORDS, *ODD, *(f"{word}: " for word in WORDS[:6])]), max_size=4),
)


FLOW = st.builds(
    lambda parts: f"a: [{''.join(parts)}",
    st.lists(st.sampled_from([*WORDS, *ODD, ", ", ",", " ", "]", "x-", "-", "1_0", "0x1f"])),
)


@settings(max_examples=500, deadline=None)
@given(st.lists(LINES | FLOW, max_size=8))
def test_a_text_is_read_as_libyaml_reads_it(lines: list[str]) -> None:
    text = "\n".join(lines)
    value = plain(text)
    assert value is NOT_PLAIN or repr(value) == repr(with_libyaml(text))


def test_a_plain_text_imports_no_library() -> None:
    code = (
        "import sys; from duckrow.data.yaml import load; "
        "load(b'a: 1'); print('yaml' in sys.modules); "
        "load(b'a: {}'); load(b'a: {b: 1}'); print('yaml' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
