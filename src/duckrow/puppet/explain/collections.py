"""Collectors: what they ask for, what they found, and the condition that a resource fails."""

from __future__ import annotations

from duckrow.explain.answer import Reason
from duckrow.puppet.catalog.collectors import (
    CatalogCollector,
    ExportedCollector,
    FixedSetCollector,
)
from duckrow.puppet.catalog.formats_text import REDACTED
from duckrow.puppet.catalog.queries import question_of
from duckrow.puppet.catalog.tags import all_tags
from duckrow.puppet.explain.evaluate import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.explain.answer import Place
    from duckrow.puppet.catalog.resource import Resource
    from duckrow.puppet.explain.record import Collection
    from duckrow.puppet.explain.recorded import Recorded


def place_of(recorded: Recorded, collection: Collection) -> Place | None:
    """Return where a collector is written."""
    return recorded.place(collection.sites[0]) if collection.sites else None


def written(collection: Collection) -> str:
    """Write a collector as the language does."""
    collector = collection.collector
    if isinstance(collector, CatalogCollector):
        query = "" if collection.query is None else f" {_query_text(collection.query)}"
        if isinstance(collector, ExportedCollector):
            return f"{collector.type}<<|{query} |>>"
        return f"{collector.type}<|{query} |>"
    return f"realize({', '.join(map(str, _references(collection)))})"


def _references(collection: Collection) -> list[str]:
    return list(collection.query) if isinstance(collection.query, list) else []


def _query_text(query: object) -> str:
    assert isinstance(query, tuple)
    operator, left, right = query
    if operator in ("and", "or"):
        return f"{_query_text(left)} {operator} {_query_text(right)}"
    return f"{left} {operator} {shown(right)}"


def collected_by(recorded: Recorded, resource: Resource) -> Iterator[Reason]:
    """Return the collectors that found a resource, with the round in which they did."""
    for collection in recorded.record.collections.values():
        for round_, found in collection.found:
            if found is resource:
                text = f"{written(collection)} collects {resource} in round {round_}"
                yield Reason("collector", text, place_of(recorded, collection))


def missed_by(
    recorded: Recorded, resource: Resource, only: Collection | None = None
) -> Iterator[Reason]:
    """Return the collectors of a resource's type that did not find it, and why."""
    every = recorded.record.collections.values() if only is None else (only,)
    for collection in every:
        collector = collection.collector
        if not isinstance(collector, CatalogCollector) or collector.type != resource.type:
            continue
        if resource in collector.collected:
            continue
        why = _not_exported(recorded, resource, collector)
        why = why or failed_condition(resource, collection.query)
        text = f"{written(collection)} does not collect {resource}: {why}"
        yield Reason("collector", text, place_of(recorded, collection))


def _not_exported(recorded: Recorded, resource: Resource, collector: CatalogCollector) -> str:
    """Return why a collector of exported resources does not find a resource; empty if it may."""
    if not isinstance(collector, ExportedCollector):
        return ""
    if not resource.is_exported:
        return "it is not exported"
    if not recorded.build.settings.storeconfigs:
        return "the setting storeconfigs is off"
    return ""


def realizes(collection: Collection, resource: Resource) -> bool:
    """Return whether a call of realize names a resource."""
    is_call = isinstance(collection.collector, FixedSetCollector)
    return is_call and str(resource) in _references(collection)


def failed_condition(resource: Resource, query: object) -> str:
    """Return the first condition of a query that a resource does not meet."""
    if query is None or not isinstance(query, tuple):
        return "it was declared after the last round of collectors"
    operator, left, right = query
    if operator == "and":
        if not question_of(left)(resource):
            return failed_condition(resource, left)
        return failed_condition(resource, right)
    if operator == "or":
        return f"{failed_condition(resource, left)}, and {failed_condition(resource, right)}"
    if question_of(query)(resource):
        return "it met the condition only after the last round of collectors"
    if left == "tag":
        own = ", ".join(list(all_tags(resource)))
        return f"it does not have the tag {shown(right)} (its tags are {own})"
    value = resource.get(left)
    if value is None:
        return f"its {left} is not set{_not_set(resource, left)}"
    text = REDACTED if left in (resource.sensitive or ()) else shown(value)
    return f"its {left} is {text}" + ("" if operator == "!=" else f", not {shown(right)}")


def _not_set(resource: Resource, name: str) -> str:
    description = resource.description
    if description is None:
        return " by the manifest"
    if name == "provider":
        return " by the manifest; which provider a host would choose is unknown to a query"
    if name in description.namevars:
        return ": it is known by its title, and a query asks for title"
    return " by the manifest; values that a host would fill in are unknown to a query"
