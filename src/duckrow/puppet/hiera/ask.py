"""lookup(): the question as manifests put it, with types, defaults, overrides and several names."""

from __future__ import annotations

from duckrow.puppet.hiera.errors import MISSING, HieraError
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.types.check import TypeMismatchError, check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.hiera.request import Request
    from duckrow.puppet.types.model.base import Type


def ask(
    request: Request,
    name: str | list[str],
    value_type: Type | None,
    merge: object,
    default: object = None,
    *,
    has_default: bool = False,
    block: Callable[[Any], Any] | None = None,
) -> object:
    """Return the value of the first name that has one, else the default."""
    names = name if isinstance(name, list) else [name]
    try:
        value = _found(request, names, value_type, merge)
        if value is MISSING and block is not None:
            value = _checked("Value returned from default block", value_type, block(name))
        elif value is MISSING and has_default:
            value = _checked("Default value", value_type, default)
    except TypeMismatchError as error:
        raise EvaluationError(str(error)) from None
    if value is MISSING:
        raise missing(names)
    return value


def _found(request: Request, names: list[str], value_type: Type | None, merge: object) -> object:
    overrides, defaults = request.overrides, request.defaults
    for name in names:
        if overrides and name in overrides:
            subject = f"Value found for key '{name}' in override hash"
            value = _checked(subject, value_type, overrides[name])
        else:
            value = request.lookups.lookup(name, request, merge)
        if value is not MISSING:
            return _checked("Found value", value_type, value)
    if defaults:
        for name in names:
            if name in defaults:
                subject = f"Value found for key '{name}' in default values hash"
                return _checked(subject, value_type, defaults[name])
    return MISSING


def _checked(subject: str, value_type: Type | None, value: object) -> object:
    if value_type is None:
        return value

    return check(subject, value_type, value)


def missing(names: list[str]) -> HieraError:
    """Make the error about names that no data has."""
    if len(names) == 1:
        return HieraError(f"Function lookup() did not find a value for the name '{names[0]}'")
    listed = ", ".join(f"'{name}'" for name in names)
    return HieraError(f"Function lookup() did not find a value for any of the names [{listed}]")
