"""Data as JSON text, as cf-agent 3.21.0 reads and writes it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duckrow.cfengine.values.json_parse import check, parse
from duckrow.cfengine.values.json_reader import Reader, remainder
from duckrow.cfengine.values.json_text import (
    MAX_DEPTH,
    JsonError,
    compact,
    copied,
    in_order,
    merged,
    pretty,
    scalar_text,
)
from duckrow.cfengine.values.outcomes import Aborted
from duckrow.cfengine.values.rvals import Data, Real

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.values.rvals import Json

ODD = r'{"b": 1, "a": "x\u00e9\/\q\t\"\\ \\u00e9 \\\\ \x", d-d : {"z":1, "a\n\"":"/"}, "b": 2}'


def test_escapes_keys_and_duplicates() -> None:
    value = parse(ODD)
    assert value == {
        "a": 'x\\u00e9/\\q\t"\\ \\u00e9 \\ \\x',
        "d-d": {"z": 1, 'a\n"': "/"},
        "b": 2,
    }
    assert isinstance(value, dict)
    assert list(value) == ["a", "d-d", "b"]
    assert compact(value) == (
        '{"a":"x\\\\u00e9/\\\\q\\t\\"\\\\ \\\\u00e9 \\\\ \\\\x","b":2,"d-d":{"a\n"":"/","z":1}}'
    )


def test_lists_need_no_commas_and_may_have_a_trailing_one() -> None:
    assert parse('["a" "b", 1,]') == ["a", "b", 1]
    assert parse('{"a" 1,}') == {"a": 1}
    assert parse("[1] and more") == [1]


def test_pretty() -> None:
    assert pretty({"a": [[], {}, [1, [2]]], "e": None}) == (
        "{\n"
        '  "a": [\n'
        "    [],\n"
        "    {\n"
        "    },\n"
        "    [\n"
        "      1,\n"
        "      [\n"
        "        2\n"
        "      ]\n"
        "    ]\n"
        "  ],\n"
        '  "e": null\n'
        "}"
    )


def test_numbers() -> None:
    assert compact(parse("[1.5, -0, 12, 1.23456, -1.5E+3]")) == ("[1.5000,0,12,1.2346,-1500.0000]")
    exact = parse("[1.50]", lambda name: None)
    assert compact(exact) == "[1.50]"
    assert compact(copied(exact)) == "[1.5000]"
    assert scalar_text(Real("1.50")) == "1.50"
    assert scalar_text(Real("2.3456")) == "2.35"
    assert Real("1.50") == 1.5
    assert str(Real("1.50")) == "1.50"


# cf-agent 3.21.0 exits with "Conversion error (34 - Overflow) on '9223372036854775808'" and
# "Conversion error (-83 - Not terminated) on '1e3'".
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[9223372036854775808]", r"\(34 - Overflow\) on '9223372036854775808'.* at most 64 bits"),
        ("[-9223372036854775809]", r"on '-9223372036854775809'"),
        ("[1e3]", r"\(-83 - Not terminated\) on '1e3'.* needs a decimal point"),
        ('[1E-2,"\\\\u0041"]', r"on '1E-2'"),
    ],
)
def test_numbers_that_cannot_be_converted_end_the_run(text: str, why: str) -> None:
    with pytest.raises(Aborted, match=why):
        parse(text)
    exact = check(text)
    assert compact(exact) == text
    with pytest.raises(Aborted, match=why):
        copied(exact)


def test_integers_of_64_bits_lose_the_higher_half() -> None:
    assert parse("[9223372036854775807, -9223372036854775808]") == [-1, 0]


def test_commas_may_be_left_out() -> None:
    assert parse('{"a":{"c":1} "b":[2]\n"d":"e" "f":3}') == {
        "a": {"c": 1},
        "b": [2],
        "d": "e",
        "f": 3,
    }
    assert parse('["a" "b" 3]') == ["a", "b", 3]


def test_scalars_as_strings_of_the_language() -> None:
    values: list[Json] = ["x", 1, True, False, None, [], {}]
    assert [scalar_text(each) for each in values] == [
        "x",
        "1",
        "true",
        "false",
        None,
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("text", "message", "rest"),
    [
        ("", "No data", ""),
        ("  ", "No data", ""),
        ("[01]", "as number, dot or exponent must follow leading 0", "1]"),
        ("[00]", "as number, started with 0 before dot or exponent, duplicate 0 seen", "0]"),
        ("[1.2.3]", "as number, two or more dots (decimal points)", ".3]"),
        ("[1-2]", "as number, - not at the start or not after exponent", "-2]"),
        ("[-]", "as string, did not end with digit", "]"),
        ("[1.]", "as string, did not end with digit", "]"),
        ("[1x]", "as number, invalid symbol", "x]"),
        ("[,1]", "as array, extraneous commas", ",1]"),
        ("[1", "as array, did not end with ']'", ""),
        ("[1 [2]]", "as array, did not start with '['", "[2]]"),
        ("{", "as string, did not end with '}'", ""),
        ("{[1]}", "as object, array not allowed as l-value", "[1]}"),
        ("{{}}", "as object, object not allowed as l-value", "{}}"),
        ('{"a":}', "as object, tried to close object having opened an l-value", "}"),
        ("{:1}", "as object, ':' seen without having specified an l-value", ":1}"),
        ('{"a",1}', "as object, ',' seen without having specified an r-value", ",1}"),
        ('["a', "as string, did not end with doublequote", ""),
        ("[nope]", "as object, unrecognized token beginning entry", "nope]"),
        ("nope", "as object, unrecognized token beginning entry", "nope"),
        ("[truer]", "as object, unrecognized token beginning entry", "truer]"),
    ],
)
def test_error_messages(text: str, message: str, rest: str) -> None:
    with pytest.raises(JsonError) as wrong:
        parse(text)
    assert wrong.value.message.removeprefix("Unable to parse json data ") == message
    assert wrong.value.rest == rest


def test_depth_is_bounded() -> None:
    for text in ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), '{"a":' * 100_000, "[" * 100_000):
        with pytest.raises(JsonError):
            parse(text)
    assert parse("[" * MAX_DEPTH + "]" * MAX_DEPTH)


def test_names_are_looked_up_as_variables() -> None:
    values: dict[str, Json] = {"b.x": "text", "y[k]": [1]}

    def find(name: str) -> Json:
        return values.get(name)

    assert parse('[b.x, y[k], {"a": b.x}, true]', find) == [
        "text",
        [1],
        {"a": "text"},
        True,
    ]
    with pytest.raises(JsonError):
        parse("[unknown]", find)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("2147483647", 2147483647),
        ("2147483648", -2147483648),
        ("5000000000", 705032704),
        ("-3000000000", 1294967296),
        ("[4294967296, true]", [0, True]),
        ('{a: "5000000000", b: 12345678901}', {"a": "5000000000", "b": -539222987}),
    ],
)
def test_integers_in_data_have_32_bits(written: str, kept: Json) -> None:
    assert parse(written) == kept


def test_integers_in_calls_stay_unchanged() -> None:
    assert parse("[5000000000]", lambda _name: None) == [5000000000]
    assert parse("[5000000000, ]", lambda _name: None) == [5000000000]


def test_quotes_in_error_messages() -> None:
    assert remainder('"x" y') == '" y'
    assert remainder("12") == "2"


def test_merging() -> None:
    assert merged([1], [2]) == [1, 2]
    assert merged({"a": 1, "b": 2}, {"a": 3}) == {"b": 2, "a": 3}
    assert merged({"a": 1}, ["x"]) == {"a": 1, "0": "x"}
    assert merged(["x"], {"a": 1}) == {"a": 1, "0": "x"}


TEXTS = st.text(st.characters(min_codepoint=32, max_codepoint=0xD7FF, exclude_characters='"\\'))
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**31), 2**31 - 1) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


@given(PLAIN)
def test_both_readers_read_what_was_written(value: Json) -> None:
    for text in (compact(value), pretty(value)):
        assert parse(text) == value
        assert Reader(text, None).read() == value


def test_data_compares_by_value() -> None:
    assert Data({"a": 1}) == Data({"a": 1})
    assert Data([1]) != Data([2])


@given(
    st.lists(
        st.sampled_from(["a", "[", "{", '\\"', "\\n", "\\/", "\\t", "\\\\", "\\u0041", "\\x", "é"]),
        max_size=8,
    )
)
def test_both_readers_agree_on_escapes(pieces: list[str]) -> None:
    text = f'["{"".join(pieces)}", {{"{"".join(pieces)}": 1.5}}]'
    assert parse(text) == Reader(text, None).read()


def test_keys_in_their_order() -> None:
    ordered = in_order({"é": 1, "b": [{"z": 1, "a": None}], "a": 1.5})
    assert isinstance(ordered, dict)
    assert list(ordered) == ["a", "b", "é"]
    assert pretty(ordered["b"]) == pretty([{"a": None, "z": 1}])
    inner = ordered["b"]
    assert isinstance(inner, list)
    assert isinstance(inner[0], dict)
    assert list(inner[0]) == ["a", "z"]
