"""The parameters of a class or define are given their values and checked.

A value comes from the declaration; for a class, then from the data (automatic lookup); then from
the default, which is evaluated in the scope of the body, from left to right. What was given as
undef counts as not given. All that was given, metaparameters included, becomes variables.

A default may use parameters that already have a value. Using a later one is an error, and rare: the
names in a default are compared once with the parameters after it, and only if one of them occurs
is a table of variables used that checks each access.
"""

from __future__ import annotations

import sys

from duckrow.puppet.catalog.resource import check_value
from duckrow.puppet.runtime.definition import CLASS, DEFINE, IS_METAPARAMETER
from duckrow.puppet.runtime.errors import CompilerCrash, EvaluationError
from duckrow.puppet.runtime.location import Location
from duckrow.puppet.runtime.references import COMMON, PLAIN, as_parameter
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType
    from typing import Any

    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.runtime.definition import Definition, Parameter
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.model.base import Type
    from duckrow.puppet.types.model.collections import StructType

    Part = tuple[str, Callable[[Scope], Any]]  # a parameter and its default

_NOT_VARIABLES = ("name", "title")
# After so many uses it pays to turn the types into compiled checks.
_USES_UNTIL_COMPILED = 4
_MOST_SHAPES = 50  # of one definition


class Plan:
    """The part of the work that is done once per definition."""

    __slots__ = (
        "check",
        "defaults",
        "known",
        "names",
        "needs_watch",
        "parts",
        "required",
        "shapes",
        "struct",
        "uses",
    )

    def __init__(self, definition: Definition) -> None:
        parameters = definition.parameters
        self.names = tuple(parameter.name for parameter in parameters)
        self.known = IS_METAPARAMETER.union(self.names, ("name",))
        self.required = tuple(p.name for p in parameters if p.default is None)
        self.defaults: tuple[Part, ...] = tuple(
            (p.name, p.default) for p in parameters if p.default is not None
        )
        self.needs_watch = _needs_watch(parameters)
        # The same, with defaults in a row that are constants as one table.
        self.parts = _parts(parameters)
        # Tells whether the variables of a body fit the types of its parameters.
        self.check: Callable[[dict[str, Any]], bool] | None = None
        self.struct: StructType | None = None
        self.uses = 0
        self.shapes: dict[tuple[str | None, ...], Shape] = {}

    def shape(self, given: dict[str, object]) -> Shape:
        """Return what follows from the names of given parameters, and from which are undef."""
        key: tuple[str | None, ...] = tuple(given)
        if None in given.values():
            key += (None, *[name for name, value in given.items() if value is None])
        found = self.shapes.get(key)
        if found is None:
            if len(self.shapes) >= _MOST_SHAPES:
                self.shapes.clear()
            found = self.shapes[key] = Shape(self, given)
        return found


class Shape:
    """The part of the work that is done once for the parameters that a declaration names."""

    __slots__ = ("fits", "is_direct", "missing", "parts")

    def __init__(self, plan: Plan, given: dict[str, object]) -> None:
        # What was given as undef counts as not given.
        self.missing = tuple(name for name in plan.names if given.get(name) is None)
        missing = set(self.missing)
        # The defaults of the missing parameters in their order.
        self.parts: tuple[Part | dict[str, Any], ...] = tuple(
            {name: value for name, value in part.items() if name in missing}
            if isinstance(part, dict)
            else part
            for part in plan.parts
            if isinstance(part, dict) or part[0] in missing
        )
        # Whether each of them becomes a variable.
        self.is_direct = given.keys().isdisjoint(_NOT_VARIABLES)
        # Whether all names are known, and all that is required is mentioned.
        self.fits = given.keys() <= plan.known and given.keys() >= set(plan.required)


def _parts(parameters: tuple[Parameter, ...]) -> tuple[Part | dict[str, Any], ...]:
    """Put constants in a row into tables: most defaults are constants, and few are given."""
    parts: list[Part | dict[str, Any]] = []
    for each in parameters:
        if each.default is None:
            continue
        if not each.is_constant or each.name == "tag":
            parts.append((each.name, each.default))
            continue
        if not parts or not isinstance(parts[-1], dict):
            parts.append({})
        table: Any = parts[-1]
        table[each.name] = each.default(None)  # type: ignore[arg-type]  # it reads no scope
    return tuple(parts)


def set_parameters(resource: Resource, scope: Scope) -> None:
    """Set the variables for the parameters of a body, checked."""
    definition = resource.definition
    assert definition is not None
    given = resource.parameters
    if not definition.parameters and not given:
        return
    plan = definition.plan
    if plan is None:
        plan = definition.plan = Plan(definition)
    shape = plan.shape(given)
    if (
        definition.kind == CLASS
        and shape.missing
        and _look_up(resource, scope, plan, shape.missing)
    ):
        shape = plan.shape(given)
    variables = scope.variables
    is_common = True
    if shape.is_direct and PLAIN.issuperset(map(type, given.values())):
        variables.update(given)
    else:
        for name, value in given.items():
            if name not in _NOT_VARIABLES:
                variables[name] = value if type(value) in PLAIN else as_parameter(value)
        is_common = COMMON.issuperset(map(type, given.values()))
    # A tool that traces lines wants to see the defaults that are constants too.
    if plan.needs_watch or resource.origins is not None or sys.gettrace():
        if plan.defaults:
            _fill_in(resource, scope, plan)
            variables = scope.variables
            is_common = COMMON.issuperset(map(type, given.values()))
    elif shape.parts:
        is_common = _fill_in_shape(resource, scope, shape.parts) and is_common
    fits = shape.fits and (is_common or not _has_deferred(given))
    try:
        if fits and not _check(plan, definition, scope)(variables):
            fits = _convert(resource, scope)
    except DuckrowError as error:
        if definition.kind != DEFINE or isinstance(error, EvaluationError):
            raise
        # A define has waited for its turn, and Puppet's compiler does not expect such an error.
        raise CompilerCrash(str(error)) from None
    if not fits:
        names = given.keys() | {name for name, _ in plan.defaults}
        values = {n: variables[n] for n in given if n not in _NOT_VARIABLES}
        values |= {n: variables[n] for n in plan.names if n in names}
        check_values(str(resource), plan, definition, scope, values)


def _has_deferred(given: dict[str, object]) -> bool:
    """Return whether a value is a deferred call, whose return type is checked instead."""
    from duckrow.puppet.values.deferred import Deferred

    return Deferred in map(type, given.values())


def _fill_in_shape(
    resource: Resource, scope: Scope, parts: tuple[Part | dict[str, Any], ...]
) -> bool:
    """Set parameters that are missing to their defaults; return whether these are `COMMON`."""
    given, variables = resource.parameters, scope.variables
    is_common = True
    for part in parts:
        if isinstance(part, dict):
            variables.update(part)
            given.update(part)
            continue
        name, default = part
        try:
            value = default(scope)
        except EvaluationError as error:
            _locate(error, resource)
            raise
        kind = type(value)
        if kind in PLAIN:
            variables[name] = value
        else:
            check_value(value)
            variables[name] = as_parameter(value)
            is_common = is_common and kind in COMMON
        if name != "tag":
            given[name] = value  # what `set` does, without the call
        else:
            resource.set(name, value)
    return is_common


def _fill_in(resource: Resource, scope: Scope, plan: Plan) -> None:
    """Set the missing parameters to their defaults, one by one."""
    given, variables = resource.parameters, scope.variables
    if plan.needs_watch:
        waiting = {n for n in plan.names if n not in variables}
        scope.variables = variables = _Watched(variables, waiting)
    for name, default in plan.defaults:
        if given.get(name) is None:
            try:
                value = default(scope)
            except _TooEarlyError as error:
                raise EvaluationError(_too_early(resource, plan, name, error.name)) from None
            except EvaluationError as error:
                _locate(error, resource)
                raise
            if type(value) in PLAIN:
                variables[name] = value
            else:
                check_value(value)
                variables[name] = as_parameter(value)
            resource.set(name, value)
    if plan.needs_watch:
        scope.variables = dict(variables)


def _locate(error: EvaluationError, resource: Resource) -> None:
    """Give an error about missing data the class or define that asks for it as its location."""
    if error.is_bare and error.location is None and not error.code:
        definition = resource.definition
        assert definition is not None
        error.location = Location(definition.file, definition.line)


def _too_early(resource: Resource, plan: Plan, name: str, asked: str) -> str:
    if plan.names.index(asked) < plan.names.index(name):
        return f"{resource}: expects a value for parameter ${asked}"
    return (
        f"{resource}: default expression for ${name} tries to illegally access "
        f"not yet evaluated ${asked}"
    )


def _look_up(resource: Resource, scope: Scope, plan: Plan, wanted: tuple[str, ...]) -> bool:
    """Ask the data for parameters of a class that the declaration leaves out.

    Return whether there are values.
    """
    definition = resource.definition
    assert definition is not None
    from duckrow.puppet.hiera.automatic import find_parameters

    # The names of the class are set once its parameters are; data sees those of its surroundings.
    variables = scope.variables
    own: dict[str, Any] = {}
    for name in ("title", "name"):
        if name in variables:
            own[name] = variables.pop(name)
    found = find_parameters(scope, definition.name, wanted)
    for name, value in found.items():
        if value is not None or name in plan.required:
            resource.set(name, value)
    if scope.build.listener is not None:
        scope.build.listener("looked up", resource, list(found))
    variables.update(own)
    return bool(found)


def _check(plan: Plan, definition: Definition, scope: Scope) -> Callable[[dict[str, object]], bool]:
    """Return the check of all typed parameters; one that is used a lot is compiled."""
    check = plan.check
    plan.uses += 1
    if check is None or plan.uses == _USES_UNTIL_COMPILED:
        types: dict[str, Type] = {}
        for parameter in definition.parameters:
            type_ = parameter.type_in(scope)
            if type_ is not None:
                types[parameter.name] = type_
        if not types:
            check = _always
        elif plan.uses < _USES_UNTIL_COMPILED:
            check = _one_by_one(types)
        else:
            from duckrow.puppet.types.instance import parameters_checker

            check = parameters_checker(types)
        plan.check = check
    return check


def _always(_variables: dict[str, object]) -> bool:
    return True


def _one_by_one(types: dict[str, Type]) -> Callable[[dict[str, object]], bool]:
    from duckrow.puppet.types.instance import accepts_once

    def check(variables: dict[str, object]) -> bool:
        return all(accepts_once(type_, variables[name]) for name, type_ in types.items())

    return check


def _convert(resource: Resource, scope: Scope) -> bool:
    """Turn strings into the numbers that parameters want, where the dialect does that."""
    definition = resource.definition
    assert definition is not None
    if not scope.build.settings.dialect.strings_become_numbers:
        return False
    from duckrow.puppet.types.instance import accepts
    from duckrow.puppet.values.numbers import read_number

    variables = scope.variables
    for parameter in definition.parameters:
        type_, value = parameter.type_in(scope), variables[parameter.name]
        if type_ is None or accepts(type_, value):
            continue
        number = read_number(value) if isinstance(value, str) else None
        if number is None or not accepts(type_, number):
            return False
        variables[parameter.name] = number
        resource.set(parameter.name, number)
    return True


def check_values(
    subject: str, plan: Plan, definition: Definition, scope: Scope, values: dict[str, object]
) -> None:
    """Check values by name, slowly, for the error message."""
    from duckrow.puppet.catalog.deferred import returned_type
    from duckrow.puppet.types.check import ParameterMismatchError, check_parameters

    if plan.struct is None:
        plan.struct = _struct(definition, scope)
    try:
        check_parameters(
            subject, plan.struct, values, returned_by=lambda value: returned_type(scope, value)
        )
    except ParameterMismatchError as error:
        raise EvaluationError(str(error)) from None


def _struct(definition: Definition, scope: Scope) -> StructType:
    from duckrow.puppet.types.model.basic import ANY
    from duckrow.puppet.types.model.collections import StructElement, StructType

    elements = [StructElement("name", True, ANY)]
    names = {parameter.name for parameter in definition.parameters}
    elements += [StructElement(name, True, ANY) for name in sorted(IS_METAPARAMETER - names)]
    for parameter in definition.parameters:
        type_ = parameter.type_in(scope) or ANY
        elements.append(StructElement(parameter.name, parameter.default is not None, type_))
    return StructType(tuple(elements))


class _TooEarlyError(Exception):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class _Watched(dict[str, "Any"]):
    """Variables of which some may not be read before they are set."""

    def __init__(self, variables: dict[str, object], waiting: set[str]) -> None:
        super().__init__(variables)
        self._waiting = waiting

    def __setitem__(self, name: str, value: object) -> None:
        self._waiting.discard(name)
        super().__setitem__(name, value)

    def __contains__(self, name: object) -> bool:
        if name in self._waiting:
            raise _TooEarlyError(str(name))
        return super().__contains__(name)

    def __missing__(self, name: str) -> object:
        if name in self._waiting:
            raise _TooEarlyError(name)
        raise KeyError(name)

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(name, default) if name in self else default


def _needs_watch(parameters: tuple[Parameter, ...]) -> bool:
    """Return whether a default mentions the name of its own or a later parameter.

    An earlier required parameter may also be missing when the defaults are evaluated.
    """
    waiting = {parameter.name for parameter in parameters}
    for parameter in parameters:
        if parameter.default is not None:
            code = getattr(parameter.default, "__code__", None)
            if code is None:
                return True
            if not parameter.is_constant and not _words(code).isdisjoint(waiting):
                return True
            waiting.discard(parameter.name)
    return False


def _words(code: CodeType) -> set[object]:
    """Collect the names and texts that compiled code mentions."""
    found: set[object] = set(code.co_names) | set(code.co_varnames)
    for constant in code.co_consts:
        if type(constant) is str:
            found.add(constant)
        elif type(constant) is tuple:
            found.update(item for item in constant if type(item) is str)
        elif type(constant) is type(code):
            found |= _words(constant)
    return found
