"""An explanation as text, line by line as the reference writes it, or as data."""

from __future__ import annotations

from duckrow.ruby.values.inspect import inspect
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.hiera.explain import Node

_FOUND = {"found": "", "found_in_overrides": " in overrides", "found_in_defaults": " in defaults"}


def explanation(root: Node) -> str:
    """Write the whole tree."""
    lines: list[str] = []
    for branch in root.branches:
        _write(branch, "", lines)
    lines += root.texts
    return "".join(f"{line}\n" for line in lines)


def _write(node: Node, indent: str, out: list[str]) -> None:
    _WRITERS[node.kind](node, indent, out)


def _branches(node: Node, indent: str, out: list[str]) -> None:
    for branch in node.branches:
        _write(branch, indent, out)


def _outcome(node: Node, indent: str, out: list[str]) -> None:
    if node.event == "not_found":
        out.append(f'{indent}No such key: "{node.key}"')
    elif node.event in _FOUND:
        value = shown_value(node.value, indent)
        out.append(f'{indent}Found key: "{node.key}" value: {value}{_FOUND[node.event]}')
    out += [indent + text for text in node.texts]


def shown_value(value: Any, indent: str) -> str:
    """Write a value; its elements have lines of their own."""
    inner = indent + "  "
    if isinstance(value, dict):
        items = [
            f"{inner}{shown_value(from_key(key), inner)} => {shown_value(item, inner)}"
            for key, item in value.items()
        ]
        ends = "{}"
    elif isinstance(value, list):
        items = [inner + shown_value(item, inner) for item in value]
        ends = "[]"
    else:
        return inspect(value)
    if not items:
        return ends
    return f"{ends[0]}\n" + ",\n".join(items) + f"\n{indent}{ends[1]}"


def _top(node: Node, indent: str, out: list[str]) -> None:
    out.append(f'{indent}Searching for "{node.about}"')
    _branches(node, indent + "  ", out)


def _invalid_key(node: Node, indent: str, out: list[str]) -> None:
    out.append(f'{indent}Invalid key "{node.about}"')


def _merge_source(node: Node, indent: str, out: list[str]) -> None:
    out.append(f'{indent}Using merge options from "{node.about}" hash')


def _module(node: Node, indent: str, out: list[str]) -> None:
    if node.event == "module_not_found":
        out.append(f'{indent}Module "{node.about}" not found')
    else:
        out.append(f'{indent}Module data provider for module "{node.about}" not found')


def _interpolate(node: Node, indent: str, out: list[str]) -> None:
    out.append(f'{indent}Interpolation on "{node.about}"')
    _branches(node, indent + "  ", out)


def _merge(node: Node, indent: str, out: list[str]) -> None:
    if len(node.branches) <= 1:
        _branches(node, indent, out)
        return
    out.append(f"{indent}Merge strategy {node.about.name}")
    inner = indent + "  "
    options = {key: item for key, item in node.about.options.items() if key != "strategy"}
    if options:
        out.append(f"{inner}Options: {shown_value(options, inner)}")
    _branches(node, inner, out)
    if node.event == "result":
        out.append(f"{inner}Merged result: {shown_value(node.value, inner)}")


def _data_provider(node: Node, indent: str, out: list[str]) -> None:
    out.append(indent + node.about.label)
    inner = indent + "  "
    path = node.about.config_path
    if path:
        out.append(f'{inner}Using configuration "{path}"')
    _branches(node, inner, out)
    _outcome(node, inner, out)


def _location(node: Node, indent: str, out: list[str]) -> None:
    kind = "URI" if node.about.is_uri else "Path"
    out.append(f'{indent}{kind} "{node.about.path}"')
    inner = indent + "  "
    out.append(f'{inner}Original {kind.lower()}: "{node.about.original}"')
    _branches(node, inner, out)
    if node.event == "location_not_found":
        out.append(f"{inner}{kind} not found")
    _outcome(node, inner, out)


def _sub_lookup(node: Node, indent: str, out: list[str]) -> None:
    out.append(f'{indent}Sub key: "{".".join(map(str, node.about))}"')
    _branches(node, indent + "  ", out)
    _outcome(node, indent + "  ", out)


def _segment(node: Node, indent: str, out: list[str]) -> None:
    _outcome(node, indent, out)


def _scope(node: Node, indent: str, out: list[str]) -> None:
    out.append(indent + node.about)
    _branches(node, indent + "  ", out)
    _outcome(node, indent + "  ", out)


_WRITERS: dict[str, Callable[[Node, str, list[str]], None]] = {
    "data": _top,
    "meta": _top,
    "invalid_key": _invalid_key,
    "merge_source": _merge_source,
    "module": _module,
    "interpolate": _interpolate,
    "merge": _merge,
    "data_provider": _data_provider,
    "location": _location,
    "sub_lookup": _sub_lookup,
    "segment": _segment,
    "scope": _scope,
}


def data_of(node: Node) -> dict[str, object]:
    """Return the tree as plain data."""
    if node.kind == "root" and len(node.branches) == 1:
        return data_of(node.branches[0])
    if node.kind == "merge" and len(node.branches) == 1:
        return data_of(node.branches[0])
    data: dict[str, object] = {}
    if node.branches:
        data["branches"] = [data_of(branch) for branch in node.branches]
    if node.kind == "merge_source":
        return {"type": "merge_source", "merge_source": node.about}
    if node.kind == "root":
        return data
    key = node.key or (node.about if node.kind in ("data", "meta", "invalid_key") else "")
    if key:
        data["key"] = str(key)
    if node.event in _FOUND or node.event == "result":
        data["value"] = node.value
    if node.event:
        data["event"] = node.event
    if node.texts:
        data["texts"] = node.texts
    data["type"] = _TYPES.get(node.kind, node.kind)
    return data | _details(node)


_TYPES = {"sub_lookup": "sub_key", "data": "root", "meta": "root", "location": "path"}


def _details(node: Node) -> dict[str, object]:
    """Return the fields that only some kinds of nodes have."""
    about = node.about
    if node.kind == "interpolate":
        return {"expression": about}
    if node.kind == "scope":
        return {"name": about}
    if node.kind == "merge":
        options = {key: item for key, item in about.options.items() if key != "strategy"}
        return {"merge": about.name} | ({"options": options} if options else {})
    if node.kind == "data_provider":
        found = {"name": about.label}
        if about.config_path:
            found["configuration_path"] = about.config_path
        if about.config_path is not None and about.module_name:
            found["module"] = about.module_name
        return found
    if node.kind == "location":
        word = "uri" if about.is_uri else "path"
        line = {} if node.line is None else {"line": node.line}
        return (
            line
            | {f"original_{word}": about.original, word: about.path}
            | ({"type": "uri"} if about.is_uri else {})
        )
    return {}
