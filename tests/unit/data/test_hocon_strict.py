"""Configuration files in HOCON, read strictly."""

from __future__ import annotations

import pytest

from duckrow.data.errors import DataError
from duckrow.data.hocon_strict import ConfigurationError, Section, load_strict


def load(text: str) -> Section:
    return load_strict(text.encode(), "pond.conf")


def test_values_by_key() -> None:
    section = load(
        """
        # a comment
        pond: {                             // another
            name = "Big Pond"
            depth: 7, is-deep: true
            ducks: [huey, "dewey", louie]
            "quoted.key": x
            a.b.c: 1
            path: /puppet/v3/catalog
            words: two words
            empty {}
        }
        pond.color: green
        """
    )
    pond = section.section("pond")
    assert pond.text("name") == "Big Pond"
    assert pond.number("depth") == 7
    assert pond.flag("is-deep")
    assert pond.texts("ducks") == ["huey", "dewey", "louie"]
    assert pond.text("quoted.key") == "x"
    assert pond.section("a").section("b").number("c") == 1
    assert pond.text("path") == "/puppet/v3/catalog"
    assert pond.text("words") == "two words"
    assert pond.text("color") == "green"
    assert list(pond.section("empty").keys()) == []
    assert list(pond.section("none").keys()) == []


def test_braces_around_the_whole_are_optional() -> None:
    assert load("{ a: 1 }").number("a") == load("a: 1").number("a") == 1


def test_lists_of_objects() -> None:
    found = load("rules: [ { name: a }\n { name: b }, ]").sections("rules")
    assert [each.text("name") for each in found] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: ${b}", "pond.conf:1:4: substitutions such as ${a.b} are not supported"),
        ("a: 1\nb: ${?HOME}", "pond.conf:2:4: substitutions"),
        ("a: 1\n  include 'x'", "pond.conf:2:3: include is not supported"),
        ("a: 1\nb: 2\na: 3", "pond.conf:1:1: 'a' is set more than once"),
        ("a: [1]\na += 2", "pond.conf:1:1: 'a' is set more than once"),
        ("a += 2", "pond.conf:1:1: 'a' is extended by +=, which is not supported"),
        ("a: [1] [2]", "pond.conf:1:1: 'a' has values without a comma between them"),
        ("a {\n  b: 1\n", "pond.conf:3:1: expected a }, got the end of the line"),
        ("a: [1, 2", "pond.conf:1:9: expected a comma, a new line or a ], got the end"),
        ("a", "pond.conf:1:2: expected a : or = after a key, got the end of the line"),
        ("a: ^b", "pond.conf:1:4: expected a value, got '^b'"),
        ("a: 1 }", "pond.conf:1:6: expected"),
        ('a: "open', "pond.conf:1:4: expected a value"),
        (r'a: "\q"', r"pond.conf:1:8: invalid escape"),
        ("[1]", "pond.conf:1:1: has type LIST rather than object at file root"),
    ],
)
def test_an_error_names_its_location(text: str, message: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        load(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda found: found.text("n"), "pond.conf:2:3: 'n' is a string"),
        (lambda found: found.number("t"), "pond.conf:3:3: 't' is a whole number"),
        (lambda found: found.flag("t"), "pond.conf:3:3: 't' is true or false"),
        (lambda found: found.section("t"), "pond.conf:3:3: 't' is an object { … }"),
        (lambda found: found.sections("t"), "pond.conf:3:3: 't' is a list of objects [{ … }]"),
        (lambda found: found.texts("n"), "pond.conf:2:3: 'n' is a string or a list of strings"),
        (lambda found: found.text("x"), "pond.conf:1:6: 'x' is missing; it is a string"),
        (lambda found: found.expect_keys("n"), "pond.conf:3:3: unknown key 't'"),
    ],
)
def test_a_value_of_another_kind_is_an_error(ask: object, message: str) -> None:
    found = load("pond {\n  n: 1\n  t: x\n}").section("pond")
    assert callable(ask)
    with pytest.raises(ConfigurationError) as caught:
        ask(found)
    assert str(caught.value).startswith(message)


def test_bytes_that_are_no_text_are_an_error() -> None:
    with pytest.raises(ConfigurationError, match=r"pond.conf:2:1: the file is not UTF-8"):
        load_strict(b"a: 1\nb: \xff", "pond.conf")


def test_endless_brackets_are_an_error() -> None:
    for text in ("a: " + "[" * 100_000, "a: " + "{a:" * 100_000, "a." * 100_000 + "b: 1"):
        with pytest.raises(DataError):
            load(text)
