"""Facts given by hand are what they take the place of."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.facts.given import put_given, read_given

IDENTITY = {"privileged": True, "uid": 0, "user": "root"}
FACTS = {"identity": IDENTITY, "is_virtual": False}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("identity.privileged=false", {"identity": {**IDENTITY, "privileged": False}}),
        ("identity.privileged=no", {"identity": {**IDENTITY, "privileged": "no"}}),
        ("identity.uid=-1", {"identity": {**IDENTITY, "uid": -1}}),
        ("identity.uid=1e3", {"identity": {**IDENTITY, "uid": "1e3"}}),
        ("identity.user=7", {"identity": {**IDENTITY, "user": "7"}}),
        ("is_virtual=true", {"is_virtual": True}),
        ("is_new=true", {"is_new": "true"}),
    ],
)
def test_a_value_is_of_the_kind_that_it_replaces(word: str, expected: dict[str, Any]) -> None:
    assert put_given(FACTS, read_given([word])) == {**FACTS, **expected}
