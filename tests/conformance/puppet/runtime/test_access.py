"""Every list of keys between brackets after every value, with the reference's answers.

access.json holds values and keys; access.answers.json what Puppet 7.23 says, as record.py asked it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.runtime.access import access

from .answers import answer, expected, is_comparable
from .expressions import evaluate, make_scope

HERE = Path(__file__).parent
ASKED = json.loads((HERE / "access.json").read_text("utf-8"))
ANSWERS = json.loads((HERE / "access.answers.json").read_text("utf-8"))


# Where we differ, and keep to it: relative URIs are welcome, a Timespan counts whole nanoseconds,
# and what cannot describe an object type is refused in one way.
DIFFERENT = {
    "URI": "URI-Type parameter has wrong type",
    "Timespan": "500000000",
    "Object": "object name has wrong type",
    "TypeSet": "TypeSet ",
}


def wanted(row: int, column: int) -> list[Any] | None:
    recorded = ANSWERS["answers"][ANSWERS["rows"][row][column]]
    if not is_comparable(recorded) or recorded[2:3] == ["syntax-error"]:
        return None
    if DIFFERENT.get(ASKED["values"][row], "no difference") in recorded[1]:
        return None
    found = expected(recorded)
    if found[0] == "!" and found[3] == "left":
        found[3] = ""  # the whole begins where its left side does
    return found


@pytest.mark.parametrize("text", ASKED["values"])
def test_keys_give_what_the_reference_gives(text: str) -> None:
    scope = make_scope()
    value = evaluate(text, scope)
    row = ASKED["values"].index(text)
    differences = []
    for column, keys in enumerate(ASKED["keys"]):
        if (right := wanted(row, column)) is None:
            continue
        found = answer(scope, access, scope, value, *evaluate(f"[{keys}]", scope))
        if found[0] == "!" and found[3] == "left":
            found[3] = ""
        if found != right:
            differences.append((keys, found, right))
    assert differences == []
