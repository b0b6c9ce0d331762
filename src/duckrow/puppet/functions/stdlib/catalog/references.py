"""Resources found by a reference: defined_with_params, getparam and str2resource."""

from __future__ import annotations

import re

from duckrow.puppet.functions.helpers.ruby_errors import class_of, no_method
from duckrow.puppet.functions.helpers.ruby_text import capitalized, inspect, to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function, LegacyFunction
from duckrow.puppet.types.model.references import ClassType, ResourceType
from duckrow.ruby.values.compare import is_equal
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.runtime.scope import Scope


def defined_with_params(scope: Scope, arguments: list[object]) -> bool:
    """Return whether a resource with some attributes is declared."""
    reference, parameters = [*arguments, None, None][:2]
    if reference is None or reference is False:
        raise EvaluationError("Must specify a reference")
    if parameters is None or parameters is False or parameters in ("", []):
        parameters = {}
    here = str(scope.resource)
    for resource in _defined_with_params_referred(scope, reference):
        if str(resource) != here and _has(resource, parameters):
            return True
    return False


def _defined_with_params_referred(scope: Scope, reference: object) -> list[Resource]:
    """Return the resource of a reference, or all of a type if the reference has no title."""
    if type(reference) is str:
        found = _by_text(scope, reference)
    elif isinstance(reference, ResourceType) and reference.title is None:
        type_ = capitalized(reference.type_name or "")
        return [each for each in scope.build.catalog.resources if each.type == type_]
    elif isinstance(reference, ResourceType):
        found = scope.build.find_resource(reference.type_name or "", reference.title or "")
    elif isinstance(reference, ClassType):
        found = scope.build.find_resource("class", reference.class_name or "")
    else:
        raise EvaluationError(f"Reference is not understood: '{class_of(reference)}'")
    return [] if found is None else [found]


def _by_text(scope: Scope, text: str) -> Resource | None:
    match = re.search(r"(?ms)^([^\[\]]+)\[(.+)\]$", text)
    if match is None:
        raise EvaluationError(
            f"No title provided and {inspect(text)} is not a valid resource reference"
        )
    type_name, title = match.groups()
    found: Resource | None = scope.build.find_resource(type_name, title)
    if found is None and not _is_type(scope, type_name.lower()):
        # An unknown type is taken for a class.
        found = scope.build.find_resource("class", title)
    return found


def _is_type(scope: Scope, name: str) -> bool:
    loaders = scope.build.loaders
    return (
        loaders.find_resource_type(name) is not None
        or loaders.find_define(name) is not None
        or loaders.find_class(name) is not None
    )


def _has(resource: Resource, parameters: object) -> bool:
    if type(parameters) is not dict:
        raise no_method("map", parameters)
    for name in parameters:
        if type(name) is not str:
            raise no_method("intern", from_key(name))
    return all(is_equal(resource.get(name), value) for name, value in parameters.items())


DEFINED_WITH_PARAMS = LegacyFunction("defined_with_params", defined_with_params)


def _getparam(scope: Scope, arguments: list[object]) -> object:
    """Return an attribute of a resource, or an empty string."""
    reference, name = [*arguments, None, None][:2]
    if reference is None or reference is False:
        raise EvaluationError("Must specify a reference")
    if type(name) is not str:
        raise EvaluationError("Must specify name of a parameter")
    if not name:
        return ""
    resource = _getparam_referred(scope, to_text(reference))
    found = None if resource is None else resource.get(name)
    return "" if found is None else found


def _getparam_referred(scope: Scope, text: str) -> Resource | None:
    match = re.search(r"(?ms)^([^\[\]]+)\[(.+)\]$", text)
    if match is None:
        raise EvaluationError(
            f"No title provided and {inspect(text)} is not a valid resource reference"
        )
    found: Resource | None = scope.build.find_resource(match[1], match[2])
    return found


GETPARAM = LegacyFunction("getparam", _getparam)
_REFERENCE = re.compile(r"(?ms)^([^\[\]]+)\[(.+)\]$").search


def _str2resource(scope: Scope, text: str) -> object:
    """Return the reference to a resource that is in the catalog."""
    match = _REFERENCE(text)
    if match is None:
        raise EvaluationError(
            f"No title provided and {inspect(text)} is not a valid resource reference"
        )
    type_name, title = match[1], match[2]

    found = scope.build.find_resource(type_name.lower(), title)
    if found is None:
        raise EvaluationError(
            f"stdlib::str2resource(): could not find {type_name}[{title}], this is parse order "
            "dependent and values should not be quoted"
        )
    if type_name.lower() == "class":
        return ClassType(title.lower())
    return ResourceType(type_name.lower(), title)


STR2RESOURCE = Function(
    "stdlib::str2resource", Form("String res_string", run=_str2resource, returns="Any")
)
