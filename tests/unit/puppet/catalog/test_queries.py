"""Questions that collectors ask about resources."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.catalog.queries import question_of
from duckrow.puppet.catalog.resource import Resource
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.scope import Scope

DUCK = Resource(
    "User",
    "Donald",
    Scope(None),  # type: ignore[arg-type]
    {"groups": ["ducks", "Sailors"], "uid": 3, "shell": None, "tag": "Pond::Big"},
)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (("==", "title", "donald"), True),
        (("==", "title", "dönald"), False),
        (("==", "title", 3), False),
        (("!=", "title", "DONALD"), False),
        (("==", "groups", "sailors"), True),
        (("==", "groups", ["ducks", "sailors"]), False),
        (("!=", "groups", "sailors"), True),
        (("!=", "groups", ["ducks", "sailors"]), False),
        (("==", "uid", 3.0), True),
        (("==", "uid", "3"), False),
        (("==", "shell", None), True),
        (("==", "nothing", None), True),
        (("!=", "nothing", "x"), True),
        (("==", "tag", "pond::big"), True),
        (("==", "tag", "BIG"), True),
        (("==", "tag", ["none", "user"]), True),
        (("==", "tag", None), False),
        (("and", ("==", "uid", 3), ("==", "tag", "x")), False),
        (("or", ("==", "uid", 3), ("==", "tag", "x")), True),
        (("or", ("==", "tag", "x"), ("==", "tag", "y")), False),
        (("or", ("==", "tag", "x"), ("or", ("==", "tag", "y"), ("==", "tag", "User"))), True),
        (("or", ("==", "tag", "x"), ("and", ("==", "tag", "user"), ("==", "uid", 3))), True),
        (("or", ("!=", "tag", "user"), ("==", "tag", "x")), True),
    ],
)
def test_question(query: Any, expected: bool) -> None:
    assert question_of(query)(DUCK) is expected


def test_numbers_are_no_tags() -> None:
    with pytest.raises(EvaluationError, match="Cannot transform a number to a tag"):
        question_of(("==", "tag", 3))


def test_a_value_is_no_query() -> None:
    with pytest.raises(EvaluationError, match="Illegal query expression"):
        question_of("title")
