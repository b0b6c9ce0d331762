from __future__ import annotations

import pytest

from duckrow.puppet.types.format.interpolated import interpolated
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.deferred import Deferred
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.regexp import RubyRegexp
from duckrow.ruby.values.keys import to_key


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "true"),
        (1e15, "1.0e+15"),
        (2**70, "1180591620717411303424"),
        ("it's", "it's"),
        ([None, "a b"], "[, a b]"),
        ([["x"], {}], "[[x], {}]"),
        ({"a": 1, to_key(True): [2.0]}, "{a => 1, true => [2.0]}"),
        ({to_key([1, "b"]): None}, "{[1, b] => }"),
        (DEFAULT, "default"),
        (RubyRegexp("a/b"), r"/a\/b/"),
        (RubyRegexp("ä"), "/(?-mix:ä)/"),
        (Binary(b"hello"), "aGVsbG8="),
        (Deferred("f", ["x"]), "Deferred({'name' => 'f', 'arguments' => ['x']})"),
    ],
)
def test_text_of_a_value_in_a_string(value: object, text: str) -> None:
    assert interpolated(value) == text


def test_types_stand_as_they_are_written() -> None:
    assert interpolated([parse_type("Optional[String[1]]")]) == "[Optional[String[1]]]"


def test_what_is_sensitive_is_not_shown() -> None:
    text = interpolated([Sensitive("secret"), {"k": Sensitive(["secret"])}])
    assert text == "[Sensitive [value redacted], {k => Sensitive [value redacted]}]"
