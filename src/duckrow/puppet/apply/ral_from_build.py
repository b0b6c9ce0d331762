"""Makes the catalog of a compile ready to apply."""

from __future__ import annotations

from duckrow.puppet.apply.ral_catalog import Container, RalCatalog, settle_paths
from duckrow.puppet.apply.relationship_attributes import relations_of
from duckrow.puppet.apply.resolver import Resolver
from duckrow.puppet.apply.ruby_types import ruby_types
from duckrow.puppet.catalog.tags import all_tags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.apply.ral_catalog import Node
    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.providers.index import Providers
    from duckrow.puppet.resources.desired import Log


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


def ral_from_build(build: Build, providers: Providers, log: Log) -> RalCatalog:
    """Take over the catalog of a compile."""
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
    ral.ruby_types = ruby_types(
        providers.machine,
        lambda: build.loaders.modules.values(),  # noqa: PLW0108  (modules are found when asked)
        log,
        lambda: build.facts,
        build.settings,
        lambda: build.loaders.ruby_files.cache,
        build.loaders.find_type,
    )
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
            parameters, secret = resolve(resource.parameters)
            node = ral.desired(
                resource.description,
                resource.title,
                parameters,
                resource.file,
                resource.line,
                LazyTags(resource),
                (*(resource.sensitive or ()), *secret),
            )
        ral.add(node, around)
    settle_paths(ral)
    return ral
