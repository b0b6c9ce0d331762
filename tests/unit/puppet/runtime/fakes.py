"""As much of a compile as operators ask for."""

from __future__ import annotations

from typing import Any

from duckrow.puppet.runtime.location import Location
from duckrow.puppet.runtime.scope import Scope
from duckrow.puppet.settings.settings import Settings
from duckrow.puppet.types.model.base import Type


class Loaders:
    """Names that are known, and what they stand for."""

    has_views = False

    def __init__(self) -> None:
        self.types: dict[str, Type] = {}
        self.resource_types: dict[str, Any] = {}
        self.defines: dict[str, Any] = {}

    def find_type(self, name: str) -> Type | None:
        return self.types.get(name)

    def find_resource_type(self, name: str) -> Any:
        return self.resource_types.get(name)

    def find_define(self, name: str) -> Any:
        return self.defines.get(name)


class Build:
    """A compile that keeps what it is told."""

    def __init__(self, **settings: object) -> None:
        self.settings = Settings(settings)
        self.loaders = Loaders()
        self.named_types: dict[str, Any] = {}
        self.resources: dict[tuple[str, str], Any] = {}
        self.logged: list[tuple[str, str, str, Location | None]] = []

    def log(
        self, level: str, message: str, location: Location | None = None, code: str = ""
    ) -> None:
        self.logged.append((level, message, code, location))

    def find_resource(self, type_name: str, title: str, _reader: object = None) -> Any:
        return self.resources.get((type_name.lower(), title))


def make_scope(**settings: object) -> Scope:
    return Scope(Build(**settings))  # type: ignore[arg-type]


def build_of(scope: Scope) -> Build:
    build: Any = scope.build
    assert isinstance(build, Build)
    return build
