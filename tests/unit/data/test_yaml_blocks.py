"""YAML in blocks means the data that it was made from."""

from __future__ import annotations

import math

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from duckrow.data.yaml_blocks import yaml_blocks

Loader = type[yaml.SafeLoader] | type[yaml.CSafeLoader]

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(codec="utf-8"))
)
KEYS = st.text(st.characters(codec="ascii"), min_size=1) | st.integers() | st.booleans()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner), max_leaves=12
)


@pytest.mark.parametrize("loader", [yaml.SafeLoader, yaml.CSafeLoader])
@given(VALUES)
def test_it_is_read_as_the_same_data(loader: Loader, value: object) -> None:
    assert yaml.load(yaml_blocks(value), loader) == value


def test_blocks() -> None:
    data = {"a": {"b": [1, {"c": "x", "d": []}], "e": {}}, "f": ["g", ["h", "i"]]}
    assert yaml_blocks(data) == (
        "---\na:\n  b:\n  - 1\n  - c: x\n    d: []\n  e: {}\nf:\n- g\n- - h\n  - i\n"
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("yes", '"yes"'),
        ("/etc/motd", "/etc/motd"),
        ("1", '"1"'),
        ("", '""'),
        (1e-7, "1.0e-07"),
        ("a duck", "a duck"),
        ("a duck ", '"a duck "'),
        ("tag \U000e0001", '"tag \\U000E0001"'),
        ("duck \U0001f986", '"duck \U0001f986"'),
        ("no \udcff", '"no \\\\udcff"'),
    ],
)
def test_scalars(value: object, text: str) -> None:
    assert yaml_blocks(value) == f"--- {text}\n"


def test_not_a_number() -> None:
    assert math.isnan(yaml.safe_load(yaml_blocks(math.nan)))
