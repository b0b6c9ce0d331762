"""Checks written from the text of a type give the answers of the type itself."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.functions.table import FUNCTIONS, find
from duckrow.puppet.runtime.function import Function
from duckrow.puppet.runtime.iterators import iterator_of
from duckrow.puppet.runtime.quick_checks import Checks, split_arguments
from duckrow.puppet.types.definitions import Definitions
from duckrow.puppet.types.instance import accepts, checker
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.puppet.values.timespan import Timespan
from duckrow.regexp import RubyRegexp
from duckrow.ruby.values.keys import to_key

VALUES: list[Any] = [
    None,
    True,
    0,
    1,
    -1,
    1.5,
    "",
    "a",
    "G",
    "GI",
    "clear",
    "reduced",
    [],
    [1],
    ["a"],
    ["a", 1],
    [["a"]],
    {},
    {"a": "b"},
    {"a": 1},
    {"a": [1]},
    {"a": {"b": {to_key(1.5): 1}}},
    {"a": {1: {}}},
    {to_key(True): "x"},
    {1: "x"},
    DEFAULT,
    RubyRegexp("a"),
    SemVer.parse("1.0.0"),
    Sensitive("s"),
    Sensitive(1),
    Timespan(5),
    parse_type("Integer[1, 2]"),
    parse_type("Regexp[/a/]"),
    iterator_of([1]).backwards(),
]


def used() -> list[tuple[str, Any]]:
    """List the texts of types that built-in functions use, each with what it may mention."""
    found = {}
    for name in FUNCTIONS:
        function = find(name)
        if not isinstance(function, Function):
            continue
        for form in function.forms:
            for text in form.parameters:
                if not text.startswith("&"):
                    found[text.rpartition(" ")[0].strip()] = function.local_types
    return sorted(found.items(), key=lambda item: item[0])


# Texts of functions in modules.
OTHERS = [
    "String[0, 0]",
    "String[default, 1]",
    "Integer[0, 1]",
    "Integer[-1, 0]",
    "Hash[String, String]",
    "Hash[Scalar, Array[Integer]]",
    "Hash[Any, Hash[String, Hash[Scalar, Any]]]",
    "Variant[Hash[Scalar, Any], Undef, String[0, 0]]",
]


@pytest.mark.parametrize(
    ("text", "local"),
    [*used(), *((each, None) for each in OTHERS)],
    ids=lambda item: str(item)[:60],
)
def test_same_answers(text: str, local: dict[str, str] | None) -> None:
    type_ = parse_type(text, Definitions(local) if local else None)
    checks = Checks(lambda _text: checker(parse_type(_text, Definitions(local or {}))))
    quick = checks.compiled("v", checks.expression(text, "v"))
    # Twice, since some checks are made when a value first needs them.
    for value in VALUES + VALUES:
        assert bool(quick(value)) is accepts(type_, value), value


def test_plain_kinds_need_no_type() -> None:
    def reject(text: str) -> Any:
        raise AssertionError(text)

    checks = Checks(reject)
    for text in ("Iterable", "Variant[Array[String], String]", "Optional[Collection]", "Regexp"):
        check = checks.compiled("v", checks.expression(text, "v"))
        for value in ("a", 1, 1.5, True, None, ["a"], {"a": 1}):
            check(value)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Integer", ["Integer"]),
        ("String, Integer[1, 2]", ["String", "Integer[1, 2]"]),
        (
            "/a,b[/, Struct[{a => String, b => Integer}]",
            ["/a,b[/", "Struct[{a => String, b => Integer}]"],
        ),
    ],
)
def test_split_arguments(text: str, parts: list[str]) -> None:
    assert split_arguments(text) == parts
