"""Blocks from JSON, in the form in which policies are written out (`promises -p json`).

Places are not taken over: what is read has no lines of its own.
"""

from __future__ import annotations

from duckrow.cfengine.syntax.attributes import of_body, of_promise
from duckrow.cfengine.values.json_text import compact, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Block = tuple[Any, ...]


def blocks_from_json(text: str) -> list[Block] | None:
    """Read blocks; raises JsonError, and gives None if the JSON is no policy."""
    policy: Any = parse(text)
    if not isinstance(policy, dict) or not ("bundles" in policy or "bodies" in policy):
        return None
    try:
        return [
            *(_bundle(each) for each in policy.get("bundles", ())),
            *(_body(each) for each in policy.get("bodies", ())),
        ]
    except (AttributeError, IndexError, KeyError, TypeError):
        return None


def _bundle(bundle: Any) -> Block:
    sections = tuple(
        (
            str(section["name"]),
            tuple(
                (
                    str(context["name"]),
                    str(promise["promiser"]),
                    None,
                    of_promise(_attributes(promise["attributes"], "any")),
                    0,
                    0,
                )
                for context in section["contexts"]
                for promise in context["promises"]
            ),
            0,
        )
        for section in bundle["promiseTypes"]
    )
    return ("bundle", *_head(bundle, "bundleType"), sections, 0, 0)


def _body(body: Any) -> Block:
    attributes = [
        attribute
        for context in body["contexts"]
        for attribute in _attributes(context["attributes"], str(context["name"]))
    ]
    head = _head(body, "bodyType")
    return ("body", *head, of_body(attributes, head[1]), 0, 0)


def _head(block: Any, kind: str) -> tuple[str, str, str, tuple[str, ...]]:
    parameters = tuple(str(each) for each in block["arguments"])
    return str(block[kind]), str(block["name"]), str(block["namespace"]), parameters


def _attributes(written: Any, guard: str) -> list[tuple[Any, ...]]:
    return [(str(each["lval"]), _value(each["rval"]), guard, 0, 0) for each in written]


def _value(value: Any) -> Any:
    if not isinstance(value, dict) or "type" not in value:
        # Data, which stands there as it is.
        return compact(value)
    kind = value["type"]
    if kind == "string":
        return str(value["value"])
    if kind == "symbol":
        return ("name", str(value["value"]))
    if kind == "list":
        return ("list", tuple(_plain(item) for item in value["value"]))
    return ("call", str(value["name"]), tuple(_plain(item) for item in value["arguments"]), 0)


def _plain(value: Any) -> Any:
    """Read a value within another, where a word is text like another."""
    found = _value(value)
    return found[1] if isinstance(found, tuple) and found[0] == "name" else found
