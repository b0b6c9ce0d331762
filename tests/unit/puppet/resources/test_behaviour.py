"""Values of attributes against the words and patterns of a table."""

from __future__ import annotations

import warnings
from types import SimpleNamespace

import pytest

from duckrow.puppet.resources.behaviour import Behaviour, listed_value
from duckrow.puppet.resources.desired import Desired
from duckrow.puppet.resources.table import ResourceTypeTable


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (r"/^\d+[[:graph:][:space:]]+$/", "100 allow ssh"),  # firewall's name
        (r"/\A\h+\z/", "c0ffee"),
        (r"deep /(?i)(yes)|(no)/", "YES"),
        (r"/^[\S\x20]*$/", "a b"),
    ],
)
def test_patterns_are_rubys(kind: str, value: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert listed_value(kind, value) == value


def test_a_value_that_no_pattern_matches_is_rejected() -> None:
    with pytest.raises(
        ValueError, match=r'^Invalid value "x"\. Valid values match /\\A\\h\+\\z/\.$'
    ):
        listed_value(r"/\A\h+\z/", "x")


class Pond(Behaviour):
    """A type whose depth only some providers can set."""

    __slots__ = ()
    defaults = {"depth": "shallow", "clean": "yes"}  # noqa: RUF012


def filled(features: frozenset[str]) -> dict[str, object]:
    table = ResourceTypeTable(
        "pond",
        namevars=("name",),
        properties={},
        parameters={"name": "", "depth": "deep shallow", "clean": "yes no"},
        features={"depth": "digging"},
    )
    behaviour = Pond(table)
    desired = Desired(behaviour, "duck", {})
    desired.provider = SimpleNamespace(name="shovel", features=features)
    behaviour.fill(desired)
    return desired.values


def test_a_default_that_the_provider_cannot_set_is_left_out() -> None:
    assert filled(frozenset()) == {"name": "duck", "clean": "yes"}
    assert filled(frozenset({"digging"})) == {"name": "duck", "clean": "yes", "depth": "shallow"}
