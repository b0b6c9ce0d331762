"""Collectors: they make virtual resources real, and may change what they collect.

All collectors of a compile run in every round, in the order in which they were written, before
the defines that wait. A collector remembers what it collected; it finds something only when that
is new, and it changes each resource once.

    collect(...)    Type<| query |> { attributes } and Type<<| query |>>
    realize(...)    the function realize: a fixed set of references
"""

from __future__ import annotations

from itertools import islice

from duckrow.puppet.catalog.catalog import capitalized
from duckrow.puppet.catalog.references import NoReferenceError, find, reference_text
from duckrow.puppet.runtime.errors import CompilerCrash, EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.location import here
from duckrow.puppet.types.model.references import ResourceType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.catalog.overrides import Change
    from duckrow.puppet.catalog.queries import Question
    from duckrow.puppet.catalog.resource import Lines, Resource
    from duckrow.puppet.runtime.scope import Scope


class Collector:
    """A collector; relationships may refer to it."""

    __slots__ = ("alternative", "build", "collected")

    def __init__(self, build: Build) -> None:
        self.build = build
        self.collected: dict[Resource, None] = {}
        # What takes the place of this in a chain of arrows when nothing is collected.
        self.alternative: list[object] | None = None

    def evaluate(self) -> bool:
        """Collect the matching resources; return whether one of them is new."""
        found = self.find()
        if not found:
            return False
        new = [resource for resource in found if resource not in self.collected]
        for resource in new:
            if resource.is_virtual:
                resource.is_virtual = False
                if self.build.listener is not None:
                    self.build.listener("realized", resource)
        if new:
            self.change(new)
            self.collected.update(dict.fromkeys(new))
            if self.build.listener is not None:
                self.build.listener("collected", self, new)
        return bool(new)

    def find(self) -> list[Resource]:
        raise NotImplementedError

    def change(self, resources: list[Resource]) -> None:
        """Set attributes of the collected resources."""

    def unresolved(self) -> list[str]:
        """List the references that nothing was found for."""
        return []


class CatalogCollector(Collector):
    """Type<| query |>"""

    __slots__ = ("changes", "is_steady", "question", "seen", "tag_changes", "type")
    label = "Catalog-Collector"

    def __init__(self, build: Build, type_: str, query: object, changes: Change | None) -> None:
        super().__init__(build)
        self.type = type_
        self.changes = changes
        self.question: Question | None = None
        # Whether the answer for a resource stays the same as long as nobody adds a tag.
        self.is_steady = True
        if query is not None:
            from duckrow.puppet.catalog.queries import asks_names_only, question_of

            self.question = question_of(query)
            self.is_steady = build.rules is None and asks_names_only(query)
        self.seen = 0  # how many entries of the table are behind us, if it is steady
        self.tag_changes = 0  # when they were asked

    def find(self) -> list[Resource]:
        """Find what was not collected before; nothing is asked twice about what was."""
        table = self.build.catalog.tables.get(self.type, {})
        question, collected = self.question, self.collected
        entries: Iterable[tuple[Any, Resource]] = table.items()
        if self.is_steady:
            if question is None or self.tag_changes == self.build.tag_changes:
                if self.seen == len(table):
                    return []  # nearly always: a round asks all collectors
                entries = islice(entries, self.seen, None)
            self.seen, self.tag_changes = len(table), self.build.tag_changes
        # Besides titles the table has entries for aliases and other names. Stage[main] was not
        # declared by the program: it is not collected.
        return [
            resource
            for key, resource in entries
            if key == resource.title
            and resource not in collected
            and (question is None or question(resource))
            and (key != "main" or resource.type != "Stage")
        ]

    def change(self, resources: list[Resource]) -> None:
        if self.changes is not None:
            from duckrow.puppet.catalog.overrides import change_collected

            change_collected(self.build, self.changes, resources)

    def __repr__(self) -> str:
        return f"{self.label}[{self.type}]"


class ExportedCollector(CatalogCollector):
    """Type<<| query |>>: resources that this node exports, then those of other nodes."""

    __slots__ = ("query", "scope")
    label = "Exported-Collector"

    def __init__(
        self,
        scope: Scope,
        type_: str,
        query: object,
        changes: Change | None,
    ) -> None:
        build: Any = scope.build
        super().__init__(build, type_, query, changes)
        self.scope = scope
        self.query = query

    def evaluate(self) -> bool:
        return bool(self.build.settings.storeconfigs) and super().evaluate()

    def find(self) -> list[Resource]:
        own = [resource for resource in super().find() if resource.is_exported]
        from duckrow.puppet.catalog.exported import collect_exported

        return own + collect_exported(self.build, self.scope, self.type, self.query)


class FixedSetCollector(Collector):
    """realize(): waits until all its references exist, and is then removed."""

    __slots__ = ("references",)

    def __init__(self, build: Build, references: list[str]) -> None:
        super().__init__(build)
        self.references = references

    def find(self) -> list[Resource]:
        found, missing = [], []
        for reference in self.references:
            try:
                resource = find(self.build.catalog, reference)
            except NoReferenceError as error:
                raise CompilerCrash(error.message) from None
            if resource is None:
                missing.append(reference)
            else:
                found.append(resource)
        self.references = missing
        if not missing:
            self.build.collectors.remove(self)
        return found

    def unresolved(self) -> list[str]:
        return self.references


def collect(
    scope: Scope,
    is_exported: bool,
    type_: Any,
    query: Any,
    attributes: Any,
    line: int,
    lines: Lines | None = None,
) -> Collector:
    """Evaluate a collector expression: it runs from the next round on."""
    build: Any = scope.build
    if is_exported and not build.settings.storeconfigs:
        build.log(
            "warning",
            "You cannot collect exported resources without storeconfigs being set; "
            "the collection will be ignored",
            location=here(),
            code="rt-no-storeconfigs",
        )
    name = _type_name(scope, type_)
    changes = None
    if attributes is not None:
        from duckrow.puppet.catalog.overrides import Change

        changes = Change(scope, attributes, line, lines)
    collector: CatalogCollector
    if is_exported:
        collector = ExportedCollector(scope.body(), name, query, changes)
    else:
        collector = CatalogCollector(build, name, query, changes)
    build.collectors.append(collector)
    if build.listener is not None:
        build.listener("collector", collector, query, scope)
    return collector


def realize(scope: Scope, values: list[object]) -> None:
    """Make resources real that are given by reference, as soon as they are declared."""
    build: Any = scope.build
    references = [reference_text("" if value is None else value) for value in flattened(values)]
    collector = FixedSetCollector(build, references)
    build.collectors.append(collector)
    if build.listener is not None:
        build.listener("collector", collector, references, scope)


def _type_name(scope: Scope, type_: Any) -> str:
    """Return the name of the type to collect, with its capitals."""
    if type(type_) is not str:
        type_ = (type_.type_name if type(type_) is ResourceType else None) or type_.name
    name: str = type_.lower()
    if name == "class":
        raise EvaluationError("Classes cannot be collected")
    loaders = scope.build.loaders
    if loaders.find_resource_type(name) is None and loaders.find_define(name) is None:
        raise EvaluationError(f"Resource type {name} doesn't exist")
    return capitalized(name.removeprefix("::"))  # only names of defines may begin with colons
