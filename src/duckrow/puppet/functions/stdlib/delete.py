"""Delete values from an array, keys from a hash or texts from a text."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import class_of, kind_of
from duckrow.puppet.functions.platform_compare import is_equal
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import from_key, to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _delete(_scope: Scope, arguments: list[Any]) -> Any:
    if len(arguments) != 2:
        raise EvaluationError(f"delete(): Wrong number of arguments given {len(arguments)} for 2")
    collection, unwanted = arguments
    for item in as_items(unwanted):
        kind = type(collection)
        if kind is list:
            collection = [each for each in collection if not is_equal(each, item)]
        elif kind is dict:
            key = to_key(item)
            collection = {each: value for each, value in collection.items() if each != key}
        elif kind is str:
            collection = _without(collection, item)
        else:
            raise EvaluationError(
                "delete(): First argument must be an Array, String, or Hash. "
                f"Given an argument of class {class_of(collection)}."
            )
    return collection


def _without(text: str, item: Any) -> str:
    if type(item) is not str:
        raise EvaluationError(f"wrong argument type {kind_of(item)} (expected Regexp)")
    return text.replace(item, "") if item else text


def as_items(value: Any) -> list[Any]:
    """Give several values of one: the elements of an array, the entries of a hash, or itself."""
    if type(value) is list:
        return value
    if type(value) is dict:
        return [[from_key(key), item] for key, item in value.items()]
    return [] if value is None else [value]


FUNCTION = LegacyFunction("delete", _delete)
