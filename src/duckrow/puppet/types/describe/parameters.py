"""Mismatches of the values for the parameters of a class, a define or a plan."""

from __future__ import annotations

from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.describe.mismatch import describe
from duckrow.puppet.types.describe.problems import (
    PARAMETER,
    Mismatch,
    MissingParameter,
    Step,
    UnknownParameter,
)
from duckrow.puppet.types.generalize import generalize
from duckrow.puppet.types.infer import infer_detailed
from duckrow.puppet.types.instance import accepts
from duckrow.puppet.values.deferred import Deferred

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from duckrow.puppet.types.model.base import Type
    from duckrow.puppet.types.model.collections import StructType

    # Returns the type that a deferred call returns, or None if its function declares none.
    ReturnedBy = Callable[[Deferred], Type | None]


def describe_parameters(
    parameters: StructType,
    given: Mapping[str, Any],
    missing_ok: bool = False,
    returned_by: ReturnedBy | None = None,
) -> list[Mismatch]:
    """List the errors in given values: unknown names first, then by parameter.

    A deferred call has no value yet, so it is checked by the return type of its function, if known,
    without sizes and ranges.
    """
    known = {element.name for element in parameters.elements}
    found = [Mismatch((), UnknownParameter(name)) for name in given if name not in known]
    for element in parameters.elements:
        name = element.name
        if name not in given:
            if not (missing_ok or element.is_optional):
                found.append(Mismatch((), MissingParameter(name)))
        elif isinstance(given[name], Deferred):
            returned = None if returned_by is None else returned_by(given[name])
            found += _describe_deferred(name, element.value_type, returned)
        elif not accepts(element.value_type, given[name]):
            actual = infer_detailed(given[name])
            found += describe(element.value_type, actual, (Step(PARAMETER, name),))
    return found


def _describe_deferred(name: str, expected: Type, returned: Type | None) -> list[Mismatch]:
    if returned is None or assignable(generalize(expected), generalize(returned)):
        return []
    return describe(expected, returned, (Step(PARAMETER, name),))


def describe_default(name: str, expected: Type, value: object) -> list[Mismatch]:
    """List the errors in the default value of a parameter, ignoring sizes and ranges."""
    if accepts(expected, value):
        return []
    return describe(expected, generalize(infer_detailed(value)), (Step(PARAMETER, name),))
