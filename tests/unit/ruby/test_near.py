"""Which method may have been meant, as Ruby 3.1 guesses."""

from __future__ import annotations

import pytest

from duckrow.ruby.core.objects.method_names import NAMES
from duckrow.ruby.near import near, suggestion


@pytest.mark.parametrize(
    ("class_name", "name", "meant"),
    [
        ("String", "map", ["tap"]),
        ("String", "lenght", ["length"]),
        ("String", "empty", ["empty?"]),
        ("Array", "lenght", ["length"]),
        ("Array", "frist", ["first"]),
        ("Hash", "has_key", ["has_key?"]),
        ("Hash", "value", ["values", "value?"]),
        ("Integer", "nosuch", []),
    ],
)
def test_names_that_are_near(class_name: str, name: str, meant: list[str]) -> None:
    assert near(name, [*NAMES[class_name], *NAMES["Object"]]) == meant


def test_guesses_stand_below_each_other() -> None:
    assert suggestion("row", ["rows", "rowe", "duck"]) == (
        "\nDid you mean?  rowe\n               rows"
    )
    assert suggestion("row", ["duck"]) == ""
