"""One resource of a catalog while it is being built.

Invariants:
 1. `parameters` holds plain values. A parameter that is present with None was given as undef: it
    keeps a default from filling in, and it is not written to the catalog.
 2. Who set a parameter is only written down (in `origins`) where it was not the declaration of
    the resource itself: a default, an override, a collector.
 3. `tags` holds what was added beyond the tags that follow from type, title and the `tag`
    parameter of the declaration; see `catalog.tags`.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.references import PLAIN
from duckrow.source.bounded_cache import Results

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.definition import Definition
    from duckrow.puppet.runtime.scope import Scope

# The `kind` of a resource in the catalog; included classes and nodes are "unknown".
CLASS, DEFINED, COMPILABLE, UNKNOWN = "class", "defined_type", "compilable_type", "unknown"

# The lines of a statement's attributes: one tuple of (name, line) per body; `*` is a splat.
Lines = tuple[tuple[str, int | None], ...]
NO_LINES: Lines = (("*", None),)  # a function declared it: the lines of its attributes are unknown


_STRING = frozenset((str,))


class Append:
    """A value given with +>: it is added to what the attribute holds already."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __repr__(self) -> str:
        return f"Append({self.value!r})"


class Origin:
    """The origin of a parameter: the setter, and the location."""

    __slots__ = ("change", "file", "line", "source")

    def __init__(
        self,
        source: Definition | None,
        file: str | None,
        line: int | None,
        change: object = None,
    ) -> None:
        self.source = source  # the class, define or node whose code it was
        self.file = file
        self.line = line
        self.change = change  # that of overrides.Change which it is a part of


class Resource:
    """A resource: declared, virtual, or standing for the body of a class, define or node."""

    __slots__ = (
        "attribute_lines",  # Lines of the declaration, for messages
        "container",  # the first resource that contains this one
        "containers",  # all of them, when there are several; else None
        "content_tags",  # the tags that contents take over, where they differ from `tags`
        "definition",  # of a class, define or node: the code of its body
        "description",  # of a native type: its table in puppet/resources
        "file",
        "is_evaluated",
        "is_exported",
        "is_virtual",
        "kind",
        "line",
        "origins",
        "parameters",
        "scope",  # where it was declared
        "sensitive",  # names of parameters that were Sensitive, once the catalog is finished
        "source",  # the definition whose code declared it; it alone may override freely
        "tags",
        "title",
        "type",  # with capitals: File, Apache::Vhost
    )

    def __init__(
        self,
        type_: str,
        title: str,
        scope: Scope,
        parameters: dict[str, Any],
        kind: str = COMPILABLE,
        file: str | None = None,
        line: int | None = None,
        description: Any = None,
        definition: Definition | None = None,
    ) -> None:
        self.type = type_
        self.title = title
        self.scope = scope
        self.parameters = parameters
        self.kind = kind
        self.file = file
        self.line = line
        self.description = description
        self.definition = definition
        self.source: Definition | None = scope.definition
        self.attribute_lines: Lines | None = None
        self.container: Resource | None = None
        self.containers: list[Resource] | None = None
        self.origins: dict[str, Origin] | None = None
        self.tags: dict[str, None] | None = None
        self.content_tags: dict[str, None] | None = None
        self.sensitive: list[str] | None = None
        self.is_evaluated = False
        self.is_virtual = False
        self.is_exported = False

    def __str__(self) -> str:
        return f"{self.type}[{self.title}]"

    def __repr__(self) -> str:
        return f"<resource {self}>"

    @property
    def is_class(self) -> bool:
        """Whether this represents a class."""
        return self.type == "Class"

    def get(self, name: str) -> Any:
        """Return the value of a parameter, None when it is not set; `title` is always known."""
        return self.title if name == "title" else self.parameters.get(name)

    def set(self, name: str, value: Any, origin: Origin | None = None) -> None:
        """Set a parameter; without an origin it counts as set by the declaration."""
        if name == "tag":
            from duckrow.puppet.catalog.tags import add_tags

            add_tags(self, value)
        self.parameters[name] = value
        if origin is not None:
            if self.origins is None:
                self.origins = {}
            self.origins[name] = origin
        elif self.origins is not None:
            self.origins.pop(name, None)

    def origin_of(self, name: str) -> Origin:
        """Return the origin of a parameter that is set."""
        if self.origins is not None and name in self.origins:
            return self.origins[name]
        line = self._line_of(name)
        return Origin(self.source, None if line is None else self.file, line)

    def _line_of(self, name: str) -> int | None:
        lines = dict(self.attribute_lines or ())
        return lines.get(name, lines.get("*", self.line))

    def location_words(self) -> str:
        """Write where it was declared, as messages do: (file: F, line: L); empty if unknown."""
        return location_words(self.file, self.line)

    def contain_in(self, container: Resource) -> None:
        """Add a container, unless it is one already."""
        if self.container is None:
            self.container = container
        elif self.containers is not None:
            if container not in self.containers:
                self.containers.append(container)
        elif self.container is not container:
            self.containers = [self.container, container]

    def all_containers(self) -> list[Resource]:
        """List the containers, in the order in which they were set."""
        if self.containers is not None:
            return self.containers
        return [] if self.container is None else [self.container]


def check_value(value: Any) -> None:
    """Reject a value that a catalog cannot hold, also inside of arrays and hashes."""
    kind = type(value)
    if kind is list:
        if not PLAIN.issuperset(map(type, value)):
            for item in value:
                check_value(item)
    elif kind is dict:
        if PLAIN.issuperset(map(type, value.values())) and _STRING.issuperset(map(type, value)):
            return
        for key, item in value.items():
            if type(key) is not str:
                from duckrow.ruby.values.keys import from_key

                check_value(from_key(key))
            if type(item) not in PLAIN:
                check_value(item)
    elif kind is Append:
        check_value(value.value)
    elif kind not in PLAIN and _REJECTED[kind]:
        _check_rich(value)


def _may_be_rejected(kind: type) -> bool:
    """Return whether a catalog cannot hold some values of a class."""
    from duckrow.puppet.types.model.references import CatalogEntryType, ClassType

    return hasattr(kind, "is_iteration") or kind is CatalogEntryType or kind is ClassType


# By the class of a value; nearly all rich values are references to resources.
_REJECTED = Results(_may_be_rejected, 256)


def _check_rich(value: Any) -> None:
    """Reject iterators, and types of catalog entries that name no entry."""
    from duckrow.puppet.types.model.references import CatalogEntryType, ClassType

    if getattr(value, "is_iteration", False):
        raise EvaluationError("Use of an Iterator is not supported here")
    if type(value) is CatalogEntryType:
        raise EvaluationError(
            "Cannot split the type Puppet::Pops::Types::PCatalogEntryType, it represents neither a "
            "PClassType, nor a PResourceType."
        )
    if type(value) is ClassType and value.class_name is None:
        raise EvaluationError('No title provided and "class" is not a valid resource reference')


def attribute_value(value: object) -> object:
    """Return a value of an attribute; reject a value that a catalog cannot hold."""
    if type(value) not in PLAIN:
        check_value(value)
    return value


def location_words(file: str | None, line: int | None) -> str:
    """Write a location without a column as messages do; empty when nothing is known."""
    if file and line is not None:
        return f"(file: {file}, line: {line})"
    if line is not None:
        return f"(line: {line})"
    return f"(file: {file})" if file else ""
