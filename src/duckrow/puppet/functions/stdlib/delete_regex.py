"""Delete elements of an array, or keys of a hash, in which a pattern matches whole words."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import class_of, no_method
from duckrow.puppet.functions.patterns import pattern
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.functions.stdlib.delete import as_items
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _delete_regex(_scope: Scope, arguments: list[Any]) -> Any:
    if len(arguments) != 2:
        raise EvaluationError(
            f"delete_regex(): Wrong number of arguments given {len(arguments)} for 2"
        )
    collection, unwanted = arguments
    for item in as_items(unwanted):
        kind = type(collection)
        if kind is str:
            raise no_method("reject!", collection)
        if kind is not list and kind is not dict:
            raise EvaluationError(
                "delete_regex(): First argument must be an Array, Hash, or String. "
                f"Given an argument of class {class_of(collection)}."
            )
        if not collection:
            continue
        search = pattern(rf"\b{to_text(item)}\b").search
        if kind is list:
            collection = [each for each in collection if not (type(each) is str and search(each))]
        else:
            collection = {
                key: value
                for key, value in collection.items()
                if not (type(key) is str and search(key))
            }
    return collection


FUNCTION = LegacyFunction("delete_regex", _delete_regex)
