"""Read blocks from JSON, in the form that `promises -p json` writes.

The JSON has no line numbers, so all are 0. Each block may name its file.
"""

from __future__ import annotations

from duckrow.cfengine.syntax.attributes import of_body, of_promise
from duckrow.cfengine.syntax.literals import DATA, literal
from duckrow.cfengine.syntax.nodes import (
    ANY,
    Attribute,
    Body,
    Bundle,
    FunctionCall,
    List,
    Promise,
    PromiseSection,
    Word,
)
from duckrow.cfengine.values.json_parse import parse
from duckrow.cfengine.values.json_text import compact, raw_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.syntax.nodes import Block, Value
    from duckrow.cfengine.values.rvals import Json


class _NotAPolicyError(Exception):
    """The JSON does not have the form of a policy."""


def blocks_from_json(text: str) -> list[Block] | None:
    """Return the blocks, or None if the JSON is not a policy. Raise JsonError."""
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


def _bundle(bundle: Json) -> Bundle:
    sections = [
        PromiseSection(
            _text(section, "name"),
            [
                _promise(promise, _text(context, "name"))
                for context in _items(section, "contexts")
                for promise in _items(context, "promises")
            ],
            0,
        )
        for section in _items(bundle, "promiseTypes")
    ]
    return Bundle(*_head(bundle, "bundleType"), sections, 0, 0, _file(bundle))


def _promise(promise: Json, guard: str) -> Promise:
    promiser = _text(promise, "promiser")
    attributes = [
        each.with_value(literal(each.value, 0)) if each.name in DATA else each
        for each in _attributes(promise, ANY)
    ]
    return Promise(guard, None, promiser, None, of_promise(attributes), 0, 0)


def _body(body: Json) -> Body:
    attributes = [
        attribute
        for context in _items(body, "contexts")
        for attribute in _attributes(context, _text(context, "name"))
    ]
    kind, name, namespace, parameters = _head(body, "bodyType")
    return Body(kind, name, namespace, parameters, of_body(attributes, name), 0, 0, _file(body))


def _head(block: Json, kind: str) -> tuple[str, str, str, tuple[str, ...]]:
    parameters = tuple(_plain_text(each) for each in _items(block, "arguments"))
    return _text(block, kind), _text(block, "name"), _text(block, "namespace"), parameters


def _file(block: Json) -> str | None:
    file = block.get("sourcePath") if isinstance(block, dict) else None
    return file if isinstance(file, str) else None


def _attributes(node: Json, guard: str) -> list[Attribute]:
    return [
        Attribute(_text(each, "lval"), _value(_field(each, "rval")), guard, 0, 0)
        for each in _items(node, "attributes")
    ]


def _value(value: Json) -> Value:
    if not isinstance(value, dict) or "type" not in value:
        return compact(value)  # data, written without a wrapper
    kind = value["type"]
    if kind == "functionCall":
        arguments = tuple(_item(each) for each in _items(value, "arguments"))
        return FunctionCall(_text(value, "name"), arguments, 0)
    if kind == "string":
        return _text(value, "value")
    if kind == "symbol":
        return Word(_text(value, "value"))
    if kind == "list":
        return List(tuple(_item(each) for each in _items(value, "value")))
    raise _NotAPolicyError


def _item(value: Json) -> str | FunctionCall:
    """Read a value within another: a symbol is a string there, and a list is not allowed."""
    found = _value(value)
    if isinstance(found, List):
        raise _NotAPolicyError
    return found.text if isinstance(found, Word) else found


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
