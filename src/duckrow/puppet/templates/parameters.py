"""The parameters of a template: given values, defaults, and the checks of both.

A value that is given as undef counts as not given if there is a default. A default may use the
parameters before it.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.scope import LocalScope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.definition import Definition
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.model.collections import StructType


_RESERVED = ("trusted", "facts")


def arguments(scope: Scope, template: Definition, given: dict[str, object]) -> list[object]:
    """Return the values of a template's parameters in order."""
    values = {name: value for name, value in given.items() if value is not None}
    parameters = template.parameters
    for parameter in parameters:
        name = parameter.name
        if name in values:
            continue
        if parameter.default is not None:
            values[name] = _default(scope, template, name, values)
        elif name in given:
            values[name] = None
    if len(values) != len(parameters) or not _fit(scope, template, values):
        _check(scope, template, values)
    reject_reserved(values)
    return [values[parameter.name] for parameter in parameters]


def _fit(scope: Scope, template: Definition, values: dict[str, object]) -> bool:
    """Return whether there is a value for every parameter, and one of its type."""
    for parameter in template.parameters:
        if parameter.name not in values:
            return False
        type_ = parameter.type_in(scope)
        if type_ is not None:
            from duckrow.puppet.types.instance import accepts

            if not accepts(type_, values[parameter.name]):
                return False
    return True


def reject_reserved(values: dict[str, object]) -> None:
    """Raise if a parameter has a name that only the compiler sets."""
    for name in _RESERVED:
        if name in values:
            raise EvaluationError(f"Attempt to assign to a reserved variable name: '{name}'")


def _check(scope: Scope, template: Definition, values: dict[str, object]) -> None:
    from duckrow.puppet.types.check import ParameterMismatchError, check_parameters

    if template.plan is None:
        template.plan = _struct(scope, template)
    try:
        check_parameters("lambda", template.plan, values)
    except ParameterMismatchError as error:
        raise EvaluationError(str(error)) from None


def _struct(scope: Scope, template: Definition) -> StructType:
    from duckrow.puppet.types.model.basic import ANY
    from duckrow.puppet.types.model.collections import StructElement, StructType

    return StructType(
        tuple(
            StructElement(each.name, each.default is not None, each.type_in(scope) or ANY)
            for each in template.parameters
        )
    )


def _default(scope: Scope, template: Definition, name: str, values: dict[str, object]) -> object:
    names = [parameter.name for parameter in template.parameters]
    parameter = template.parameters[names.index(name)]
    assert parameter.default is not None
    try:
        return parameter.default(LocalScope(scope, _Ready(values, names)))
    except _TooEarlyError as error:
        if names.index(error.name) < names.index(name):
            said = f"expects a value for parameter ${error.name}"
        else:
            said = (
                f"default expression for ${name} tries to illegally access "
                f"not yet evaluated ${error.name}"
            )
        raise EvaluationError(f"lambda: {said}") from None


class _TooEarlyError(Exception):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class _Ready(dict[str, "Any"]):
    """The parameters that have a value; to ask for one of the others is an error."""

    def __init__(self, values: dict[str, Any], names: list[str]) -> None:
        super().__init__(values)
        self._waiting = frozenset(names).difference(values)

    def __contains__(self, name: object) -> bool:
        if name in self._waiting:
            raise _TooEarlyError(str(name))
        return super().__contains__(name)

    def __missing__(self, name: str) -> object:
        if name in self._waiting:
            raise _TooEarlyError(name)
        raise KeyError(name)

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default  # noqa: SIM401  (this is that method)
