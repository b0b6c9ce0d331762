"""What stands between the brackets of a type, where it is read from text."""

from __future__ import annotations

import pytest

from duckrow.puppet.types.parse import parse_type
from duckrow.puppet.types.type_text import type_to_text
from duckrow.source.errors import DuckrowError


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Array[1]", "Array[Any, 1]"),
        ("Array[1, default]", "Array[Any, 1]"),
        ("Class[undef]", "Class"),
        ("Resource[undef]", "Resource"),
        ("Resource['file', 'a']", "File['a']"),
    ],
)
def test_read_as_the_reference_reads_it(text: str, read: str) -> None:
    assert type_to_text(parse_type(text)) == read


@pytest.mark.parametrize(
    "text",
    ["Class[1]", "Class[default]", "Class[[a]]", "Class[Baz]", "File[1]", "File[/a/]", "File[true]",
     "Resource[File, 1]", "Resource[1]", "Array['a']", "Array[-1, String]", "Regexp[1]",
     "SemVer[1]", "Object[1]", "TypeSet[1]", "Struct[1]"],
)  # fmt: skip
def test_rejected_with_words(text: str) -> None:
    with pytest.raises(DuckrowError) as caught:
        parse_type(text)
    assert str(caught.value)
