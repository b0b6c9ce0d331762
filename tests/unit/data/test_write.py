from __future__ import annotations

from typing import Any

import pytest

from duckrow.data import yaml
from duckrow.data.write import json_text, written, yaml_text


def test_yaml_looks_as_rubys_writer_makes_it() -> None:
    value: dict[str, Any] = {"d": None, "e": True, "f": 1.5, "b": ["x", "y z"], "c": {}, "n": "no"}
    assert yaml_text(value) == "---\nd:\ne: true\nf: 1.5\nb:\n- x\n- y z\nc: {}\nn: 'no'\n"
    assert yaml_text("deb Debian") == "--- deb Debian\n"


@pytest.mark.parametrize("value", ["", "a\nb\n", [[], [[1]]], {"a": {"b": ["é"]}}, 1.5, None])
def test_what_is_written_reads_back(value: Any) -> None:
    assert yaml.load(yaml_text(value).encode()) == value


def test_shared_values_are_written_out() -> None:
    shared = [1]
    assert "&" not in yaml_text({"a": shared, "b": shared})


def test_json_is_on_one_line() -> None:
    assert json_text({"a": [1, "é"]}) == '{"a":[1,"é"]}'


def test_data_is_written_on_lines_of_its_own() -> None:
    assert written({"a": [1, None]}, "json") == '{\n  "a": [\n    1,\n    null\n  ]\n}'
    assert written({"a": [1, None]}, "yaml") == "a:\n- 1\n- null"
    assert written([], "yaml") == "[]"
