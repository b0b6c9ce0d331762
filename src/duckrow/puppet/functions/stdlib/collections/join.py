"""prefix, suffix, join and join_keys_to_values."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_errors import class_of
from duckrow.puppet.functions.helpers.ruby_text import inspect, to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.runtime.scope import Scope


def affix(name: str, join: Callable[[str, str], str]) -> LegacyFunction:
    """Make the function that adds a text to elements or keys, converting them to strings."""

    def run(_scope: Scope, arguments: list[object]) -> object:
        if not arguments:
            raise EvaluationError(f"{name}(): Wrong number of arguments given (0 for 1)")
        values = arguments[0]
        if type(values) is not list and type(values) is not dict:
            raise EvaluationError(
                f"{name}(): expected first argument to be an Array or a Hash, got {inspect(values)}"
            )
        added = arguments[1] if len(arguments) > 1 else None
        if added is None or added is False:
            added = ""
        elif type(added) is not str:
            raise EvaluationError(
                f"{name}(): expected second argument to be a String, got {inspect(added)}"
            )
        if isinstance(values, list):
            return [join(to_text(item), added) for item in values]
        return {join(to_text(from_key(key)), added): item for key, item in values.items()}

    return LegacyFunction(name, run)


# Prepend a text to the elements of an array or the keys of a hash.
PREFIX = affix("prefix", lambda text, added: added + text)

# Append a text to the elements of an array or the keys of a hash.
SUFFIX = affix("suffix", lambda text, added: text + added)


def _join(_scope: Scope, arguments: list[object]) -> str:
    """Join the elements of an array into one string."""
    if not arguments:
        raise EvaluationError("join(): Wrong number of arguments given (0 for 1)")
    values = arguments[0]
    if type(values) is not list:
        raise EvaluationError("join(): Requires array to work with")
    separator = arguments[1] if len(arguments) > 1 else None
    if separator is None or separator is False:
        separator = ""
    elif type(separator) is not str:
        raise EvaluationError("join(): Requires string to work with")
    return separator.join(map(to_text, flattened(values)))


JOIN = LegacyFunction("join", _join)


def _join_keys_to_values(_scope: Scope, arguments: list[object]) -> list[str]:
    """Join each key of a hash to its value, or to each of its values."""
    if len(arguments) != 2:
        raise EvaluationError(
            f"join_keys_to_values(): Takes exactly two arguments, but {len(arguments)} given."
        )
    hash_, separator = arguments
    if type(hash_) is not dict:
        raise EvaluationError(
            "join_keys_to_values(): The first argument must be a hash, "
            f"but a {class_of(hash_)} was given."
        )
    if type(separator) is not str:
        raise EvaluationError(
            "join_keys_to_values(): The second argument must be a string, "
            f"but a {class_of(separator)} was given."
        )
    result: list[str] = []
    for key, value in hash_.items():
        start = to_text(from_key(key))
        if type(value) is list:
            result += [start + separator + to_text(item) for item in value]
        else:
            text = to_text(value)
            result.append(start if text == "undef" else start + separator + text)
    return result


JOIN_KEYS_TO_VALUES = LegacyFunction("join_keys_to_values", _join_keys_to_values)
