"""Declare packages that are not declared yet."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.ensure_resource import FUNCTION as RESOURCE
from duckrow.puppet.functions.stdlib.ensure_resources import FUNCTION as RESOURCES
from duckrow.puppet.runtime.function import Form, Function, LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


_INSTALLED = {"ensure": "installed"}


def _ensure_packages(scope: Scope, packages: Any, attributes: Any = None) -> None:
    defaults = {**_INSTALLED, **(attributes or {})}
    if attributes and defaults["ensure"] == "present":
        defaults["ensure"] = "installed"
    if type(packages) is dict:
        RESOURCES(scope, "package", packages, defaults)
    else:
        for name in packages if type(packages) is list else [packages]:
            RESOURCE(scope, "package", name, defaults)


def _older(scope: Scope, arguments: list[Any]) -> None:
    scope.build.warn_once(
        "deprecations",
        "3xfunction#ensure_packages",
        "Calling function_ensure_packages via the Scope class is deprecated. "
        "Use Scope#call_function instead",
    )
    FUNCTION(scope, *arguments)


FUNCTION = Function(
    "ensure_packages",
    Form(
        "Variant[String[1], Array[String[1]], Hash[String[1], Any]] packages",
        "Hash default_attributes?",
        run=_ensure_packages,
        returns="Undef",
    ),
)
LEGACY = LegacyFunction("ensure_packages", _older, is_statement=True)
