"""concat_file: the order of fragments, and data that is merged."""

from __future__ import annotations

import pytest

from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.providers.concat_file.join import Joiner, by_number, by_text

PARTS = [("10", "b", "1"), ("2", "z", "2"), ("10", "a", "3"), ("02", "y", "4")]


def test_order() -> None:
    assert [part[2] for part in by_number(PARTS)] == ["4", "2", "3", "1"]
    assert [part[2] for part in by_text(PARTS)] == ["4", "3", "1", "2"]


def test_number_and_text_have_no_order() -> None:
    with pytest.raises(ProviderError, match="comparison of Array with Array failed"):
        by_number([("1", "a", ""), ("x", "b", "")])


@pytest.mark.parametrize(
    ("format_", "contents", "expected"),
    [
        ("plain", ["a", "b"], "ab"),
        ("json", ['{"a": [1]}', '{"a": [1, 2], "b": null}'], '{"a":[1,2],"b":null}'),
        ("json-array", ["1", '"x"'], '[1,"x"]'),
        ("json-pretty", ['{"a": 1}'], '{\n  "a": 1\n}'),
        ("yaml", ["a: 1", "b: {c: yes}"], "---\na: 1\nb:\n  c: true\n"),
    ],
)
def test_formats(format_: str, contents: list[str], expected: str) -> None:
    parts = [("1", str(number), content) for number, content in enumerate(contents)]
    assert Joiner(format_).join(parts) == expected


def test_two_values_for_a_key() -> None:
    parts = [("1", "a", '{"k": 1}'), ("2", "b", '{"k": 2}')]
    with pytest.raises(ProviderError, match="Duplicate key 'k' found with values '1' and 2'"):
        Joiner("json").join(parts)
    assert Joiner("json", is_forced=True).join(parts) == '{"k":1}'
