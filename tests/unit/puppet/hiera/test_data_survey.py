from __future__ import annotations

from typing import Any

import pytest

from duckrow.data.symbol import Symbol
from duckrow.puppet.hiera.data_survey import DataSurvey
from duckrow.ruby.values.keys import to_key


def test_texts_to_interpolate_are_found_however_deep() -> None:
    data: dict[object, object] = {
        "a": "%{x}",
        "b": "plain",
        "c": [1, {"d": ["%{y}"]}],
        "e": {"%{z}": 1},
        "f": {"g": [None, 2.5]},
    }
    assert DataSurvey(data).texts == {"a", "c", "e"}


@pytest.mark.parametrize(
    ("value", "is_data"),
    [
        ("x", True),
        ([1, {"a": None, "b": [True]}], True),
        ({1: "a", to_key(1.5): "b"}, True),
        (Symbol("x"), False),
        ([{"a": Symbol("x")}], False),
        ({None: 1}, False),
        ({to_key(True): 1}, False),
    ],
)
def test_what_is_no_data_is_found(value: Any, is_data: bool) -> None:
    assert DataSurvey({"k": value}).is_data is is_data


def test_keys_out_of_place() -> None:
    survey = DataSurvey({"m::a": 1, "stray": 2, "lookup_options": {}, "mm::b": 3, 5: 6})
    assert survey.foreign_keys("m::") == ["stray", "mm::b", 5]
