"""Evaluates the values of a catalog that were deferred to the agent."""

from __future__ import annotations

from duckrow.puppet.resources.desired import ResourceError
from duckrow.puppet.runtime.definition import RELATIONS
from duckrow.puppet.runtime.references import COMMON, PLAIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.catalog.build import Build


class Resolver:
    """Makes the calls that were left for the agent, and takes Sensitive and Binary values apart."""

    __slots__ = ("_build",)

    def __init__(self, build: Callable[[], Build]) -> None:
        """Make a resolver; `build` returns the compile whose functions and variables are used."""
        self._build = build

    def __call__(self, parameters: dict[str, object]) -> tuple[dict[str, Any], list[str]]:
        """Return parameters without Deferred values, and the names of those that are secret."""
        for value in parameters.values():
            if type(value) not in PLAIN:
                break
        else:
            return parameters, []
        secret = []
        found = {}
        for name, value in parameters.items():
            if type(value) not in PLAIN and name not in RELATIONS:
                value = self.resolve(value)
                if _is_sensitive(value):
                    value = value.unwrap()
                    secret.append(name)
            found[name] = value
        return found, secret

    def resolve(self, value: Any) -> Any:
        """Resolve a value and all that is in it."""
        kind = type(value)
        if kind in PLAIN:
            return value
        if kind is list:
            return [self.resolve(item) for item in value]
        if kind is dict:
            return {key: self.resolve(item) for key, item in value.items()}
        if _is_sensitive(value):
            return kind(self.resolve(value.unwrap()))
        from duckrow.puppet.values.deferred import Deferred

        return self._call(value) if kind is Deferred else value

    def _call(self, value: Any) -> Any:
        from duckrow.puppet.runtime.variables import get

        arguments = [self.resolve(item) for item in value.arguments or ()]
        build = self._build()
        top = build.top
        name = value.name
        if value.variable is not None:
            found = get(top, value.variable)
            if not arguments:
                return found
            name, arguments = "dig", [found, *arguments]
        function = build.loaders.find_function(name, "")
        if function is None:
            raise ResourceError(f"Unknown function '{name}'")
        return function(top, *arguments)


def _is_sensitive(value: object) -> bool:
    if type(value) in COMMON:
        return False
    from duckrow.puppet.values.sensitive import Sensitive

    return type(value) is Sensitive
