"""Makes the catalog of a compile ready to apply: evaluates the values deferred to the agent."""

from __future__ import annotations

from duckrow.puppet.apply.ral_catalog import Container, RalCatalog, settle_paths
from duckrow.puppet.apply.relationship_attributes import relations_of
from duckrow.puppet.apply.ruby_types import ruby_types
from duckrow.puppet.catalog.tags import all_tags
from duckrow.puppet.resources.desired import ResourceError
from duckrow.puppet.runtime.definition import RELATIONS
from duckrow.puppet.runtime.references import COMMON, PLAIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.puppet.apply.ral_catalog import Node
    from duckrow.puppet.apply.ruby_types import FindBehaviour
    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.providers.index import Providers
    from duckrow.puppet.resources.desired import Desired, Log


class LazyTags:
    """The tags of a resource, computed when they are first read."""

    __slots__ = ("_resource", "_tags")

    def __init__(self, resource: Resource) -> None:
        self._resource = resource
        self._tags: dict[str, None] | None = None

    def __iter__(self) -> Any:
        if self._tags is None:
            self._tags = all_tags(self._resource)
        return iter(self._tags)

    def __contains__(self, name: object) -> bool:
        return name in list(self)


def types_of(build: Build, machine: Machine, log: Log) -> FindBehaviour:
    """Return what finds the types in Ruby of the modules of a compile."""
    return ruby_types(
        machine,
        lambda: build.loaders.modules.values(),  # noqa: PLW0108  (modules are found when asked)
        log,
        lambda: build.facts,
        build.settings,
        lambda: build.loaders.ruby_files.cache,
        build.loaders.find_type,
    )


def empty_ral(
    build: Build, providers: Providers, log: Log, types: FindBehaviour | None = None
) -> RalCatalog:
    """Return the catalog of a compile without its resources."""
    catalog = build.catalog
    ral = RalCatalog(
        catalog.name,
        catalog.environment,
        providers,
        log,
        build.loaders.find_resource_type,
    )
    ral.version = catalog.version
    if ral.version is None:
        ral.version = build.world.now() // 1_000_000_000
    ral.uuid = catalog.uuid
    ral.classes = list(catalog.classes)
    ral.modules = lambda: build.loaders.modules
    ral.ruby_types = types or types_of(build, providers.machine, log)
    return ral


def ral_from_build(
    build: Build, providers: Providers, log: Log, types: FindBehaviour | None = None
) -> RalCatalog:
    """Take over the catalog of a compile; `types` finds types in Ruby that another one has read."""
    catalog = build.catalog
    ral = empty_ral(build, providers, log, types)
    made: dict[int, Container] = {}
    real = [resource for resource in catalog.resources if not resource.is_virtual]
    # First all containers: one may be declared after its contents.
    for resource in real:
        if resource.description is None or resource.type == "Stage":
            relations = relations_of(resource.parameters)
            made[id(resource)] = Container(
                resource.type,
                resource.title if resource.title != "main" or resource.type != "Class" else "Main",
                relations,
                LazyTags(resource),
                resource.file,
                resource.line,
            )
    resolve = Resolver(lambda: build)
    for resource in real:
        around = [made[id(each)] for each in resource.all_containers() if id(each) in made]
        node: Node | None = made.get(id(resource))
        if node is None:
            node = desired_of(ral, resource, resolve)
        ral.add(node, around)
    settle_paths(ral)
    return ral


def desired_of(ral: RalCatalog, resource: Resource, resolve: Resolver) -> Desired:
    """Return the desired state of a resource, which is not added to the catalog."""
    parameters, secret = resolve(resource.parameters)
    return ral.desired(
        resource.description,
        resource.title,
        parameters,
        resource.file,
        resource.line,
        LazyTags(resource),
        (*(resource.sensitive or ()), *secret),
    )


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
