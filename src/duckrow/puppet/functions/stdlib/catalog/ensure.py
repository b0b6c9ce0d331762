"""ensure_resource, ensure_resources and ensure_packages: declare missing resources."""

from __future__ import annotations

from duckrow.puppet.functions.catalog.create_resources import CREATE_RESOURCES
from duckrow.puppet.functions.helpers.ruby_errors import kind_of, no_method
from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.functions.stdlib.catalog.references import defined_with_params
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.function import Form, Function, LegacyFunction
from duckrow.ruby.values.keys import from_key, to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def ensure_resource(scope: Scope, arguments: list[object]) -> None:
    """Declare a resource unless it is declared with these attributes."""
    type_, title, parameters = checked(arguments)
    rules = scope.build.rules
    # A deterministic builder compares the declarations instead.
    is_merged = rules is not None and rules.deterministic is not None
    for item in flattened([title]):
        wanted = [f"{to_text(type_)}[{to_text(item)}]", parameters]
        if is_merged or not defined_with_params(scope, wanted):
            if type(type_) is not str:
                raise no_method("capitalize", type_)
            CREATE_RESOURCES.run(scope, [type_, {to_key(item): parameters}])


def checked(arguments: list[object]) -> tuple[object, object, object]:
    """Return type, title and attributes; fail without a type or a title."""
    type_, title, parameters = [*arguments, None, None, None][:3]
    for value, what in ((type_, "type"), (title, "title")):
        if value is None or value is False:
            raise EvaluationError(f"Must specify a {what}")
    return type_, title, {} if parameters is None or parameters is False else parameters


ENSURE_RESOURCE = LegacyFunction("ensure_resource", ensure_resource, is_statement=True)


def ensure_resources(scope: Scope, arguments: list[object]) -> None:
    """Declare the resources of a hash that are not declared yet."""
    type_, titles, parameters = checked(arguments)
    if type(titles) is not dict:
        raise EvaluationError("ensure_resources(): Requires second argument to be a Hash")
    for key, own in titles.items():
        given = parameters
        if own is not None and own is not False:
            given = _merged(parameters, own)
        ensure_resource(scope, [type_, from_key(key), given])


def _merged(parameters: object, own: object) -> dict[object, object]:
    if type(parameters) is not dict:
        raise no_method("merge", parameters)
    if type(own) is not dict:
        raise EvaluationError(f"no implicit conversion of {kind_of(own)} into Hash")
    return {**parameters, **own}


ENSURE_RESOURCES = LegacyFunction("ensure_resources", ensure_resources, is_statement=True)
_INSTALLED = {"ensure": "installed"}


def _ensure_packages(scope: Scope, packages: Any, attributes: Any = None) -> None:
    """Declare packages that are not declared yet."""
    defaults = {**_INSTALLED, **(attributes or {})}
    if attributes and defaults["ensure"] == "present":
        defaults["ensure"] = "installed"
    if type(packages) is dict:
        ENSURE_RESOURCES(scope, "package", packages, defaults)
    else:
        for name in packages if type(packages) is list else [packages]:
            ENSURE_RESOURCE(scope, "package", name, defaults)


def _older(scope: Scope, arguments: list[object]) -> None:
    scope.build.warn_once(
        "deprecations",
        "3xfunction#ensure_packages",
        "Calling function_ensure_packages via the Scope class is deprecated. "
        "Use Scope#call_function instead",
    )
    ENSURE_PACKAGES(scope, *arguments)


ENSURE_PACKAGES = Function(
    "ensure_packages",
    Form(
        "Variant[String[1], Array[String[1]], Hash[String[1], Any]] packages",
        "Hash default_attributes?",
        run=_ensure_packages,
        returns="Undef",
    ),
)

LEGACY_ENSURE_PACKAGES = LegacyFunction("ensure_packages", _older, is_statement=True)
