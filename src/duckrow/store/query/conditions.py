"""Conditions on one column: a value of a query as the column compares with it."""

from __future__ import annotations

from duckrow.store.query.check import grouped, written
from duckrow.store.query.entity import Kind
from duckrow.store.query.errors import QueryError
from duckrow.store.query.json_text import json_of
from duckrow.store.query.times import time_of
from duckrow.store.query.tree import (
    And,
    Compare,
    ElementIs,
    ElementMatches,
    JsonCompare,
    JsonMatches,
    JsonTypeIs,
    Matches,
    PathIs,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.store.query.entity import Column
    from duckrow.store.query.tree import Expression, Path


def is_simple(value: object) -> bool:
    """Return whether a value may be compared by other operators than =."""
    if isinstance(value, list):
        return all(isinstance(each, str | int) and not isinstance(each, bool) for each in value)
    return isinstance(value, str | int | float)


def path_value(value: object) -> Path:
    """Return a path that a query gives. Raises QueryError."""
    if not isinstance(value, list):
        raise QueryError(f"{written(value)} is not a path: a path is a list")
    for each in value:
        if isinstance(each, bool) or not isinstance(each, str | int):
            raise QueryError(f"Path array element wasn't string or integer in {written(value)}")
    return value


def _time(value: object) -> int:
    time = time_of(value)
    if time is None:
        raise QueryError(f"'{grouped(value)}' is not a valid timestamp value")
    return time


def plain_value(column: Column, value: object) -> object:
    """Return a value as a column compares with it."""
    if column.kind is Kind.BOOLEAN:
        if isinstance(value, bool):
            return value
        if value in ("true", "false"):
            return value == "true"
    elif column.kind is Kind.NUMBER:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value
    elif column.kind is Kind.TIME:
        return _time(value)
    elif isinstance(value, str):
        return value
    raise QueryError(
        f"Argument {written(value)} is incompatible with the field '{column.name}',"
        f" which is a {column.kind.value}"
    )


def equal(column: Column, path: Path, value: object, *, has_index: bool) -> Expression:
    """Return the condition that a column, or what a path leads to, equals a value."""
    if column.kind is Kind.ARRAY:
        if not isinstance(value, str):
            raise QueryError(f"'{column.name}' has strings, and {written(value)} is none")
        return ElementIs(column, value)
    if column.kind is Kind.PATH:
        return PathIs(column, [path_value(value)])
    if column.kind is Kind.JSON:
        return JsonCompare(column, path, "=", value, is_contained=not has_index)
    if column.kind is Kind.SCALAR:
        return JsonCompare(column, (), "=", value, is_contained=False)
    if column.is_serialized:
        return Compare(column, "=", json_of(value))
    return Compare(column, "=", plain_value(column, value))


def ordered(column: Column, path: Path, operator: str, value: object) -> Expression:
    """Return the condition of <, >, <= or >=."""
    if column.kind is Kind.TIME:
        return Compare(column, operator, _time(value))
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and column.kind is Kind.NUMBER:
        return Compare(column, operator, value)
    if is_number and column.kind is Kind.SCALAR:
        number = JsonTypeIs(column, "=", "number")
        return And([number, JsonCompare(column, (), operator, value, is_contained=False)])
    if column.kind is Kind.JSON:
        return JsonCompare(column, path, operator, value, is_contained=False)
    raise QueryError(
        f'Argument "{grouped(value)}" and operator "{operator}" have incompatible types.'
    )


def pattern_of(value: object) -> str:
    """Return a value as a regular expression. Raises QueryError."""
    if not isinstance(value, str):
        raise QueryError(f"{written(value)} is not a regular expression")
    return value


def matching(column: Column, path: Path, value: object) -> Expression:
    """Return the condition that a regular expression matches."""
    value = pattern_of(value)
    if column.kind is Kind.ARRAY:
        return ElementMatches(column, value)
    if column.kind in (Kind.JSON, Kind.SCALAR):
        return JsonMatches(column, path, value)
    if column.kind not in (Kind.STRING, Kind.PATH):
        raise QueryError(f"Query operator ~ is not allowed on field {column.name}")
    if column.is_serialized:
        value = json_of(value)
    return Matches(column, value)
