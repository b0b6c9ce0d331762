"""A scope for functions that need a world, a log, or a module, and nothing else."""

from __future__ import annotations

from typing import Any

from duckrow.puppet.world import FakeWorld


class Module:
    """A module by its path."""

    def __init__(self, path: str) -> None:
        self.path = path


class Loaders:
    """Finds the modules that are there."""

    cache = None

    def __init__(self, modules: dict[str, Module]) -> None:
        self.modules = modules
        self.templates: dict[Any, Any] = {}

    def find_module(self, name: str) -> Module | None:
        return self.modules.get(name)

    def view(self) -> object:
        return None


class Settings(dict[str, Any]):
    """Settings that are all as Puppet 8 has them."""

    strict = "error"
    strict_variables = True
    dialect = None

    def __missing__(self, name: str) -> None:
        return None


class Build:
    """Keeps what is logged."""

    def __init__(self, world: FakeWorld, modules: dict[str, Module]) -> None:
        self.world = world
        self.facts = world.facts
        self.loaders = Loaders(modules)
        self.settings = Settings()
        self.memo: dict[str, Any] = {}
        self.named_types: dict[str, Any] = {}
        self.logged: list[tuple[str, str, str]] = []

    def log(
        self,
        level: str,
        message: str,
        source: str = "Puppet",
        location: Any = None,
        code: str = "",
    ) -> None:
        self.logged.append((level, source, message))


def scope_in(world: FakeWorld, **modules: str) -> Any:
    """Make a scope in a world, with modules by name and path."""
    from duckrow.puppet.runtime.scope import Scope

    found = {name: Module(path) for name, path in modules.items()}
    build: Any = Build(world, found)
    return Scope(build)
