"""A policy written out again: as JSON, or as policy text in the reference's own layout.

Promises of custom types, and the blocks that declare them, are not written.
"""

from __future__ import annotations

from duckrow.cfengine.policy.check_names import sections
from duckrow.cfengine.policy.tables import lookup
from duckrow.cfengine.syntax.attributes import both
from duckrow.cfengine.syntax.literals import DATA, LITERAL
from duckrow.cfengine.values.json_text import JsonError, copied, parse, pretty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from duckrow.cfengine.policy.model import Body, Bundle
    from duckrow.cfengine.values.rvals import Json

# The reference begins two levels in.
_LEVEL = 2


def to_json(bundles: Iterable[Bundle], bodies: Iterable[Body]) -> str:
    """Write blocks as JSON."""
    whole: Json = {
        "bundles": [_bundle(each) for each in bundles],
        "bodies": [_body(each) for each in bodies],
    }
    return pretty(whole, _LEVEL)


def to_text(bundles: Iterable[Bundle], bodies: Iterable[Body]) -> str:
    """Write blocks as policy text."""
    out: list[str] = []
    for bundle in bundles:
        _write_bundle(bundle, out)
    for body in bodies:
        _write_body(body, out)
    return "".join(out)


# What is written.


def _sections(bundle: Bundle) -> list[tuple[str, list[Any], int]]:
    return [section for section in sections(bundle) if lookup.is_built_in(section[0])]


def _guard(promise: Sequence[object]) -> str:
    return promise[0] if isinstance(promise[0], str) else "any"


def _attributes(promise: Sequence[Any]) -> list[tuple[str, Any, int]]:
    """Give the name, value and line of attributes; a quoted guard is a condition like another."""
    found = [(name, _given(name, value), line) for name, value, _, line, _ in promise[3]]
    if isinstance(promise[0], str):
        return found
    condition: tuple[str, Any, int] = ("ifvarclass", ("name", promise[0][1]), 0)
    for place, (name, value, line) in enumerate(found):
        if name == "ifvarclass":
            condition = (name, both(promise[0][1], value), line)
            del found[place]
            break
    return [condition, *found]


def _given(name: str, value: Any) -> Any:
    """Give a value with data read where it is there already: ("data", value)."""
    if name not in DATA:
        return value
    if not isinstance(value, str) and value[0] == "call":
        return _yaml(value)
    text = value if isinstance(value, str) else value[1] if value[0] == "name" else None
    if text is None:
        return value
    if len(text) > 3 and text.startswith(("@(", "@{")):
        return ("call", "mergedata", (text[2:-1],), 0)
    return ("data", parse(text))


def _yaml(call: Any) -> Any:
    """Give the data of YAML that is there already; any other call stays."""
    text = call[2][0] if call[-1] == LITERAL else None
    if text is None or "$(" in text or "${" in text:
        return call
    from duckrow.cfengine.values.yaml_text import parse_yaml

    try:
        data = parse_yaml(text)
    except JsonError:
        return call
    return ("data", data) if isinstance(data, dict | list) else call


# As JSON.


def _bundle(bundle: Bundle) -> Any:
    return {
        "sourcePath": bundle.file,
        "line": bundle.line,
        "namespace": bundle.namespace,
        "name": bundle.name,
        "bundleType": bundle.kind,
        "arguments": list(bundle.params),
        "promiseTypes": [
            {"line": line, "name": type_, "contexts": _promise_contexts(promises)}
            for type_, promises, line in _sections(bundle)
        ],
    }


def _promise_contexts(promises: Iterable[Sequence[object]]) -> Any:
    contexts: list[Any] = []
    for promise in promises:
        guard = _guard(promise)
        if not contexts or contexts[-1]["name"] != guard:
            contexts.append({"name": guard, "promises": []})
        contexts[-1]["promises"].append(_promise(promise))
    return contexts


def _promise(promise: Sequence[Any]) -> Any:
    found: dict[str, Any] = {
        "line": promise[4],
        "promiser": promise[1],
        "attributes": [
            {"line": line, "lval": name, "rval": _value(value, is_symbol=True)}
            for name, value, line in _attributes(promise)
        ],
    }
    promisee = promise[2]
    if isinstance(promisee, str):
        found["promisee"] = promisee
    elif promisee is not None and promisee[0] == "name":
        found["promisee"] = promisee[1]
    elif promisee is not None and promisee[0] == "list":
        found["promisee"] = [each for each in promisee[1] if isinstance(each, str)]
    return found


def _body(body: Body) -> Any:
    contexts: list[Any] = [{"name": "any", "attributes": []}]
    for name, value, guard, line, _ in body.raw_attributes:
        if contexts[-1]["name"] != guard:
            contexts.append({"name": guard, "attributes": []})
        rval = _value(value, is_symbol=False)
        contexts[-1]["attributes"].append({"line": line, "lval": name, "rval": rval})
    return {
        "sourcePath": body.file,
        "line": body.line,
        "namespace": body.namespace,
        "name": body.name,
        "bodyType": body.kind,
        "arguments": list(body.params),
        "contexts": contexts,
    }


def _value(value: Any, *, is_symbol: bool) -> Any:
    if isinstance(value, str):
        return {"type": "string", "value": _escaped(value)}
    kind = value[0]
    if kind == "name":
        return {"type": "symbol" if is_symbol else "string", "value": _escaped(value[1])}
    if kind == "list":
        items = [_value(item, is_symbol=False) for item in value[1]]
        return {"type": "list", "value": items}
    if kind == "call":
        arguments = [_value(item, is_symbol=False) for item in value[2]]
        return {"type": "functionCall", "name": value[1], "arguments": arguments}
    return copied(value[1])


def _escaped(text: str) -> str:
    return text.replace('"', '\\"').replace("'", "\\'")


# As text.


def _write_bundle(bundle: Bundle, out: list[str]) -> None:
    out.append(f"bundle {bundle.kind} {bundle.name}({', '.join(bundle.params)})\n{{")
    found = _sections(bundle)
    for type_, promises, _ in found:
        out.append(f"\n{type_}:\n")
        guard = None
        for promise in promises:
            if _guard(promise) != guard:
                guard = _guard(promise)
                out.append(f"  {guard}::\n")
            out.append(f"    {_quoted(promise[1])}")
            attributes = (
                f"        {name} => {_text(value, is_symbol=True)}"
                for name, value, _ in _attributes(promise)
            )
            out.append(",\n".join(attributes) + ";\n")
    out.append("\n\n}\n\n" if found else "\n}\n\n")


def _write_body(body: Body, out: list[str]) -> None:
    out.append(f"body {body.kind} {body.name}({', '.join(body.params)})\n{{")
    current = None
    for name, value, guard, _, _ in body.raw_attributes:
        if guard != current:
            current = guard
            out.append("\n" if guard == "any" else f"\n\n{guard}::")
        out.append(f"  {name} => {_text(value, is_symbol=False)};\n")
    out.append("\n}\n\n")


def _text(value: Any, *, is_symbol: bool) -> str:
    if isinstance(value, str):
        return _quoted(value)
    kind = value[0]
    if kind == "name":
        return _inner(value[1]) if is_symbol else _quoted(value[1])
    if kind == "list":
        items = ",".join(_text(item, is_symbol=False) for item in value[1])
        return f" {{{items}}}" if items else ""
    if kind == "call":
        return f"{value[1]}({','.join(_text(item, is_symbol=False) for item in value[2])})"
    return pretty(copied(value[1]))


def _quoted(text: str) -> str:
    return f'"{_inner(text)}"'


def _inner(text: str) -> str:
    return text.replace('"', '\\"')
