"""YAML is read event by event, up to the first error."""

from __future__ import annotations

import pytest

from duckrow.cfengine.values.json_text import JsonError, compact
from duckrow.cfengine.values.yaml_text import parse_yaml


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: [x, 2.5]\n", '{"a":1,"b":["x",2.5000]}'),
        ("- 12 monkeys\n- 0x1F\n- 007\n- .5\n- -3\n", '[12,"0x1F","007",".5",-3]'),
        ("- ~\n- yes\n- 'yes'\n- !!str yes\n- off\n-\n", '[null,true,"yes","yes",false,null]'),
        ("- !!int '12'\n- !!float 1.5\n", "[12,1.5000]"),
        ("a: &x y1\nb: *x\nc: d\n", '{"a":"y1","b":"c"}'),
        ("- 1\n---\n- 2\n", "[1]"),
        ("a: 1\n  b: 2\n", '{"a":1}'),
        ("a: 1\na: 2\n", '{"a":2}'),
        ("plain", '"plain"'),
    ],
)
def test_parse(text: str, expected: str) -> None:
    assert compact(parse_yaml(text)) == expected


def test_nothing() -> None:
    with pytest.raises(JsonError):
        parse_yaml("")


def test_depth_is_limited() -> None:
    with pytest.raises(JsonError):
        parse_yaml("[" * 2000)
