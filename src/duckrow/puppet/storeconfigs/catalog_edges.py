"""The edges of a stored catalog: what contains what, and the relationships."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.catalog.resource import Resource

    Data = dict[str, Any]

CONTAINS = "contains"
# Metaparameters: the name of the edge, and whether it begins at the resource that has it.
_RELATIONSHIPS = {
    "before": ("before", True),
    "require": ("required-by", False),
    "notify": ("notifies", True),
    "subscribe": ("subscription-of", False),
}


def split_edge(edge: dict[str, str]) -> Data:
    """Return an edge of the agent's catalog as the store has it."""
    return {
        "source": _split(edge["source"]),
        "target": _split(edge["target"]),
        "relationship": CONTAINS,
    }


def relationship_edges(resources: list[Resource], stored: list[Data]) -> list[Data]:
    """Return the relationships of resources, whose stored data is given in the same order.

    Exported resources that are not collected have none, and none leads to them.
    """
    known = {(each.type, each.title): each for each in resources}
    aliases = {
        (data["type"], name): (data["type"], data["title"])
        for data in stored
        for name in flattened(data["parameters"].get("alias"))
        if isinstance(name, str)
    }
    edges: dict[tuple[str, ...], Data] = {}
    for resource, data in zip(resources, stored, strict=True):
        if resource.is_virtual:
            continue
        for parameter, (relationship, is_forward) in _RELATIONSHIPS.items():
            for reference in flattened(data["parameters"].get(parameter)):
                if reference is None:
                    continue
                link = f"{resource} {{ {parameter} => {reference} }}"
                other = _target(str(reference), link, known, aliases)
                ends = (resource, other) if is_forward else (other, resource)
                key = (relationship, *(text for end in ends for text in (end.type, end.title)))
                edges.setdefault(key, _edge(*ends, relationship))
    return list(edges.values())


def _target(
    reference: str,
    link: str,
    known: dict[tuple[str, str], Resource],
    aliases: dict[tuple[str, str], tuple[str, str]],
) -> Resource:
    """Return the resource that a reference names, by title or alias."""
    if not _is_reference(reference):
        raise EvaluationError(
            f"Invalid relationship: {link}, because {reference} doesn't seem to be in the correct "
            "format. Resource references should be formatted as: Classname['title'] or "
            "Modulename::Classname['title'] (take careful note of the capitalization).",
            is_bare=True,
        )
    pair = _split(reference)
    type_, title = pair["type"], pair["title"]
    if type_ == "File" and title.endswith("/"):
        title = title.rstrip("/")
    found = known.get((type_, title)) or known.get(aliases.get((type_, title), ("", "")))
    if found is None:
        raise EvaluationError(
            f"Invalid relationship: {link}, because {reference} doesn't seem to be in the catalog",
            is_bare=True,
        )
    if found.is_virtual:
        raise EvaluationError(
            f"Invalid relationship: {link}, because {reference} is exported but not collected",
            is_bare=True,
            hint=f"{found.type} <<| title == '{found.title}' |>> collects it on this node too",
        )
    return found


def _is_reference(text: str) -> bool:
    """Return whether a text has the form Type[title], each segment of the type capitalised."""
    type_, bracket, rest = text.partition("[")
    return bool(bracket) and rest.endswith("]") and all(map(_is_name, type_.split("::")))


def _is_name(segment: str) -> bool:
    rest = segment[1:].replace("_", "a")
    is_rest = not rest or (rest.isascii() and rest.isalnum() and rest == rest.lower())
    return "A" <= segment[:1] <= "Z" and is_rest


def _split(reference: str) -> dict[str, str]:
    type_, _, title = reference.partition("[")
    return {"type": type_, "title": title.removesuffix("]")}


def _edge(source: Resource, target: Resource, relationship: str) -> Data:
    return {
        "source": {"type": source.type, "title": source.title},
        "target": {"type": target.type, "title": target.title},
        "relationship": relationship,
    }
