"""Write a policy as JSON, or as policy text in the reference's layout.

Promises of custom types, and the blocks that declare them, are not written.
"""

from __future__ import annotations

from duckrow.cfengine.policy.check_names import sections
from duckrow.cfengine.policy.tables import lookup
from duckrow.cfengine.syntax.attributes import both
from duckrow.cfengine.syntax.literals import DATA
from duckrow.cfengine.syntax.nodes import ANY, FunctionCall, List, Word, text_of
from duckrow.cfengine.values.json_parse import parse
from duckrow.cfengine.values.json_text import JsonError, copied, pretty
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.cfengine.policy.model import Body, Bundle
    from duckrow.cfengine.syntax.nodes import Promise, PromiseSection, Value
    from duckrow.cfengine.values.rvals import Json

    # A value for output: data is parsed if that is possible.
    Given = Value | Data

# The reference starts two levels in.
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


# The written parts.


def _sections(bundle: Bundle) -> list[PromiseSection]:
    return [section for section in sections(bundle) if lookup.is_built_in(section.type)]


def _attributes(promise: Promise) -> list[tuple[str, Given, int]]:
    """Return the name, value and line of attributes; a quoted guard is another condition."""
    attributes = list(promise.attributes)
    found: list[tuple[str, Given, int]] = []
    if promise.quoted_guard is not None:
        condition: Value = Word(promise.quoted_guard)
        line = 0
        for place, each in enumerate(attributes):
            if each.name == "ifvarclass":
                condition, line = both(promise.quoted_guard, each.value), each.line
                del attributes[place]
                break
        found.append(("ifvarclass", condition, line))
    found += [(each.name, _given(each.name, each.value), each.line) for each in attributes]
    return found


def _given(name: str, value: Value) -> Given:
    """Return the data of an attribute for data, or the value if the data is unknown."""
    if name not in DATA:
        return value
    if isinstance(value, FunctionCall):
        return _yaml(value)
    text = text_of(value)
    if text is None:
        return value
    if len(text) > 3 and text.startswith(("@(", "@{")):
        return FunctionCall("mergedata", (text[2:-1],), 0)
    return Data(parse(text))


def _yaml(call: FunctionCall) -> Given:
    """Return the data of YAML text without variables; return any other call unchanged."""
    text = call.arguments[0] if call.is_literal else None
    if not isinstance(text, str) or "$(" in text or "${" in text:
        return call
    from duckrow.cfengine.values.yaml_text import parse_yaml

    try:
        data = parse_yaml(text)
    except JsonError:
        return call
    return Data(data) if isinstance(data, dict | list) else call


# As JSON.


def _bundle(bundle: Bundle) -> Json:
    return {
        "sourcePath": bundle.file,
        "line": bundle.line,
        "namespace": bundle.namespace,
        "name": bundle.name,
        "bundleType": bundle.kind,
        "arguments": list(bundle.params),
        "promiseTypes": [
            {"line": each.line, "name": each.type, "contexts": _promise_contexts(each.promises)}
            for each in _sections(bundle)
        ],
    }


def _promise_contexts(promises: Iterable[Promise]) -> Json:
    contexts: list[Json] = []
    inside: list[Json] = []
    guard = None
    for promise in promises:
        if promise.guard != guard:
            guard, inside = promise.guard, []
            contexts.append({"name": guard, "promises": inside})
        inside.append(_promise(promise))
    return contexts


def _promise(promise: Promise) -> Json:
    found: dict[str, Json] = {
        "line": promise.line,
        "promiser": promise.promiser,
        "attributes": [
            {"line": line, "lval": name, "rval": _value(value, is_symbol=True)}
            for name, value, line in _attributes(promise)
        ],
    }
    promisee = promise.promisee
    if isinstance(promisee, str):
        found["promisee"] = promisee
    elif isinstance(promisee, Word):
        found["promisee"] = promisee.text
    elif isinstance(promisee, List):
        found["promisee"] = [each for each in promisee.items if isinstance(each, str)]
    return found


def _body(body: Body) -> Json:
    inside: list[Json] = []
    contexts: list[Json] = [{"name": ANY, "attributes": inside}]
    guard = ANY
    for each in body.node.attributes:
        if each.guard != guard:
            guard, inside = each.guard, []
            contexts.append({"name": guard, "attributes": inside})
        rval = _value(each.value, is_symbol=False)
        inside.append({"line": each.line, "lval": each.name, "rval": rval})
    return {
        "sourcePath": body.file,
        "line": body.line,
        "namespace": body.namespace,
        "name": body.name,
        "bodyType": body.kind,
        "arguments": list(body.params),
        "contexts": contexts,
    }


def _value(value: Given, *, is_symbol: bool) -> Json:
    if isinstance(value, str):
        return {"type": "string", "value": _escaped(value)}
    if isinstance(value, Word):
        return {"type": "symbol" if is_symbol else "string", "value": _escaped(value.text)}
    if isinstance(value, List):
        items = [_value(item, is_symbol=False) for item in value.items]
        return {"type": "list", "value": items}
    if isinstance(value, FunctionCall):
        arguments = [_value(item, is_symbol=False) for item in value.arguments]
        return {"type": "functionCall", "name": value.name, "arguments": arguments}
    return copied(value.value)


def _escaped(text: str) -> str:
    return text.replace('"', '\\"').replace("'", "\\'")


# As text.


def _write_bundle(bundle: Bundle, out: list[str]) -> None:
    out.append(f"bundle {bundle.kind} {bundle.name}({', '.join(bundle.params)})\n{{")
    found = _sections(bundle)
    for section in found:
        out.append(f"\n{section.type}:\n")
        guard = None
        for promise in section.promises:
            if promise.guard != guard:
                guard = promise.guard
                out.append(f"  {guard}::\n")
            out.append(f"    {_quoted(promise.promiser)}")
            attributes = (
                f"        {name} => {_text(value, is_symbol=True)}"
                for name, value, _ in _attributes(promise)
            )
            out.append(",\n".join(attributes) + ";\n")
    out.append("\n\n}\n\n" if found else "\n}\n\n")


def _write_body(body: Body, out: list[str]) -> None:
    out.append(f"body {body.kind} {body.name}({', '.join(body.params)})\n{{")
    guard = None
    for each in body.node.attributes:
        if each.guard != guard:
            guard = each.guard
            out.append("\n" if guard == ANY else f"\n\n{guard}::")
        out.append(f"  {each.name} => {_text(each.value, is_symbol=False)};\n")
    out.append("\n}\n\n")


def _text(value: Given, *, is_symbol: bool) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Word):
        return _inner(value.text) if is_symbol else _quoted(value.text)
    if isinstance(value, List):
        items = ",".join(_text(item, is_symbol=False) for item in value.items)
        return f" {{{items}}}" if items else ""
    if isinstance(value, FunctionCall):
        return f"{value.name}({','.join(_text(item, is_symbol=False) for item in value.arguments)})"
    return pretty(copied(value.value))


def _quoted(text: str) -> str:
    return f'"{_inner(text)}"'


def _inner(text: str) -> str:
    return text.replace('"', '\\"')
