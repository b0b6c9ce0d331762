"""Blocks from JSON, in the form in which policies are written out (`promises -p json`).

Lines are not taken over; each block says by a ninth part in which file it was written.
"""

from __future__ import annotations

from duckrow.cfengine.syntax.attributes import of_body, of_promise
from duckrow.cfengine.syntax.literals import DATA, literal
from duckrow.cfengine.values.json_text import compact, parse, raw_text

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
            _text(section["name"]),
            tuple(
                (
                    _text(context["name"]),
                    _text(promise["promiser"]),
                    None,
                    of_promise(_with_data(promise["attributes"])),
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
    return ("bundle", *_head(bundle, "bundleType"), sections, 0, 0, *_file(bundle))


def _body(body: Any) -> Block:
    attributes = [
        attribute
        for context in body["contexts"]
        for attribute in _attributes(context["attributes"], _text(context["name"]))
    ]
    head = _head(body, "bodyType")
    return ("body", *head, of_body(attributes, head[1]), 0, 0, *_file(body))


def _head(block: Any, kind: str) -> tuple[str, str, str, tuple[str, ...]]:
    parameters = tuple(_text(each) for each in block["arguments"])
    return _text(block[kind]), _text(block["name"]), _text(block["namespace"]), parameters


def _file(block: Any) -> tuple[str, ...]:
    file = block.get("sourcePath")
    return (file,) if isinstance(file, str) else ()


def _text(value: Any) -> str:
    if isinstance(value, dict | list):
        raise TypeError(value)
    return raw_text(value)


def _attributes(written: Any, guard: str) -> list[tuple[Any, ...]]:
    return [(_text(each["lval"]), _value(each["rval"]), guard, 0, 0) for each in written]


def _with_data(written: Any) -> list[tuple[Any, ...]]:
    """Read the attributes of a promise, where text may be data."""
    return [
        (each[0], literal(each[1], 0), *each[2:]) if each[0] in DATA else each
        for each in _attributes(written, "any")
    ]


def _value(value: Any) -> Any:
    if not isinstance(value, dict) or "type" not in value:
        # Data, which stands there as it is.
        return compact(value)
    kind = value["type"]
    if kind == "functionCall":
        arguments = tuple(_plain(item) for item in value["arguments"])
        return ("call", _text(value["name"]), arguments, 0)
    if kind == "string":
        return _text(value["value"])
    if kind == "symbol":
        return ("name", _text(value["value"]))
    if kind == "list":
        return ("list", tuple(_plain(item) for item in value["value"]))
    raise TypeError(kind)


def _plain(value: Any) -> Any:
    """Read a value within another, where a word is text like another, and no list may stand."""
    found = _value(value)
    if isinstance(found, tuple) and found[0] != "call":
        if found[0] == "list":
            raise TypeError(value)
        return found[1]
    return found
