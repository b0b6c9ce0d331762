"""Exported resources of other nodes: what a collector asks the store, and what it makes of it.

    Host <<| tag == 'web' and ip != '10.0.0.1' |>>

asks for the resources of type Host that other nodes export, with the filter as the store writes it:
["and", ["=", "tag", "web"], ["not", ["=", ["parameter", "ip"], "10.0.0.1"]]]. A resource that is
found enters the catalog as if the collector had declared it.

Within one compile equal questions have one answer: the reference asks again in every round.
"""

from __future__ import annotations

from duckrow.puppet.catalog.catalog import known_type
from duckrow.puppet.catalog.references import reference_text, shown
from duckrow.puppet.catalog.resource import Resource
from duckrow.puppet.catalog.tags import own_tags
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.references import is_reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.catalog.build import Build
    from duckrow.puppet.runtime.build import Build as AnyBuild
    from duckrow.puppet.runtime.scope import Scope

    Row = dict[str, Any]

# The questions to a store: resources of all nodes, and a query of any entity.
RESOURCES, QUERY = "resources", "query"


def collect_exported(build: Build, scope: Scope, type_: str, query: object) -> list[Resource]:
    """Put the resources that other nodes export into the catalog; return those that are new."""
    new = []
    for row in exported_rows(build, type_, query):
        resource = _resource(build, scope, row)
        existing = build.catalog.find(resource.type, resource.title)
        if existing is None:
            build.exporters[resource] = str(row["certname"])
            build.add(resource, scope.resource)
            new.append(resource)
        elif build.exporters.get(existing) != row["certname"]:
            raise _duplicate(build, existing, str(row["certname"]))
    return new


def exported_rows(build: Build, type_: str, query: object) -> list[Row]:
    """Ask the store for exported resources of other nodes; in an order that never changes."""
    asked: list[object] = [
        "and",
        ["=", "type", type_],
        ["=", "exported", True],
        ["not", ["=", "certname", build.node_name]],
    ]
    if query is not None:
        asked.append(store_filter(query))
    rows = ask_store(build, RESOURCES, asked)
    if not isinstance(rows, list):
        raise EvaluationError("the store answers with no list of resources", is_bare=True)
    return sorted(rows, key=lambda row: (row["certname"], row["title"]))


def ask_store(build: AnyBuild, question: str, query: object) -> Any:
    """Ask the store; within a compile the same question has the same answer."""
    from json import dumps

    text = dumps(query, separators=(",", ":"))
    answers = build.store_answers
    if (question, text) not in answers:
        try:
            answers[question, text] = build.world.ask_store(question, text)
        except ValueError as error:
            hint = getattr(error, "hint", "")
            raise EvaluationError(str(error), is_bare=question == RESOURCES, hint=hint) from None
    return answers[question, text]


def store_filter(query: Any) -> list[object]:
    """Return the filter of a collector as the store's AST."""
    operator, left, right = query
    if operator in ("and", "or"):
        return [operator, store_filter(left), store_filter(right)]
    found = _comparison(left, right)
    return ["not", found] if operator == "!=" else found


def _comparison(name: str, value: Any) -> list[object]:
    if name == "tag":
        if type(value) is list:  # one of several
            return ["or", *(_comparison(name, item) for item in value)]
        return ["=", "tag", shown(value).lower()]
    if name == "title":
        return ["=", "title", value]
    return ["=", ["parameter", name], reference_text(value) if is_reference(value) else value]


def _resource(build: Build, scope: Scope, row: Row) -> Resource:
    """Make the resource that a row of the store describes."""
    from duckrow.puppet.catalog.defaults import apply_defaults

    known = known_type(build, str(row["type"]).lower())
    parameters = dict(row.get("parameters") or {})
    resource = Resource(
        known.name,
        row["title"],
        scope,
        parameters,
        known.kind,
        None,
        None,
        known.description,
        known.definition,
    )
    if "tag" in parameters:
        own_tags(resource)
    if build.default_types:
        apply_defaults(resource)
    return resource


def _duplicate(build: Build, existing: Resource, certname: str) -> EvaluationError:
    other = build.exporters.get(existing)
    if other is not None:
        why = f"{other} and {certname} export it"
    else:
        where = existing.location_words()
        why = f"{certname} exports it, and this node declares it{' ' + where if where else ''}"
    return EvaluationError(
        "A duplicate resource was found while collecting exported resources, "
        f"with the type and title {existing}",
        is_bare=True,
        why=why,
        hint="titles of exported resources are unique with the name of the node in them",
    )
