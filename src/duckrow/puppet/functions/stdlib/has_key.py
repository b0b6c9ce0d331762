"""Tell whether a hash has a key."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import class_of
from duckrow.puppet.functions.platform_text import inspect
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.keys import to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _has_key(_scope: Scope, arguments: list[Any]) -> bool:
    if len(arguments) != 2:
        raise EvaluationError(f"has_key(): wrong number of arguments ({len(arguments)}; must be 2)")
    hash_, key = arguments
    if type(hash_) is not dict:
        raise EvaluationError(
            f"has_key(): expects the first argument to be a hash, got {inspect(hash_)} "
            f"which is of type {class_of(hash_)}"
        )
    return to_key(key) in hash_


FUNCTION = LegacyFunction("has_key", _has_key)
