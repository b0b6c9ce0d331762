"""Catalog data to read: resources in their order, as the language would declare them."""

from __future__ import annotations

from duckrow.puppet.catalog.formats import reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.puppet.catalog.formats import Data

REDACTED = "[value redacted]"


def plain_text(data: Data) -> str:
    """Write a heading, then one declaration after the other."""
    return "".join(_lines(data))


def _lines(data: Data) -> Iterator[str]:
    resources = data["resources"]
    containers: dict[str, list[str]] = {}
    for edge in data["edges"]:
        containers.setdefault(edge["target"], []).append(edge["source"])
    count = f"{len(resources)} resource{'s' if len(resources) != 1 else ''}"
    yield f"# {data['name']}, environment {data['environment']}: {count}\n"
    for resource in resources:
        yield "\n"
        yield from _declaration(resource, containers.get(reference(resource), []))


def _declaration(resource: Data, containers: list[str]) -> Iterator[str]:
    about = [f"in {name}" for name in containers]
    if resource.get("file"):
        about.append(f"{resource['file']}:{resource.get('line')}")
    elif resource.get("line"):
        about.append(f"line {resource['line']}")
    if about:
        yield f"# {', '.join(about)}\n"
    sign = "@@" if resource.get("exported") else ""
    head = f"{sign}{resource['type'].lower()} {{ {value_text(resource['title'])}:"
    parameters = resource.get("parameters")
    if not parameters:
        yield f"{head} }}\n"
        return
    yield f"{head}\n"
    secrets = set(resource.get("sensitive_parameters", ()))
    width = max(map(len, parameters))
    for name, value in parameters.items():
        shown = REDACTED if name in secrets else value_text(value, "  ")
        yield f"  {name:{width}} => {shown},\n"
    yield "}\n"


def value_text(value: Any, indent: str = "") -> str:
    """Write a value in the notation of the language; collections that are long take lines."""
    if value is None:
        return "undef"
    if type(value) is bool:
        return "true" if value else "false"
    if type(value) is str:
        if value.isprintable() and "'" not in value and "\\" not in value:
            return f"'{value}'"
        from duckrow.puppet.types.literal_text import quoted

        return quoted(value)
    if type(value) is list:
        return _items("[]", [value_text(item, indent + "  ") for item in value], indent)
    if type(value) is dict:
        pairs = (
            f"{value_text(key)} => {value_text(item, indent + '  ')}" for key, item in value.items()
        )
        return _items("{}", list(pairs), indent)
    from duckrow.ruby.values.numbers import number_text

    return number_text(value)


def _items(brackets: str, items: list[str], indent: str) -> str:
    line = f"{brackets[0]}{', '.join(items)}{brackets[1]}"
    if len(line) <= 72 and "\n" not in line:
        return line
    inside = "".join(f"{indent}  {item},\n" for item in items)
    return f"{brackets[0]}\n{inside}{indent}{brackets[1]}"
