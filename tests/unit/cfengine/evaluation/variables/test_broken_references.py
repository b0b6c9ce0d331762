"""Invalid references are reported in the reference's words."""

from __future__ import annotations

import pytest

from duckrow.cfengine.evaluation.promises.promise_bodies import PromiseWithBodies
from duckrow.cfengine.evaluation.variables.broken_references import find_errors

UNCLOSED = [
    "No closing ')' found for variable: a b",
    "Variable reference close mismatch '$(a b'",
]
UNBALANCED = "Broken variable expression, index brackets do not balance, in '{}'"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("plain $ $5 (x]", []),
        ("$(a) ${b[c]} $(d[$(e)])", []),
        ("x $(a b", UNCLOSED),
        ("$(x) and $(a b", UNCLOSED),
        (
            "${a",
            ["No closing '}' found for variable: a", "Variable reference close mismatch '${a'"],
        ),
        ("x $()y", ["Empty variable reference close mismatch '$()y'"]),
        ("$(a[b)", [UNBALANCED.format("a[b")]),
        ("$(a]b[)", [UNBALANCED.format("a]b[")]),
        ("$(x[$(a[b)])", [UNBALANCED.format("a[b")]),
    ],
)
def test_errors(text: str, faults: list[str]) -> None:
    assert list(find_errors(text)) == faults
    assert bool(PromiseWithBodies({}, None, text).broken) == bool(faults)
