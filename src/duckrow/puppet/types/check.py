"""Checks that end in an error when something does not have the type that it should have.

check(subject, type_, value)                        a value against a type
check_assignable(subject, type_, other)             a type against a type
check_parameters(subject, struct, given)            the parameters of a class or define
check_default(subject, name, type_, value)          the default value of a parameter

Most checks succeed: describing a mismatch is imported with the first one.
"""

from __future__ import annotations

from duckrow.puppet.types.assignable import assignable
from duckrow.puppet.types.instance import accepts
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeVar

    from duckrow.puppet.types.describe.parameters import ReturnedBy
    from duckrow.puppet.types.describe.problems import Mismatch
    from duckrow.puppet.types.model.base import Type
    from duckrow.puppet.types.model.collections import StructType

    T = TypeVar("T")


class TypeMismatchError(DuckrowError):
    """Something has another type than the one it should have."""

    def __init__(self, message: str, expected: Type, actual: Type) -> None:
        super().__init__(message)
        self.expected = expected
        self.actual = actual


class ParameterMismatchError(DuckrowError):
    """Values given for parameters, or their defaults, do not fit."""


def check(subject: str, expected: Type, value: T, undef_ok: bool = False) -> T:
    """Return the value back if it is an instance of a type."""
    if (value is None and undef_ok) or accepts(expected, value):
        return value
    from duckrow.puppet.types.describe.mismatch import describe_mismatch
    from duckrow.puppet.types.infer import infer_detailed

    actual = infer_detailed(value)
    message = describe_mismatch(f"{subject} has wrong type,", expected, actual)
    raise TypeMismatchError(message, expected, actual)


def check_assignable(subject: str, expected: Type, actual: Type) -> Type:
    """Return the type back if it is assignable to another."""
    if assignable(expected, actual):
        return actual
    from duckrow.puppet.types.describe.mismatch import describe_mismatch

    message = describe_mismatch(f"{subject} is incorrect,", expected, actual)
    raise TypeMismatchError(message, expected, actual)


def check_parameters(
    subject: str,
    parameters: StructType,
    given: Mapping[str, object],
    missing_ok: bool = False,
    returned_by: ReturnedBy | None = None,
) -> None:
    """Check that given values are of known parameters and fit them, and that none is missing."""
    if _fit(parameters, given, missing_ok):
        return
    from duckrow.puppet.types.describe.parameters import describe_parameters

    _report(subject, describe_parameters(parameters, given, missing_ok, returned_by))


def _fit(parameters: StructType, given: Mapping[str, object], missing_ok: bool) -> bool:
    from duckrow.puppet.values.deferred import Deferred

    types = {element.name: element.value_type for element in parameters.elements}
    if not given.keys() <= types.keys() or Deferred in map(type, given.values()):
        return False
    if not missing_ok:
        needed = (element.name for element in parameters.elements if not element.is_optional)
        if not all(name in given for name in needed):
            return False
    return all(accepts(types[name], value) for name, value in given.items())


def check_default(subject: str, name: str, expected: Type, value: object) -> None:
    """Check that the default value of a parameter fits it."""
    from duckrow.puppet.types.describe.parameters import describe_default

    _report(subject, describe_default(name, expected, value))


def _report(subject: str, mismatches: list[Mismatch]) -> None:
    if mismatches:
        from duckrow.puppet.types.describe.mismatch import joined

        # One mismatch follows on the same line, several have a line each.
        start = ":" if len(mismatches) == 1 else ":\n "
        raise ParameterMismatchError(subject + start + joined(mismatches))
