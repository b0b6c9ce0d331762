"""The checks of values that plugins return."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.values.integers import is_integer, out_of_range
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.ruby.values.keys import to_key
from duckrow.source.module_names import is_module_name

# Variables of the top scope that every compile has.
_RESERVED = frozenset(("environment", "facts", "server_facts", "settings", "trusted"))
_PLAIN = frozenset((str, int, float, bool, type(None), Sensitive))


def value_of(value: object) -> object:
    """Return a value of the language for a value of Python; the error names another one."""
    kind = type(value)
    if isinstance(value, int) and not is_integer(value):
        raise EvaluationError(out_of_range(value))
    if isinstance(value, float) and not isfinite(value):
        raise EvaluationError(f"the number {value} is no value of the language")
    if kind in _PLAIN:
        return value
    if isinstance(value, list | tuple):
        return [value_of(item) for item in value]
    if isinstance(value, Mapping):
        return {to_key(value_of(key)): value_of(item) for key, item in value.items()}
    raise EvaluationError(f"a value of the class {kind.__name__} is no value of the language")


def values_of(found: object) -> dict[str, object]:
    """Return values by name, each a value of the language."""
    if not isinstance(found, Mapping):
        raise EvaluationError(f"it returns a {type(found).__name__}, not a dict")
    for name in found:
        if type(name) is not str:
            raise EvaluationError(f"{name!r} is not a name")
    return {name: value_of(value) for name, value in found.items()}


def variables_of(found: object) -> dict[str, object]:
    """Return variables of the top scope by name."""
    given = values_of(found)
    for name in given:
        if name in _RESERVED:
            raise EvaluationError(f"the variable ${name} is the language's own")
        if not is_module_name(name.lstrip("_")):
            raise EvaluationError(
                f"'{name}' is not the name of a variable",
                why="it has lower-case letters, digits and _, and begins with a letter or _",
            )
    return given


def classes_of(found: object) -> dict[str, dict[str, object]]:
    """Return the parameters of classes by the name of the class, as a classifier does."""
    given = _parameters_of_classes(found)
    for name in given:
        if not all(map(is_module_name, name.lower().removeprefix("::").split("::"))):
            raise EvaluationError(f"'{name}' is not the name of a class")
    return given


def _parameters_of_classes(found: object) -> dict[str, dict[str, object]]:
    if isinstance(found, Mapping):
        return {name: values_of(given or {}) for name, given in values_of(found).items()}
    if isinstance(found, list | tuple | set | frozenset):
        names = sorted(found) if isinstance(found, set | frozenset) else found
        return {name: {} for name in values_of(dict.fromkeys(names))}
    raise EvaluationError(f"it returns a {type(found).__name__}, not a list or a dict of classes")
