"""Values as the reference's platform writes and shows them."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.functions.helpers.ruby_text import inspect, to_text
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.values.default import DEFAULT
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.ruby.values.keys import to_key


@pytest.mark.parametrize(
    ("value", "text", "shown"),
    [
        ("a b", "a b", '"a b"'),
        (1, "1", "1"),
        (1e20, "1.0e+20", "1.0e+20"),
        (True, "true", "true"),
        (None, "", "nil"),
        (DEFAULT, "default", ":default"),
        ([None, "a"], '[nil, "a"]', '[nil, "a"]'),
        ({"a": {to_key(True): []}}, '{"a"=>{true=>[]}}', '{"a"=>{true=>[]}}'),
        (Sensitive("x"), "Sensitive [value redacted]", "#<Sensitive [value redacted]>"),
        (ResourceType("file", "/x"), "File[/x]", 'File[/x]{:path=>"/x"}'),
        (ResourceType("a::b", "x"), "A::B[x]", 'A::B[x]{:name=>"x"}'),
        (ClassType("::a::b"), "Class[A::B]", 'Class[A::B]{:name=>"A::B"}'),
        (ResourceType("class", "a"), "Class[A]", 'Class[A]{:name=>"A"}'),
    ],
)
def test_texts(value: Any, text: str, shown: str) -> None:
    assert to_text(value) == text
    assert inspect(value) == shown


def test_a_type_is_shown_without_an_address() -> None:
    assert inspect(parse_type("Integer[1, 2]")) == "#<Integer[1, 2]>"
