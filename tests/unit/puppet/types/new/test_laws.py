"""Laws of making values, over any types and arguments."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duckrow.puppet.types.instance import accepts
from duckrow.puppet.types.iterate import MOST_ELEMENTS, iterate
from duckrow.puppet.types.model.collections import HASH
from duckrow.puppet.types.model.numbers import INTEGER
from duckrow.puppet.types.model.scalars import STRING
from duckrow.puppet.types.model.wrappers import InitType
from duckrow.puppet.types.new.dispatch import new
from duckrow.puppet.types.new.regexp import escaped
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.types.type_text import type_to_text
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.regexp import RubyRegexp
from duckrow.ruby.values.keys import to_key
from duckrow.source.errors import DuckrowError

TYPES = [
    parse_type(text)
    for text in (
        "Integer",
        "Integer[1, 10]",
        "Float",
        "Numeric",
        "Boolean",
        "String",
        "String[2, 3]",
        "Array",
        "Array[Integer]",
        "Tuple[Integer, String]",
        "Hash",
        "Hash[String, Integer]",
        "Struct[{a => Integer}]",
        "Regexp",
        "Timestamp",
        "Timespan",
        "SemVer",
        "SemVerRange",
        "Binary",
        "URI",
        "Sensitive",
        "Type",
        "Optional[Float]",
        "NotUndef",
        "Variant[Integer, Float]",
        "Data",
        "Error",
        "Deferred",
    )
]
_texts = st.one_of(
    st.text(max_size=8),
    st.from_regex(r"[-+ ]?(0[xXbB])?[0-9a-f._e-]{1,6}", fullmatch=True),
    st.sampled_from(
        ("%s", "%x", "%M", "tree", "hash_tree", "1.2.3", "Integer[1", "a=b", "2020-01-01")
    ),
)
_scalars = st.one_of(
    st.none(),
    st.booleans(),
    # A number of some millions is a large array that shows nothing more.
    st.integers().filter(lambda number: not 1_000 < number <= MOST_ELEMENTS),
    st.floats(),
    _texts,
    st.just(DEFAULT),
    st.binary(max_size=4).map(Binary),
    st.integers().map(Timestamp),
    st.integers().map(Timespan),
    st.integers(min_value=0).map(lambda n: SemVer(n, 0, 1)),
    st.sampled_from(TYPES),
    st.just(RubyRegexp("a")),
    _texts.map(Sensitive),
)
_keys = st.one_of(
    st.sampled_from(("from", "radix", "abs", "string", "format", "value", "hours", "min", "host")),
    _scalars.filter(lambda value: not isinstance(value, Sensitive)).map(to_key),
)
_values = st.recursive(
    _scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(_keys, inner, max_size=3)),
    max_leaves=8,
)


@pytest.mark.parametrize("type_", TYPES, ids=type_to_text)
def test_what_is_made_is_an_instance_and_what_is_not_is_an_error(type_: Any) -> None:
    @given(st.lists(_values, max_size=3))
    def law(arguments: list[Any]) -> None:
        for wanted in (type_, InitType(type_, ())):
            try:
                made = new(wanted, *arguments)
            except DuckrowError:
                continue
            assert accepts(type_, made)

    law()


@given(st.integers())
def test_a_number_survives_being_a_string(number: int) -> None:
    assert new(INTEGER, new(STRING, number)) == number


@given(st.integers(min_value=0))
def test_a_number_survives_being_a_string_in_any_radix(number: int) -> None:
    for form, radix in (("%d", 10), ("%#x", 16), ("%#b", 2), ("%o", 8), ("%#o", DEFAULT)):
        assert new(INTEGER, new(STRING, number, form), radix) == number


@given(st.dictionaries(_keys, _values, max_size=4))
def test_a_hash_survives_being_pairs(value: dict[Any, Any]) -> None:
    pairs = list(iterate(value))
    made = new(HASH, pairs)
    assert list(made) == list(value)
    assert all(made[key] is value[key] for key in value)


@given(st.text())
def test_an_escaped_text_matches_itself(text: str) -> None:
    found = RubyRegexp(escaped(text)).search(f"x{text}y")
    assert found is not None
    assert found.group(0) == text
