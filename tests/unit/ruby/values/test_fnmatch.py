"""fnmatch.json has the answers of Ruby 3.1's File.fnmatch.

A row has a pattern, flags, the names that match and the names that do not match.
"""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest

from duckrow.ruby.values.fnmatch import EXTGLOB, alternatives, matcher

ROWS: list[tuple[str, int, list[str], list[str]]] = json.loads(
    (Path(__file__).parent / "fnmatch.json").read_text(encoding="utf-8")
)


def fnmatch(pattern: str, name: str, flags: int) -> bool:
    return any(matcher(each, flags)(name) for each in alternatives(pattern, flags))


def test_names_match_as_in_ruby() -> None:
    wrong = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for pattern, flags, yes, no in ROWS:
            wrong += [
                (pattern, flags, name, "no") for name in yes if not fnmatch(pattern, name, flags)
            ]
            wrong += [(pattern, flags, name, "yes") for name in no if fnmatch(pattern, name, flags)]
    assert wrong == []


def test_the_table_is_large() -> None:
    assert sum(len(yes) + len(no) for _, _, yes, no in ROWS) > 1500


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("a", ["a"]),
        ("{a,b}{c,d}", ["ac", "ad", "bc", "bd"]),
        ("x{a,{b,c}d}y", ["xay", "xbdy", "xcdy"]),
        ("{a,}", ["a", ""]),
        ("{a\\,b,c}", ["a\\,b", "c"]),
        ("\\{a,b}", ["\\{a,b}"]),
        ("a,b}", ["a,b}"]),
        ("{a", []),
        ("{a,b}{c", []),
    ],
)
def test_braces(pattern: str, found: list[str]) -> None:
    assert list(alternatives(pattern, EXTGLOB)) == found


def test_many_stars_and_directories_end_soon() -> None:
    assert not matcher("*a" * 40 + "b")("a" * 2000)
    assert not matcher("**/a/" * 20 + "b", 2)("a/" * 200)
    assert next(alternatives("{a,b}" * 200, EXTGLOB)) == "a" * 200
