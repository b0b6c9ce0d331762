"""The catalog: resources in the order of their declaration, found by type and title.

Each type has a table from titles to resources. An alias is one more entry in it, and so is a name
that differs from the title: File[/a/] is also found as File[/a]. If several attributes together
name a resource, the entry is the tuple of their values.
"""

from __future__ import annotations

from duckrow.puppet.catalog.resource import COMPILABLE, DEFINED, Resource
from duckrow.puppet.catalog.tags import insert
from duckrow.puppet.runtime.definition import Definition
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.source.bounded_cache import Results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Catalog:
    """Resources, classes and tags of one node."""

    __slots__ = (
        "classes",
        "environment",
        "name",
        "resources",
        "tables",
        "tags",
        "uuid",
        "version",
    )

    def __init__(self, name: str, environment: str) -> None:
        self.name = name
        self.environment = environment
        self.resources: list[Resource] = []
        self.tables: dict[str, dict[Any, Resource]] = {}
        self.classes: list[str] = []
        self.tags: dict[str, None] = {}
        self.version: int | str | None = None  # None: the time of writing
        self.uuid: str | None = None  # None: a new one

    def add(self, resource: Resource, has_keys: bool = True) -> None:
        """Add a resource that must be the only one of its type and title.

        With `has_keys` no other may be named by the same attributes either.
        """
        table = self.tables.get(resource.type)
        if table is None:
            table = self.tables[resource.type] = {}
        title = resource.title
        if title in table:
            raise duplicate(resource, table[title])
        table[title] = resource
        self.resources.append(resource)
        description = resource.description
        parameters = resource.parameters
        if "alias" in parameters:
            self._add_aliases(resource, table)
        if not has_keys:
            return
        if description is None:
            # The name of a define is its title unless it is given.
            if "name" in parameters:
                self._add_key(resource, table, (parameters["name"] or title,))
        elif (
            description.split_title is not None
            or len(description.namevars) > 1
            or not description.key_names.isdisjoint(parameters)
        ):
            self._add_key(resource, table, description.alias_key(title, parameters))

    def add_class(self, name: str) -> None:
        """Note that a class, or a node, is part of the catalog."""
        self.classes.append(name)
        insert(self.tags, name)

    def find(self, type_name: str, title: str) -> Resource | None:
        """Return a resource by type, in any case, and title or alias."""
        type_ = capitalized(type_name)
        table = self.tables.get(type_)
        if table is None:
            return None
        if type_ == "Class":
            # Class[main] has a title that no manifest can write.
            title = capitalized(title.removeprefix("::")) or "main"
        found = table.get(title)
        if found is None:
            description = next(iter(table.values())).description
            if description is not None:
                key = description.alias_key(title, {})
                if key is not None:
                    found = table.get(key[0] if len(key) == 1 else key)
        return found

    def _add_aliases(self, resource: Resource, table: dict[object, Resource]) -> None:
        given = resource.parameters["alias"]
        for name in flattened(given):
            if name is not None:
                self._add_entry(resource, table, name, name)

    def _add_key(
        self, resource: Resource, table: dict[object, Resource], key: tuple[object, ...] | None
    ) -> None:
        if key is None or key == (resource.title,):
            return
        entry = key[0] if len(key) == 1 else key
        self._add_entry(resource, table, entry, list(key))

    def _add_entry(
        self, resource: Resource, table: dict[object, Resource], entry: object, given: object
    ) -> None:
        if entry == resource.title:
            return
        parts = list(entry) if type(entry) is tuple else flattened(entry)
        key = parts[0] if len(parts) == 1 else tuple(parts)
        if type(key) is not str:
            from duckrow.ruby.values.keys import to_key

            key = to_key(key) if type(key) is not tuple else tuple(map(to_key, key))
        existing = table.get(key)
        if existing is not None:
            if existing is resource:
                return
            from duckrow.ruby.values.inspect import inspect

            at = resource.location_words()
            where = existing.location_words()
            raise EvaluationError(
                f"Cannot alias {resource} to {inspect(given)}{' at ' + at if at else ''}; "
                f"resource {inspect([resource.type, *parts])} already declared"
                f"{' ' + where if where else ''}"
            )
        table[key] = resource


def duplicate(resource: Resource, existing: Resource) -> EvaluationError:
    """Make the error about a second resource of one type and title."""
    location = existing.location_words()
    where = resource.location_words()
    first, again = _chain(existing), _chain(resource)
    is_elsewhere = first != again
    hint = ""
    if is_elsewhere:
        from shlex import quote

        hint = f"duckrow explain resource {quote(str(existing))} shows all places"
    return EvaluationError(
        f"Duplicate declaration: {resource} is already declared"
        f"{' at ' + location if location else ''}; cannot redeclare{' ' + where if where else ''}",
        why=f"it was declared first by {first}; then by {again}" if is_elsewhere else "",
        hint=hint,
    )


def _chain(resource: Resource) -> str:
    """Name the body that declares a resource, and those that brought it in."""
    names: list[str] = []
    body = resource.scope.resource
    while body is not None and str(body) != "Class[main]" and str(body) not in names:
        names.append(str(body))
        body = body.scope.resource
    if not names:
        return "the main manifest"
    return names[0] + "".join(f", through {name}" for name in names[1:])


def _capitalized(name: str) -> str:
    return "::".join(map(str.capitalize, name.split("::")))


# Arrows and parameters use the same names again and again.
_CAPITALS = Results(_capitalized, 4096)


def capitalized(name: str) -> str:
    """Write a name of a type or class as references do: Apache::Vhost."""
    found: str = _CAPITALS[name]
    return found


class KnownType:
    """A resource type as declarations see it, looked up once for each name that code writes."""

    __slots__ = ("definition", "description", "kind", "name", "odd_names")

    def __init__(self, name: str, description: Any, definition: Definition | None) -> None:
        self.name = name  # with capitals
        self.description = description
        self.definition = definition
        self.kind = COMPILABLE if definition is None else DEFINED
        # Attributes with which `Build.add` does more than to store a resource under its title;
        # None if it always does.
        self.odd_names: frozenset[str] | None = None
        if definition is not None:
            self.odd_names = _ODD_NAMES
        elif (
            description is not None
            and name != "Stage"
            and description.split_title is None
            and len(description.namevars) == 1
        ):
            self.odd_names = _ODD_NAMES | description.key_names


_ODD_NAMES = frozenset(("alias", "name", "stage"))


def known_type(build: Any, type_name: str) -> KnownType:
    """Return a resource type by its name; cached per build."""
    name = type_name.removeprefix("::").lower()
    is_native = not type_name.startswith("::")  # as the reference reads it
    if name == "class":
        found = KnownType("Class", None, None)
    else:
        description = build.loaders.find_resource_type(name) if is_native else None
        definition = None
        if description is None:
            definition = build.loaders.find_define(name)
        elif type(description) is Definition:
            description, definition = None, description
        if description is None and definition is None:
            raise EvaluationError(
                f"Unknown resource type: '{type_name}'", missing=("resource type", type_name)
            )
        found = KnownType(capitalized(name), description, definition)
        if build.loaders.has_views:
            return found  # code of another module may not see it
    build.types[type_name] = found
    return found
