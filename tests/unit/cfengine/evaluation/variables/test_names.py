"""Parsed names of variables."""

from __future__ import annotations

import pytest

from duckrow.cfengine.evaluation.variables.names import index_text, read_indices, read_name


@pytest.mark.parametrize(
    ("text", "namespace", "scope", "name", "indices"),
    [
        ("x", "", "", "x", ()),
        ("b.x", "", "b", "x", ()),
        ("ns:b.x", "ns", "b", "x", ()),
        ("x[i]", "", "", "x", ("i",)),
        ("b.x[i][j.k]", "", "b", "x", ("i", "j.k")),
        ("x[a:b.c]", "", "", "x", ("a:b.c",)),
        ("x[a[b]]", "", "", "x", ("a[b]",)),
        ("this.promiser", "", "this", "promiser", ()),
        ("this.own", "", "", "own", ()),
        ("b.x.y", "", "b", "x.y", ()),
    ],
)
def test_reading(
    text: str, namespace: str, scope: str, name: str, indices: tuple[str, ...]
) -> None:
    found = read_name(text)
    assert (found.namespace, found.scope, found.name, found.indices) == (
        namespace,
        scope,
        name,
        indices,
    )
    assert found.key == ((name, *indices) if indices else name)


def test_a_name_is_parsed_once() -> None:
    assert read_name("some.name[1]") is read_name("some.name[1]")


def test_names_are_written_back() -> None:
    for text in ("x", "b.x", "ns:b.x[i][j]"):
        assert str(read_name(text)) == text
    assert index_text(("a", "i", "j")) == "a[i][j]"


def test_unbalanced_brackets_are_not_indices() -> None:
    assert read_indices("[a][b") == ()
    assert read_indices("[][x]") == ("", "x")
