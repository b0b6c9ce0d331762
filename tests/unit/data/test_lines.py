from __future__ import annotations

import pytest

from duckrow.data.lines import line_of

TEXT = b"""a: 1
b:
  c: [1,
    2]
  d:
    - x: 1
      y: 2
    - z
# comment
'e.f': 5
g: {h: 1,
 i: 2}
[x]: {q: 1}
r: 3
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (["a"], 1),
        (["b"], 2),
        (["b", "c"], 3),
        (["b", "c", 1], 4),
        (["b", "d", 0, "y"], 7),
        (["b", "d", 1], 8),
        (["e.f"], 10),
        (["g", "i"], 12),
        (["r"], 14),
    ],
)
def test_the_line_of_a_key(path: list[str | int], line: int) -> None:
    assert line_of(TEXT, path) == line


def test_what_is_not_there_has_the_line_of_what_is_around_it() -> None:
    assert line_of(TEXT, ["b", "nope"]) == 2
    assert line_of(TEXT, ["b", "d", 9]) == 5
    assert line_of(TEXT, ["nope"]) is None


def test_json_has_lines_too_and_nonsense_has_none() -> None:
    assert line_of(b'{"a": 1,\n "b": {"c": [1,\n{"d": 4}]}}', ["b", "c", 1, "d"]) == 3
    assert line_of(b"[", ["a"]) is None
