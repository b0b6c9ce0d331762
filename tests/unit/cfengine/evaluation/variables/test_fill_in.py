"""Values of promises, expanded."""

from __future__ import annotations

from typing import Any, cast

import pytest

from duckrow.cfengine.evaluation.context import Context
from duckrow.cfengine.evaluation.variables.fill_in import fill_in_call
from duckrow.cfengine.values.rvals import Call, Name


class Expands:
    """All of a context that is asked: it doubles the letters of a text with a reference."""

    def expand(self, text: str, _: str = "") -> str:
        return text.replace("$(x)", "xx")


CONTEXT = cast("Context", Expands())


@pytest.mark.parametrize(
    ("name", "given", "filled"),
    [
        ("f", ("a", "$(x)"), ("a", "xx")),
        ("$(x)", ("a",), ("a",)),
        ("f", (Call("g", ("$(x)",)), "a"), (Call("g", ("xx",)), "a")),
        ("f", (Name("b"), "a"), ("b", "a")),
        ("f", (("$(x)", "b"),), (["xx", "b"],)),
    ],
)
def test_a_call_is_expanded(name: str, given: tuple[Any, ...], filled: tuple[Any, ...]) -> None:
    found = fill_in_call(CONTEXT, Call(name, given, 7))
    assert (found.name, found.arguments, found.line) == (CONTEXT.expand(name), filled, 7)


def test_a_call_without_references_is_the_same() -> None:
    call = Call("f", ("a", ""))
    assert fill_in_call(CONTEXT, call) is call
