"""Lists in JSON that come in pieces."""

from __future__ import annotations

import json

import pytest

from duckrow.data.json_stream import elements

VALUES: list[object] = [
    {"a": [1, {"b": "]},\\"}], "c": None},
    "q\u00fcack \U0001f986",
    12,
    -1.5e3,
    True,
    [],
    {},
    "x" * 1000,
    123456,
]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100, 10_000])
@pytest.mark.parametrize("indent", [None, 2])
def test_pieces_of_any_size_have_the_same_elements(size: int, indent: int | None) -> None:
    text = json.dumps(VALUES, ensure_ascii=False, indent=indent).encode()
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    assert list(elements(pieces)) == VALUES


def test_an_empty_list_has_no_elements() -> None:
    assert list(elements([b" [", b" ]\n"])) == []


@pytest.mark.parametrize(
    "text", ["", "{}", "[1", "[1,", "[1,]", "[1 2]", "[1] 2", '["a', '[{"a": 1}, {"b"', "[}", "x"]
)
def test_what_is_no_whole_list_is_an_error(text: str) -> None:
    for size in (1, 100):
        pieces = [text[at : at + size].encode() for at in range(0, len(text), size)]
        with pytest.raises(ValueError, match=r"."):
            list(elements(pieces))


def test_elements_come_before_the_end() -> None:
    found = elements([b'[{"a": 1}, {"a": 2}, ', b"", b"quack"])
    assert [next(found), next(found)] == [{"a": 1}, {"a": 2}]
    with pytest.raises(ValueError, match="Expecting value"):
        next(found)
