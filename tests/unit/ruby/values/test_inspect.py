"""Values as Ruby 3.1 and Puppet 7 `inspect` and write them."""

from __future__ import annotations

import pytest

from duckrow.data.symbol import Symbol
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.regexp import regexp
from duckrow.ruby.core.collections.hash_default import DefaultHash
from duckrow.ruby.uri.uri import URI
from duckrow.ruby.values.inspect import inspect
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.to_s import to_s

# Each value with its text and what `inspect` shows.
CASES: list[tuple[object, str, str]] = [
    ("a b", "a b", '"a b"'),
    ("\udcffa", "\udcffa", r'"\xFFa"'),
    (1, "1", "1"),
    (-(10**30), "-" + "1" + "0" * 30, "-" + "1" + "0" * 30),
    (True, "true", "true"),
    (False, "false", "false"),
    (None, "", "nil"),
    (1e20, "1.0e+20", "1.0e+20"),
    (1e15, "1.0e+15", "1.0e+15"),
    (1e-5, "1.0e-05", "1.0e-05"),
    (-0.0, "-0.0", "-0.0"),
    (float("inf"), "Infinity", "Infinity"),
    (Symbol("a"), "a", ":a"),
    (Symbol("a b"), "a b", ':"a b"'),
    (Symbol("a="), "a=", ":a="),
    (Symbol("é"), "é", ":é"),
    (regexp("a/b"), "(?-mix:a\\/b)", "/a\\/b/"),
    (URI.parse("https://a"), "https://a", "#<URI::HTTPS https://a>"),
    (URI.parse("x:y"), "x:y", "#<URI::Generic x:y>"),
    (DEFAULT, "default", ":default"),
    (Sensitive("x"), "Sensitive [value redacted]", "#<Sensitive [value redacted]>"),
    (SemVer.parse("1.2.3"), "1.2.3", "1.2.3"),
    (SemVerRange.parse("1.x"), "1.x", ">=1.0.0 <2.0.0"),
]


@pytest.mark.parametrize(("value", "text", "shown"), CASES)
def test_a_value_as_text_and_inspected(value: object, text: str, shown: str) -> None:
    assert to_s(value) == text
    assert inspect(value) == shown


@pytest.mark.parametrize(("value", "_text", "shown"), CASES)
def test_containers_inspect_their_members(value: object, _text: str, shown: str) -> None:
    assert to_s([value, [value]]) == f"[{shown}, [{shown}]]"
    assert to_s({"a": value, to_key(1.0): []}) == f'{{"a"=>{shown}, 1.0=>[]}}'


def test_a_hash_with_a_default_is_shown_as_a_hash() -> None:
    assert inspect(DefaultHash(0)) == "{}"


def test_a_type_is_shown_without_an_address() -> None:
    assert to_s(parse_type("Integer[1, 2]")) == "Integer[1, 2]"
    assert inspect(parse_type("Integer[1, 2]")) == "#<Integer[1, 2]>"


def test_a_caller_shows_its_own_objects() -> None:
    assert inspect([1, {"a": ...}], lambda value: f"<{type(value).__name__}>") == (
        '[1, {"a"=><ellipsis>}]'
    )
