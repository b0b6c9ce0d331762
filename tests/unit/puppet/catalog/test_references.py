"""References to resources as text."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.catalog.references import (
    inspected,
    reference_text,
    split_reference,
    type_and_title,
)
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.puppet.types.model.wrappers import TypeType


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("File[/x]", ("File", "/x")),
        ("File[a[b]]", ("File", "a[b]")),
        ("File[a]]", ("File", "a]")),
        ("File[a\nb]", ("File", "a\nb")),
        ("File[a]\nmore", ("File", "a")),
        ("File[]", None),
        ("[x]", None),
        ("]File[x]", None),
        ("File[x] ", None),
        ("File", None),
        ("", None),
    ],
)
def test_split(text: str, expected: tuple[str, str] | None) -> None:
    assert split_reference(text) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (ResourceType("apache::vhost", "x y"), "Apache::Vhost[x y]"),
        (ResourceType("file", None), "File[]"),
        (ResourceType("class", "a::b"), "Class[A::B]"),
        (ClassType("::a::b"), "Class[A::B]"),
        (TypeType(ClassType("a")), "Class[A]"),
        ("anything", "anything"),
        (True, "true"),
        (1.0, "1.0"),
        ({"a": [None, 1]}, '{"a"=>[nil, 1]}'),
    ],
)
def test_reference_text(value: Any, expected: str) -> None:
    assert reference_text(value) == expected


def test_what_refers_to_nothing() -> None:
    assert type_and_title(ClassType(None)) is None
    assert type_and_title(ResourceType(None, None)) is None
    assert type_and_title("File[/x]") is None


def test_inspected_references_show_no_insides() -> None:
    assert inspected([ResourceType("file", "/x")]) == "[File[/x]]"
