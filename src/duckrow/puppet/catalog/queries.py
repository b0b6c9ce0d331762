"""Queries of collectors: from what stands between <| and |> to a question about a resource.

A query comes as nested tuples, its values evaluated:

    ("==", name, value)  ("!=", name, value)  ("and", query, query)  ("or", query, query)

Invariants:
 1. `tag` asks for the tags that a resource has or will get from what contains it.
 2. A parameter that is an array is equal to each value it holds; it differs from a value unless
    it is that very array. So `groups == a` and `groups != a` may both hold.
 3. Parameters are read when the question is asked: overrides that came since count.
"""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.catalog.resource import Resource

    Question = Callable[[Resource], bool]


def question_of(query: object) -> Question:
    """Turn a query into a function that tells whether a resource fits."""
    if type(query) is not tuple:
        raise EvaluationError(
            "Illegal query expression. A comparison of an attribute is required in a query"
        )
    operator, left, right = query
    if operator in ("==", "!=") and type(left) is not str:
        raise EvaluationError("Illegal query expression. An attribute is known by its name")
    if operator == "and":
        return _both(question_of(left), question_of(right))
    if operator == "or":
        tags = _tags_asked(query)
        if tags is not None:
            return _has_one_of(tags)
        return _either(question_of(left), question_of(right))
    if operator == "!=":
        return _differs(left, right)
    return _tagged(right) if left == "tag" else _equals(left, right)


def asks_names_only(query: object) -> bool:
    """Return whether a query asks for tags and titles alone: only added tags change its answer."""
    if type(query) is not tuple:
        return False
    operator, left, right = query
    if operator in ("and", "or"):
        return asks_names_only(left) and asks_names_only(right)
    return bool(left == "title" or (left == "tag" and operator == "=="))


def illegal_query(kind: str) -> None:
    """Reject an expression of a kind that queries do not have, once its collector is evaluated."""
    raise EvaluationError(f"Cannot transform object of class Puppet::Pops::Model::{kind}")


def _both(left: Question, right: Question) -> Question:
    return lambda resource: left(resource) and right(resource)


def _either(left: Question, right: Question) -> Question:
    return lambda resource: left(resource) or right(resource)


def _tags_asked(query: object) -> set[str] | None:
    """Return the tags of a query that asks for one of several tags and nothing else, or None."""
    if type(query) is not tuple:
        return None
    operator, left, right = query
    if operator == "==" and left == "tag" and type(left) is str:
        return _tags(right)
    if operator != "or":
        return None
    first = _tags_asked(left)
    second = None if first is None else _tags_asked(right)
    return None if first is None or second is None else first | second


def _tagged(value: object) -> Question:
    """Return the question for one of several tags."""
    return _has_one_of(_tags(value))


def _has_one_of(tags: set[str]) -> Question:
    from duckrow.puppet.catalog.tags import has_own_tag, has_tag

    # What holds for a container holds for all its contents, until somebody adds a tag.
    containers: dict[Resource, bool] = {}
    tag_changes = -1

    def asks(resource: Resource) -> bool:
        nonlocal tag_changes
        if has_own_tag(resource, tags):
            return True
        container = resource.scope.resource
        if container is None or container is resource:
            return False
        build: Any = resource.scope.build
        if build.rules is not None:  # they let a resource have the tags of several containers
            return has_tag(container, tags)
        if tag_changes != build.tag_changes:
            containers.clear()
            tag_changes = build.tag_changes
        found = containers.get(container)
        if found is None:
            found = containers[container] = has_tag(container, tags)
        return found

    return asks


def _tags(value: object) -> set[str]:
    from duckrow.puppet.catalog.references import shown

    tags: set[str] = set()
    for tag in value if type(value) is list else [value]:
        if type(tag) is int or type(tag) is float:
            raise EvaluationError("Cannot transform a number to a tag")
        tags.add(shown(tag).lower())
    return tags


def _equals(name: str, value: object) -> Question:
    from duckrow.puppet.runtime.compare import equals

    if name == "title" and type(value) is str:
        folded = value.lower()
        if folded.isascii():
            # Titles are strings: what equals compares is known. Only ASCII ignores case.
            return lambda resource: resource.title.lower() == folded

    def asks(resource: Resource) -> bool:
        found = resource.get(name)
        if type(found) is list:
            return any(equals(item, value) for item in found) or _contains(found, value)
        return equals(found, value)

    return asks


def _contains(found: list[object], value: object) -> bool:
    """Return `value in found` for types and regular expressions."""
    if value is None or type(value) in (str, int, float, bool, list, dict):
        return False
    from duckrow.puppet.catalog.references import type_and_title
    from duckrow.puppet.runtime.matching import contains

    # Here a reference means a resource, not the type of the resources that it describes.
    return type_and_title(value) is None and contains(value, found)


def _differs(name: str, value: object) -> Question:
    from duckrow.puppet.runtime.compare import equals

    return lambda resource: not equals(resource.get(name), value)
