"""Arrows: A -> B, A ~> B and their mirrors.

An arrow is written down when it is evaluated and comes home when all code has run: what it names
may be declared later, and what a collector collects is known only then. It becomes a `before` or
`notify` parameter of the resource at its tail, always as a list, to which the reference of the
resource at its head is added.

Invariants:
 1. Each side of an arrow is a set: what is named twice counts once. Two arrows are two entries.
 2. In a chain an empty side is stepped over: A -> [] -> B is A -> B, also where the emptiness of a
    collector shows only at the end.
 3. The value of an arrow is its right side, or its left side if that is empty.
"""

from __future__ import annotations

from duckrow.puppet.catalog.collectors import Collector
from duckrow.puppet.catalog.references import (
    find_pair,
    find_value,
    no_title,
    reference_text,
    type_and_title,
)
from duckrow.puppet.catalog.resource import Origin, Resource
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.location import Location
from duckrow.puppet.types.model.base import Type
from duckrow.puppet.types.model.references import CatalogEntryType, ClassType, ResourceType
from duckrow.puppet.types.model.wrappers import TypeType
from duckrow.source.errors import SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.runtime.scope import Scope

BEFORE, NOTIFY = "before", "notify"
_PARAMETERS = {"->": BEFORE, "<-": BEFORE, "~>": NOTIFY, "<~": NOTIFY}


class Relationship:
    """An arrow with all that is at its tail and at its head, and where it was written."""

    __slots__ = ("_where", "parameter", "sources", "targets")

    def __init__(
        self, sources: list[Any], targets: list[Any], parameter: str, where: tuple[str, int, int]
    ) -> None:
        self.sources = sources
        self.targets = targets
        self.parameter = parameter
        self._where = where

    @property
    def location(self) -> Location:
        """Where the arrow was written."""
        file, line, column = self._where
        return Location(file or None, line, column)


def relate(
    scope: Scope, operator: str, left: object, right: object, where: tuple[str, int, int]
) -> list[object]:
    """Evaluate an arrow between the resources that two values refer to.

    `where` has the file, line and column of the arrow.
    """
    lefts, rights = _operands(scope, left), _operands(scope, right)
    if lefts and rights:
        sources, targets = (rights, lefts) if operator[0] == "<" else (lefts, rights)
        build: Any = scope.build
        build.relationships.append(Relationship(sources, targets, _PARAMETERS[operator], where))
    if not rights:
        return lefts
    if len(rights) == 1 and isinstance(rights[0], Collector):
        rights[0].alternative = lefts
    return rights


def _operands(scope: Scope, value: object) -> list[object]:
    """Return what one side of an arrow refers to: types and collectors, each once."""
    if type(value) is ResourceType and value.type_name is not None:
        return [value]  # nearly always
    if isinstance(value, Collector):
        return [value]
    found = [_operand(scope, item) for item in flattened(value)]
    return list(dict.fromkeys(found)) if len(found) > 1 else found


def _operand(scope: Scope, value: object) -> object:
    if type(value) is ResourceType and value.type_name is not None:
        return value
    if isinstance(value, Collector):
        return value
    if type(value) is str:
        value = _read(scope, value)
    elif not isinstance(value, Type):
        from duckrow.puppet.runtime.labels import a_an

        raise EvaluationError(
            "Illegal relationship operand, can not form a relationship with "
            f"{a_an(value)}. A Catalog type is required.",
            "illegal-relationship-operand-type",
        )
    _check(value)
    return value


def _read(scope: Scope, text: str) -> Any:
    """Read a reference that is written in a string."""
    from duckrow.puppet.types.errors import TypeSyntaxError
    from duckrow.puppet.types.parse import parse_type

    loaders = scope.build.loaders

    def load(name: str) -> Any:
        found = loaders.find_type(name)
        if found is not None:
            return found
        name = name.lower()
        is_known = loaders.find_resource_type(name) or loaders.find_define(name)
        return ResourceType(name, None) if is_known else None

    try:
        return parse_type(text, load)
    except TypeSyntaxError as error:
        raise EvaluationError(str(error)) from None
    except SourceError as error:
        found = error.diagnostic
        if found.start is None:
            raise EvaluationError(found.what) from None
        location = Location(None, found.line, found.column)
        raise EvaluationError(found.what, location=location, is_bare=True) from None


def _check(type_: Any) -> None:
    """Fail for types that refer to no resource or class."""
    inner = type_.type if type(type_) is TypeType else type_
    if type(inner) is CatalogEntryType:
        raise EvaluationError(
            "Cannot split the type Puppet::Pops::Types::PCatalogEntryType, "
            "it represents neither a PClassType, nor a PResourceType."
        )
    if type(inner) is ClassType:
        if inner.class_name is None:
            raise EvaluationError(no_title('"class"'))
    elif type(inner) is not ResourceType:
        from duckrow.puppet.types.type_text import type_to_text

        raise EvaluationError(
            "Illegal relationship operand, can not form a relationship with something of type "
            f"{type_to_text(type_)}. A Catalog type is required.",
            "not-catalog-type",
        )
    elif inner.type_name is None:
        raise EvaluationError(no_title('"resource"'))


def evaluate_relationships(build: Build) -> None:
    """Bring all arrows home."""
    for relationship in build.relationships:
        for source in relationship.sources:
            tails: list[object] = [source] if type(source) is ResourceType else _leftmost(source)
            for target in relationship.targets:
                heads = list(target.collected) if isinstance(target, Collector) else [target]
                if heads and tails:
                    _connect(build, relationship, tails, heads)


def _connect(
    build: Build, relationship: Relationship, tails: list[object], heads: list[object]
) -> None:
    """Add all heads to a parameter of each tail."""
    found = [_found(build, head) for head in heads]
    ends, texts = [end for end, _ in found], [text for _, text in found]
    is_lacking = None in ends
    build.arrow_targets.update(texts)
    parameter, listener = relationship.parameter, build.listener
    for tail in tails:
        source = tail if type(tail) is Resource else _found(build, tail)[0]
        if source is None:
            raise _missing(relationship, tail, heads[0], is_tail=True)
        if is_lacking:
            raise _missing(relationship, tail, heads[ends.index(None)], is_tail=False)
        _own_targets(build, source, parameter).extend(texts)
        if listener is not None:
            for end in ends:
                listener("related", source, end, parameter, relationship)


def _leftmost(source: object) -> list[object]:
    """Return the resources of a side; an empty collector uses those left of it in a chain."""
    while isinstance(source, Collector):
        if source.collected:
            return list(source.collected)
        alternative = source.alternative or []
        if len(alternative) != 1:
            # Messages name the collector as the program wrote it.
            return [_Written(item) for item in alternative]
        source = alternative[0]
        if not isinstance(source, Collector):
            return [_Written(source)]
    return [source]


class _Written:
    """A reference that messages show in the notation of the language: File['/a']."""

    __slots__ = ("reference",)

    def __init__(self, reference: Any) -> None:
        self.reference = reference


def _missing(
    relationship: Relationship, tail: object, head: object, is_tail: bool
) -> EvaluationError:
    if is_tail:
        message = f"'{_name(tail)}' for relationship on '{_name(head)}'"
    else:
        message = f"'{_name(head)}' for relationship from '{_name(tail)}'"
    return EvaluationError(
        f"Could not find resource {message}",
        is_bare=True,
        why=f"the arrow is written at {relationship.location.words()}",
    )


def _own_targets(build: Build, source: Resource, name: str) -> list[object]:
    """Return the list of targets of a resource, which may grow."""
    targets: Any = source.parameters.get(name)
    is_list = type(targets) is list
    if is_list:
        key = id(targets)
        if key in build.arrow_lists or key in build.shared_lists:
            return targets  # type: ignore[no-any-return]
    made: list[object] = [] if targets is None else list(targets) if is_list else [targets]
    lists = build.shared_lists if made else build.arrow_lists
    lists[id(made)] = made
    source.parameters[name] = made
    if not is_list:
        origins = source.origins
        if origins is None:
            origins = source.origins = {}
        origin = build.arrow_origins.get(source.source)
        if origin is None:
            origin = build.arrow_origins[source.source] = Origin(source.source, None, None)
        origins[name] = origin
    return made


def _found(build: Build, value: Any) -> tuple[Resource | None, str]:
    """Return the resource of an operand, or None, and what a parameter says for it."""
    if type(value) is Resource:
        return value, f"{value.type}[{value.title}]"
    if type(value) is _Written:
        value = value.reference
    pair = type_and_title(value)
    if pair is None:  # the error names it
        return find_value(build.catalog, value), ""
    return find_pair(build.catalog, pair), f"{pair[0]}[{pair[1]}]"


def _name(value: Any) -> str:
    if type(value) is Resource:
        return str(value)
    if type(value) is _Written:
        from duckrow.puppet.types.type_text import type_to_text

        return type_to_text(value.reference)
    return reference_text(value)


def share(build: Any, targets: list[Any]) -> list[object]:
    """Return a list of targets that several resources are to hold together.

    In the reference, resources that get an attribute from one statement hold one list, and an
    arrow from one of them adds to it for all. Everywhere else a list is copied before it grows, and
    so it is by a deterministic builder: which of equal declarations came first has no effect.
    """
    copy = list(targets)
    if build.rules is not None and build.rules.deterministic is not None:
        return copy
    build.shared_lists[id(copy)] = copy
    return copy
