"""Brackets: value[key].

One key into an array or a hash, nearly every use, takes a fast path. The rest depends on the kind
of the value: slices here, types in `access_types`, references in `access_references`.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.location import Location
from duckrow.ruby.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


# The access function of each kind of value besides arrays and hashes, imported on first use.
_ANSWERS: dict[type, Callable[[Scope, Any, list[Any]], Any]] = {}


def access(scope: Scope, value: Any, *keys: Any) -> object:
    """Return value[keys]."""
    kind = type(value)
    if len(keys) == 1:
        key = keys[0]
        if kind is dict:
            return value.get(key if type(key) is str else to_key(key))
        if kind is list and type(key) is int:
            try:
                return value[key]
            except IndexError:
                return None
    try:
        return (_ANSWERS.get(kind) or _find_answer(kind))(scope, value, list(keys))
    except EvaluationError as wrong:
        part = wrong.part
        if part.startswith("key") and int(part[3:]) >= len(keys):
            # Keys from an array have no location, so the error has none either.
            wrong.part, wrong.location = "", Location(None, None)
        raise


def _find_answer(kind: type) -> Callable[[Scope, Any, list[Any]], Any]:
    found: Callable[[Scope, Any, list[Any]], Any]
    if issubclass(kind, dict):
        found = _of_hash
    elif kind is list:
        found = _of_array
    elif kind is str:
        found = _of_string
    else:
        from duckrow.puppet.runtime.access_types import answer_of

        found = answer_of(kind)
    _ANSWERS[kind] = found
    return found


def _of_hash(_scope: Scope, value: dict[object, object], keys: list[object]) -> object:
    """Return the value of a key; of several keys those that have a value."""
    if not keys:
        raise EvaluationError(
            "Hash supports [] with one or more arguments. Got 0", "bad-hash-slice-arity", "left"
        )
    found = [value.get(to_key(key)) for key in keys]
    return found[0] if len(found) == 1 else [item for item in found if item is not None]


def _of_array(scope: Scope, value: list[object], keys: list[object]) -> Any:
    """Return an element by its position, or some from one position on."""
    keys = flattened(keys)
    if len(keys) not in (1, 2):
        raise EvaluationError(
            f"Array supports [] with one or two arguments. Got {len(keys)}",
            "bad-array-slice-arity",
            "left",
        )
    indexes = [
        key if type(key) is int else _array_index(scope, key, f"key{index}")
        for index, key in enumerate(keys)
    ]
    for index, location in enumerate(indexes):
        if type(location) is not int:
            from duckrow.puppet.runtime.labels import type_text

            raise EvaluationError(
                f"An Array[] cannot use {type_text(location)} where Integer is expected",
                "bad-slice-key-type",
                f"key{index}",
            )
    if len(indexes) == 1:
        try:
            return value[indexes[0]]
        except IndexError:
            return None
    return value[_span(len(value), *indexes)]


def _array_index(scope: Scope, key: object, part: str) -> Any:
    from duckrow.puppet.runtime.arithmetic import to_number

    return to_number(scope, key, part)


def _of_string(_scope: Scope, value: str, keys: list[object]) -> str:
    """Return a character by its position, or some from one position on."""
    return value[_span_of_text(len(value), flattened(keys))]


def slice_binary(_scope: Scope, value: Any, keys: list[object]) -> object:
    """Return some of the bytes."""
    from duckrow.puppet.values.binary import Binary

    return Binary(value.data[_span_of_text(len(value), flattened(keys))])


def _span_of_text(length: int, keys: list[object]) -> slice:
    if len(keys) not in (1, 2):
        raise EvaluationError(
            f"String supports [] with one or two arguments. Got {len(keys)}",
            "bad-string-slice-arity",
            "left",
        )
    indexes = [_string_index(key, f"key{index}") for index, key in enumerate(keys)]
    if len(indexes) == 2:
        return _span(length, *indexes)
    start = indexes[0] if indexes[0] >= 0 else length + indexes[0]
    return slice(start, start + 1) if start >= 0 else slice(0, 0)


def _string_index(key: object, part: str) -> int:
    """Return an index, which may also be a numeric string; no warning is logged."""
    if type(key) is int:
        return key
    number = key
    if type(key) is str:
        from duckrow.puppet.values.numbers import read_number

        number = read_number(key)
        if type(number) is int:
            return number
    from duckrow.puppet.runtime.labels import type_text, with_article

    name = type_text(key if number is None else number)
    raise EvaluationError(
        f"A substring operation does not accept {with_article(name)} as a character index. "
        "Expected an Integer",
        "bad-string-slice-key-type",
        part,
    )


def _span(length: int, start: int, count: int) -> slice:
    """Return the slice of [start, count]; a negative count is the last position, from the end."""
    if start < 0:
        start += length
    if count < 0:
        count += length - start + 1
    if start < 0:
        count += start
        start = 0
    return slice(start, start + count) if count > 0 else slice(0, 0)
