"""Values that an operator cannot compare are rejected, whatever the field is."""

from __future__ import annotations

import pytest

from duckrow.store.query.errors import QueryError
from duckrow.store.query.options import Options
from duckrow.store.query.planner import plan_of
from duckrow.store.query.postgresql_words import POSTGRESQL
from duckrow.store.query.sqlite_words import SQLITE
from duckrow.store.query.words import Words

FIELDS = ("certname", "facts.os", 'facts.match("o.*")', 'trusted.match("a.*").b')


@pytest.mark.parametrize("words", [SQLITE, POSTGRESQL], ids=["sqlite", "postgresql"])
@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", [4, True, ["a"], [2**70]], ids=str)
def test_only_a_string_is_a_regular_expression(field: str, value: object, words: Words) -> None:
    query = ["from", "inventory", ["~", field, value]]
    with pytest.raises(QueryError, match="is not a regular expression"):
        plan_of(query, Options(), words)
