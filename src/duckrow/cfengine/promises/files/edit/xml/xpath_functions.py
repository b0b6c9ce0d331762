"""The functions of XPath's core library."""

from __future__ import annotations

import re
from math import ceil, floor, isfinite

from duckrow.cfengine.promises.files.edit.xml.xpath_values import (
    XPathError,
    nodes_of,
    to_number,
    to_text,
    to_truth,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.promises.files.edit.xml.node import Node
    from duckrow.cfengine.promises.files.edit.xml.xpath_values import (
        Expression,
        Value,
        XPathContext,
    )


def function(name: str, arguments: list[Expression]) -> Expression:
    """Return the function of a call."""
    found = _FUNCTIONS.get(name)
    if found is None:
        raise XPathError(name)
    call, least, most = found
    if not least <= len(arguments) <= most:
        raise XPathError(name)
    return lambda context: call(context, [each(context) for each in arguments])


def _of(context: XPathContext, values: list[Value]) -> Value:
    """Return the argument, or the context node without one."""
    return values[0] if values else [context.node]


def _node_of(context: XPathContext, values: list[Value]) -> Node | None:
    nodes = nodes_of(_of(context, values))
    return nodes[0] if nodes else None


def _name(context: XPathContext, values: list[Value]) -> Value:
    node = _node_of(context, values)
    return "" if node is None else node.name


def _local_name(context: XPathContext, values: list[Value]) -> Value:
    node = _node_of(context, values)
    return "" if node is None else node.local


def _namespace(context: XPathContext, values: list[Value]) -> Value:
    node = _node_of(context, values)
    return "" if node is None else node.namespace(node.name.rpartition(":")[0]) or ""


def _lang(context: XPathContext, values: list[Value]) -> Value:
    wanted = to_text(values[0]).lower()
    node: Node | None = context.node
    while node is not None:
        found = node.attributes.get("xml:lang")
        if found is not None:
            return found.lower() == wanted or found.lower().startswith(wanted + "-")
        node = node.parent
    return False


def _substring(_: XPathContext, values: list[Value]) -> Value:
    text = to_text(values[0])
    start = _rounded(to_number(values[1]))
    end = float("inf") if len(values) < 3 else start + _rounded(to_number(values[2]))
    return "".join(letter for number, letter in enumerate(text, 1) if start <= number < end)


def _substring_before(_: XPathContext, values: list[Value]) -> Value:
    text, mark = to_text(values[0]), to_text(values[1])
    return text[: max(text.find(mark), 0)]


def _substring_after(_: XPathContext, values: list[Value]) -> Value:
    text, mark = to_text(values[0]), to_text(values[1])
    at = text.find(mark)
    return "" if at < 0 else text[at + len(mark) :]


def _normalize_space(context: XPathContext, values: list[Value]) -> Value:
    return " ".join(_SPACES.sub(" ", to_text(_of(context, values))).strip(" ").split(" "))


def _rounded(number: float) -> float:
    return float(floor(number + 0.5)) if isfinite(number) else number


def _floor(_: XPathContext, values: list[Value]) -> Value:
    number = to_number(values[0])
    return float(floor(number)) if isfinite(number) else number


def _ceiling(_: XPathContext, values: list[Value]) -> Value:
    number = to_number(values[0])
    return float(ceil(number)) if isfinite(number) else number


def _translate(_: XPathContext, values: list[Value]) -> Value:
    text, old, new = (to_text(each) for each in values)
    table: dict[int, str | None] = {}
    for number, letter in enumerate(old):
        table.setdefault(ord(letter), new[number] if number < len(new) else None)
    return text.translate(table)


_MANY = 1000
_SPACES = re.compile(r"[ \t\r\n]+")
_FUNCTIONS: dict[str, tuple[Callable[[XPathContext, list[Value]], Value], int, int]] = {
    "boolean": (lambda _, values: to_truth(values[0]), 1, 1),
    "ceiling": (_ceiling, 1, 1),
    "concat": (lambda _, values: "".join(map(to_text, values)), 2, _MANY),
    "contains": (lambda _, values: to_text(values[1]) in to_text(values[0]), 2, 2),
    "count": (lambda _, values: float(len(nodes_of(values[0]))), 1, 1),
    "false": (lambda *_: False, 0, 0),
    "floor": (_floor, 1, 1),
    "id": (lambda *_: [], 1, 1),
    "lang": (_lang, 1, 1),
    "last": (lambda context, _: float(context.count), 0, 0),
    "local-name": (_local_name, 0, 1),
    "name": (_name, 0, 1),
    "namespace-uri": (_namespace, 0, 1),
    "normalize-space": (_normalize_space, 0, 1),
    "not": (lambda _, values: not to_truth(values[0]), 1, 1),
    "number": (lambda context, values: to_number(_of(context, values)), 0, 1),
    "position": (lambda context, _: float(context.position), 0, 0),
    "round": (lambda _, values: _rounded(to_number(values[0])), 1, 1),
    "starts-with": (lambda _, values: to_text(values[0]).startswith(to_text(values[1])), 2, 2),
    "string": (lambda context, values: to_text(_of(context, values)), 0, 1),
    "string-length": (lambda context, values: float(len(to_text(_of(context, values)))), 0, 1),
    "substring": (_substring, 2, 3),
    "substring-after": (_substring_after, 2, 2),
    "substring-before": (_substring_before, 2, 2),
    "sum": (
        lambda _, values: sum((to_number(each.text()) for each in nodes_of(values[0])), 0.0),
        1,
        1,
    ),
    "translate": (_translate, 3, 3),
    "true": (lambda *_: True, 0, 0),
}
