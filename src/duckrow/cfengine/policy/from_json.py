"""Blocks from JSON, in the form in which policies are written out (`promises -p json`).

The JSON has no line numbers, so all are 0. A ninth part of each block names the file that it was
written in.
"""

from __future__ import annotations

from duckrow.cfengine.syntax.attributes import of_body, of_promise
from duckrow.cfengine.syntax.literals import DATA, literal
from duckrow.cfengine.values.json_text import compact, parse, raw_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.values.rvals import Json

    Block = tuple[Any, ...]


class _NotAPolicyError(Exception):
    """The JSON does not have the form of a policy."""


def blocks_from_json(text: str) -> list[Block] | None:
    """Read blocks; return None if the JSON is not a policy; raises JsonError."""
    policy = parse(text)
    if not isinstance(policy, dict) or not ("bundles" in policy or "bodies" in policy):
        return None
    try:
        return [
            *(_bundle(each) for each in _array(policy.get("bundles", []))),
            *(_body(each) for each in _array(policy.get("bodies", []))),
        ]
    except _NotAPolicyError:
        return None


def _bundle(bundle: Json) -> Block:
    sections = tuple(
        (
            _text(section, "name"),
            tuple(
                (
                    _text(context, "name"),
                    _text(promise, "promiser"),
                    None,
                    of_promise(_with_data(promise)),
                    0,
                    0,
                )
                for context in _items(section, "contexts")
                for promise in _items(context, "promises")
            ),
            0,
        )
        for section in _items(bundle, "promiseTypes")
    )
    return ("bundle", *_head(bundle, "bundleType"), sections, 0, 0, *_file(bundle))


def _body(body: Json) -> Block:
    attributes = [
        attribute
        for context in _items(body, "contexts")
        for attribute in _attributes(context, _text(context, "name"))
    ]
    head = _head(body, "bodyType")
    return ("body", *head, of_body(attributes, head[1]), 0, 0, *_file(body))


def _head(block: Json, kind: str) -> tuple[str, str, str, tuple[str, ...]]:
    parameters = tuple(_plain_text(each) for each in _items(block, "arguments"))
    return _text(block, kind), _text(block, "name"), _text(block, "namespace"), parameters


def _file(block: Json) -> tuple[str, ...]:
    file = block.get("sourcePath") if isinstance(block, dict) else None
    return (file,) if isinstance(file, str) else ()


def _attributes(node: Json, guard: str) -> list[tuple[Any, ...]]:
    return [
        (_text(each, "lval"), _value(_field(each, "rval")), guard, 0, 0)
        for each in _items(node, "attributes")
    ]


def _with_data(promise: Json) -> list[tuple[Any, ...]]:
    """Read the attributes of a promise, in which text may be data."""
    return [
        (each[0], literal(each[1], 0), *each[2:]) if each[0] in DATA else each
        for each in _attributes(promise, "any")
    ]


def _value(value: Json) -> Any:
    if not isinstance(value, dict) or "type" not in value:
        return compact(value)  # data, written without a wrapper
    kind = value["type"]
    if kind == "functionCall":
        arguments = tuple(_item(each) for each in _items(value, "arguments"))
        return ("call", _text(value, "name"), arguments, 0)
    if kind == "string":
        return _text(value, "value")
    if kind == "symbol":
        return ("name", _text(value, "value"))
    if kind == "list":
        return ("list", tuple(_item(each) for each in _items(value, "value")))
    raise _NotAPolicyError


def _item(value: Json) -> Any:
    """Read a value within another: a symbol is plain text there, and a list is not allowed."""
    found = _value(value)
    if isinstance(found, tuple) and found[0] != "call":
        if found[0] == "list":
            raise _NotAPolicyError
        return found[1]
    return found


def _field(node: Json, name: str) -> Json:
    if not isinstance(node, dict) or name not in node:
        raise _NotAPolicyError
    return node[name]


def _array(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise _NotAPolicyError
    return value


def _items(node: Json, name: str) -> list[Json]:
    return _array(_field(node, name))


def _text(node: Json, name: str) -> str:
    return _plain_text(_field(node, name))


def _plain_text(value: Json) -> str:
    if isinstance(value, dict | list):
        raise _NotAPolicyError
    return raw_text(value)
