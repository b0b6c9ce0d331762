"""The finished catalog as a plugin sees and changes it.

for resource in catalog:
    print(resource, resource.file, resource.line, resource["mode"])
catalog["File[/etc/motd]"]["mode"] = "0600"
catalog.add("notify", "hello", message="there", require="File[/etc/motd]")
catalog.remove("File[/etc/motd]")

The bodies of classes and defines have run: their parameters cannot be changed, except for the
relationships, and they cannot be added or removed.
"""

from __future__ import annotations

import sys
from copy import copy
from itertools import takewhile

from duckrow.puppet.catalog.catalog import capitalized
from duckrow.puppet.catalog.declared_again import is_name
from duckrow.puppet.catalog.finish import check_parameters
from duckrow.puppet.catalog.references import find
from duckrow.puppet.catalog.resource import Origin, Resource
from duckrow.puppet.catalog.tags import all_tags
from duckrow.puppet.plugins.copies import copy_of
from duckrow.puppet.plugins.effects import ADDED, CHANGED, REMOVED, Effect
from duckrow.puppet.plugins.values import value_of
from duckrow.puppet.runtime.definition import IS_RELATION
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.plugins.plugin import Plugin


class PluginCatalog:
    """The catalog of a node; `note` gets each effect."""

    __slots__ = ("_build", "_entries", "_note", "_plugin", "_removed")

    def __init__(self, build: Build, plugin: Plugin, note: Callable[[Effect], None]) -> None:
        self._build = build
        self._plugin = plugin
        self._note = note
        # Removed from the tables; `forget_removed` takes all of them out of the lists at once.
        self._removed: set[Resource] = set()
        self._entries: dict[str, dict[Resource, list[object]]] = {}  # by type: keys in its table

    @property
    def node(self) -> str:
        """The name of the node."""
        return self._build.node_name

    @property
    def environment(self) -> str:
        """The name of the environment."""
        return self._build.catalog.environment

    @property
    def classes(self) -> list[str]:
        """The names of the classes."""
        return list(self._build.catalog.classes)

    def __iter__(self) -> Iterator[PluginResource]:
        """Return the resources in their order, without virtual ones."""
        self.forget_removed()
        return iter(
            [PluginResource(self, each) for each in self._build.catalog.resources if _is_real(each)]
        )

    def __len__(self) -> int:
        self.forget_removed()
        return sum(map(_is_real, self._build.catalog.resources))

    def __contains__(self, reference: object) -> bool:
        return isinstance(reference, str) and self.find(reference) is not None

    def find(self, reference: str) -> PluginResource | None:
        """Return a resource by its reference, File[/etc/motd], or None."""
        found = find(self._build.catalog, reference)
        return None if found is None or found.is_virtual else PluginResource(self, found)

    def __getitem__(self, reference: str) -> PluginResource:
        found = self.find(reference)
        if found is None:
            raise EvaluationError(f"Could not find resource '{reference}' in the catalog")
        return found

    def add(self, type_: str, title: str, /, **attributes: object) -> PluginResource:
        """Add a resource of a native type; Class[main] contains it."""
        if type(title) is not str or not title:
            raise EvaluationError(f"{title!r} is not the title of a resource")
        build = self._build
        name = type_.lower().removeprefix("::")
        description = build.loaders.find_resource_type(name)
        if description is None:
            raise EvaluationError(
                f"Unknown resource type: '{name}'",
                why="a plugin adds resources of native types",
                hint="a method `classes` adds classes, which may declare defines",
            )
        file, line = self._here()
        given = {each: value_of(value) for each, value in attributes.items()}
        resource = Resource(
            capitalized(name),
            title,
            build.top,
            given,
            file=file,
            line=line,
            description=description,
        )
        check_parameters(build, [resource])
        if len(build.resources) >= build.most_resources:
            self.forget_removed()
        try:
            build.add(resource, build.main)
        except EvaluationError:  # the plugin may go on without the resource
            self._index(resource)
            self._take_out(resource)
            raise
        self._index(resource)
        self._tell(ADDED, str(resource))
        return PluginResource(self, resource)

    def remove(self, reference: str | PluginResource) -> None:
        """Remove a resource without a body."""
        resource = self[str(reference)].declared
        if resource.definition is not None or resource.type == "Stage":
            raise EvaluationError(
                f"{resource} cannot be removed: it contains others",
                hint="remove the resources in it",
            )
        self._take_out(resource)
        self._tell(REMOVED, str(resource))

    def _index(self, resource: Resource) -> None:
        """Note the keys of a resource that entered its table last."""
        entries = self._entries.get(resource.type)
        if entries is not None:
            table = self._build.catalog.tables[resource.type]
            entries[resource] = list(takewhile(lambda key: table[key] is resource, reversed(table)))

    def _take_out(self, resource: Resource) -> None:
        table = self._build.catalog.tables[resource.type]
        entries = self._entries.get(resource.type)
        if entries is None:
            entries = self._entries[resource.type] = {}
            for key, value in table.items():
                entries.setdefault(value, []).append(key)
        for key in entries.pop(resource, ()):
            del table[key]
        self._removed.add(resource)

    def forget_removed(self) -> None:
        """Take the resources that were removed out of the lists of the catalog."""
        removed = self._removed
        if removed:
            build = self._build
            for listed in (build.catalog.resources, build.resources):
                listed[:] = [each for each in listed if each not in removed]
            removed.clear()

    def set(self, resource: Resource, name: str, value: object) -> None:
        """Set an attribute of a resource; None takes it away."""
        if resource.definition is not None and name not in IS_RELATION:
            raise EvaluationError(
                f"'{name}' of {resource} cannot be changed: its body has run",
                hint="a method `classes` gives classes their parameters",
            )
        if is_name(resource, name):
            raise EvaluationError(
                f"'{name}' names {resource} and cannot be changed",
                hint="remove the resource, and add another one",
            )
        wanted = value_of(value)
        # Checked before it counts: the plugin may go on after an error. Other resources may have
        # been given the same table.
        changed = copy(resource)
        changed.parameters = dict(resource.parameters)
        if wanted is None:
            changed.parameters.pop(name, None)
        else:
            origin = Origin(None, *self._here())
            changed.origins = dict(resource.origins or {})
            changed.tags = None if resource.tags is None else dict(resource.tags)
            changed.set(name, wanted, origin)
            if resource.definition is None:
                check_parameters(self._build, [changed])
            if self._build.listener is not None:
                self._build.listener("overridden", resource, name, origin)
        hidden = dict.fromkeys([*(resource.sensitive or ()), *(changed.sensitive or ())])
        resource.parameters, resource.origins = changed.parameters, changed.origins
        resource.tags = changed.tags
        resource.sensitive = list(hidden) or None  # what was secret stays secret
        self._tell(CHANGED, str(resource), name)

    def _tell(self, kind: str, name: str, attribute: str = "") -> None:
        self._note(Effect(self._plugin.name, kind, name, *self._here(), attribute))

    def _here(self) -> tuple[str, int | None]:
        """Return the file of the plugin and the line in it that is running."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_code.co_filename == self._plugin.file:
                return self._plugin.file, frame.f_lineno
            frame = frame.f_back
        return self._plugin.file, None


class PluginResource:
    """A resource of the catalog: its attributes by name."""

    __slots__ = ("_catalog", "declared")

    def __init__(self, catalog: PluginCatalog, declared: Resource) -> None:
        self._catalog = catalog
        self.declared = declared

    @property
    def type(self) -> str:
        """The type with its capitals: File, Apache::Vhost."""
        return self.declared.type

    @property
    def title(self) -> str:
        """The title."""
        return self.declared.title

    @property
    def file(self) -> str | None:
        """The file that declares it."""
        return self.declared.file

    @property
    def line(self) -> int | None:
        """The line that declares it."""
        return self.declared.line

    @property
    def tags(self) -> list[str]:
        """The tags."""
        return list(all_tags(self.declared))

    @property
    def attributes(self) -> dict[str, object]:
        """The attributes that are set, by name; a secret is Sensitive."""
        set_ = {n: v for n, v in self.declared.parameters.items() if v is not None}
        return {name: self._shown(name, value) for name, value in set_.items()}

    def get(self, name: str, default: object = None) -> object:
        """Return an attribute, or `default` if it is not set."""
        value = self.declared.get(name)
        return default if value is None else self._shown(name, value)

    def __getitem__(self, name: str) -> object:
        return self.get(name)

    def __setitem__(self, name: str, value: object) -> None:
        self._catalog.set(self.declared, name, value)

    def __delitem__(self, name: str) -> None:
        self._catalog.set(self.declared, name, None)

    def __contains__(self, name: object) -> bool:
        return self.declared.parameters.get(str(name)) is not None

    def __str__(self) -> str:
        return str(self.declared)

    def __repr__(self) -> str:
        return repr(self.declared)

    def _shown(self, name: str, value: object) -> object:
        copied = copy_of(value)
        return Sensitive(copied) if name in (self.declared.sensitive or ()) else copied


def _is_real(resource: Resource) -> bool:
    return not resource.is_virtual
