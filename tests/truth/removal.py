"""Remove the statement that a reason names: an attribute, an arrow, an inclusion, a value.

The statement is found by its place in the syntax tree. What cannot be removed alone has no edit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.truth.scenario import Edit

from duckrow.explain.answer import Place, Reason
from duckrow.puppet.explain.recorded import Recorded
from duckrow.puppet.explain.trees import every
from duckrow.puppet.syntax import nodes as n

Way = list[n.Node]
INCLUSIONS = frozenset(("include", "contain", "require"))
_COMMA = re.compile(r"(?:\s|#[^\n]*\n)*,")
# The nodes whose statements can be left out.
_BODIES = (
    n.BlockExpression,
    n.NamedDefinition,
    n.NodeDefinition,
    n.IfExpression,
    n.UnlessExpression,
    n.CaseOption,
    n.LambdaExpression,
    n.Program,
)


class Removals:
    """Finds the edits of one recorded compile."""

    def __init__(self, recorded: Recorded) -> None:
        self.recorded = recorded
        self._ways: dict[str, list[tuple[int, int, Way]]] = {}

    def of(self, reason: Reason) -> Edit | None:
        """Return the edit that removes what a reason names."""
        place = reason.place
        if place is None or not place.line:
            return None
        if place.file.endswith((".yaml", ".yml")):
            return _of_yaml(place) if reason.kind == "hiera" else None
        match reason.kind:
            case "arrow" | "notify arrow":
                return self._arrow(place)
            case "require" if reason.text.endswith("the function require"):
                return self._only_include(place)
            case "containment" if reason.text.endswith("the function contain"):
                return self._only_include(place)
            case "require" | "before" | "notify" | "subscribe":
                return self._named_attribute(place, reason.kind)
            case "declaration" | "default" | "override" | "collector":
                return self._attribute(place)
            case "parameter default":
                return self._default(place)
            case "assignment":
                return self._assignment(place)
            case "include" | "declare":
                return self.inclusion(place, _class_of(reason))
            case "inherit":
                return self._inherits(place)
        return None

    def replaced(self, reason: Reason) -> Edit | None:
        """Return the edit that gives an attribute or a variable another value."""
        place = reason.place
        if place is None or place.file.endswith((".yaml", ".yml")):
            return None
        kinds = {"assignment": n.AssignmentExpression, "parameter default": n.Parameter}
        for way in self.at(place, kinds.get(reason.kind, n.AttributeOperation)):
            node = way[-1]
            value = node.right if isinstance(node, n.AssignmentExpression) else None
            if isinstance(node, n.AttributeOperation | n.Parameter):
                value = node.value
            if value is not None:
                return self._edit(place.file, value, "'quack'", "value")
        return None

    # ---- finding

    def ways(self, file: str) -> list[tuple[int, int, Way]]:
        """Return all nodes of a file with their lines and the columns where they are reported."""
        if file not in self._ways:
            program = self.recorded.trees.program(file)
            found = []
            for way in () if program is None else every(program.body):
                line, column = program.source.position(way[-1].at)  # type: ignore[union-attr]
                found.append((line, column, way))
            self._ways[file] = found
        return self._ways[file]

    def text(self, file: str) -> str:
        program = self.recorded.trees.program(file)
        assert program is not None
        return program.source.text

    def at(self, place: Place, kind: type[n.Node]) -> Iterator[Way]:
        """Return the nodes of a kind at a place, or on its line if it has no column."""
        for line, column, way in self.ways(place.file):
            if line != place.line or not isinstance(way[-1], kind):
                continue
            if place.column in (0, column, self._start(place, way)):
                yield way

    def _start(self, place: Place, way: Way) -> int:
        program = self.recorded.trees.program(place.file)
        assert program is not None
        line, column = program.source.position(way[-1].start)
        return column if line == place.line else -1

    # ---- edits

    def _edit(self, file: str, node: n.Node, text: str = "", what: str = "") -> Edit:
        return Edit(file, node.start, node.end, text, what)

    def with_comma(self, file: str, node: n.Node, what: str) -> Edit:
        """Remove an item of a list, and the comma behind it."""
        comma = _COMMA.match(self.text(file), node.end)
        return Edit(file, node.start, comma.end() if comma else node.end, "", what)

    def _named_attribute(self, place: Place, name: str) -> Edit | None:
        found = [
            way[-1]
            for way in self.at(place, n.AttributeOperation)
            if getattr(way[-1], "name", "") == name
        ]
        if len(found) != 1:
            return None
        return self.with_comma(place.file, found[0], f"attribute {name}")

    def _attribute(self, place: Place) -> Edit | None:
        for way in self.at(place, n.AttributeOperation):
            node = way[-1]
            assert isinstance(node, n.AttributeOperation)
            return self.with_comma(place.file, node, f"attribute {node.name}")
        return None

    def _default(self, place: Place) -> Edit | None:
        for way in self.at(place, n.Parameter):
            node = way[-1]
            assert isinstance(node, n.Parameter)
            if node.value is None:
                return None
            between = self.text(place.file)[node.start : node.value.start]
            start = node.start + between.rindex("=")
            return Edit(place.file, start, node.value.end, "", f"default of ${node.name}")
        return None

    def _assignment(self, place: Place) -> Edit | None:
        for way in self.at(place, n.AssignmentExpression):
            node = way[-1]
            assert isinstance(node, n.AssignmentExpression)
            if isinstance(node.left, n.VariableExpression) and _is_statement(way):
                return self._edit(place.file, node, "", f"assignment of ${node.left.name}")
        return None

    def _only_include(self, place: Place) -> Edit | None:
        """Replace contain and require by include, which neither holds nor orders a class."""
        for way in self.at(place, n.CallNamedFunctionExpression):
            functor = way[-1].functor  # type: ignore[attr-defined]
            return self._edit(place.file, functor, "include", "function")
        return None

    def _arrow(self, place: Place) -> Edit | None:
        for way in self.at(place, n.RelationshipExpression):
            top = next(
                index
                for index, node in enumerate(way)
                if isinstance(node, n.RelationshipExpression)
            )
            if not _is_statement(way[: top + 1]):
                return None
            return self._split(place.file, way[top], way[-1])
        return None

    def _split(self, file: str, chain: n.Node, arrow: n.Node) -> Edit:
        """Split a chain of arrows at one of them."""
        operands, arrows = _chain(chain)
        cut = arrows.index(arrow) + 1
        text = self.text(file)
        parts = [
            text[group[0].start : group[-1].end]
            for group in (operands[:cut], operands[cut:])
            if len(group) > 1 or _has_effect(group[0])
        ]
        return self._edit(file, chain, "\n".join(parts), "arrow")

    def inclusion(self, place: Place, name: str) -> Edit | None:
        """Remove one class from a statement that includes it."""
        for way in self.at(place, n.CallNamedFunctionExpression):
            node = way[-1]
            assert isinstance(node, n.CallExpression)
            if not isinstance(node.functor, n.QualifiedName) or not _is_statement(way):
                continue
            if node.functor.value not in INCLUSIONS:
                return None
            if len(node.arguments) == 1:
                return self._edit(place.file, node, "", f"inclusion of {name}")
            for each in node.arguments:
                if _literal(each) == name:
                    return self.with_comma(place.file, each, f"inclusion of {name}")
            return None
        for way in self.at(place, n.ResourceExpression):
            node = way[-1]
            assert isinstance(node, n.ResourceExpression)
            if len(node.bodies) == 1 and _is_statement(way):
                return self._edit(place.file, node, "", f"declaration of {name}")
        return None

    def resource(self, place: Place) -> Edit | None:
        """Remove a statement that declares one resource, or a collector."""
        found = [*self.at(place, n.ResourceExpression), *self.at(place, n.CollectExpression)]
        for way in found:
            node = way[-1]
            is_alone = (
                isinstance(node, n.CollectExpression) or len(getattr(node, "bodies", ())) == 1
            )
            if is_alone and _is_statement(way):
                return self._edit(place.file, node, "", "statement")
        return None

    def _inherits(self, place: Place) -> Edit | None:
        for way in self.at(place, n.HostClassDefinition):
            node = way[-1]
            match = re.compile(r"inherits\s+[\w:]+").search(self.text(place.file), node.start)
            if match is not None and match.end() < node.end:
                return Edit(place.file, *match.span(), "", "inherits")
        return None


def _class_of(reason: Reason) -> str:
    match = re.search(r"(?:includes|declares) Class\[([\w:]+)\]", reason.text)
    return match[1].lower() if match else ""


def _literal(node: n.Node) -> str:
    value = getattr(node, "value", None)
    return value.removeprefix("::").lower() if isinstance(value, str) else ""


def _is_statement(way: Way) -> bool:
    """Return whether nothing uses the value of a node."""
    if len(way) == 1:
        return True
    outer, node = way[-2], way[-1]
    if isinstance(outer, n.IfExpression | n.UnlessExpression) and node is outer.test:
        return False
    if isinstance(outer, n.IfExpression | n.UnlessExpression | n.CaseOption | n.BlockExpression):
        # The value of a branch may be used; that of a block in the middle is not.
        return (
            _is_statement(way[:-1])
            if not isinstance(outer, n.CaseOption)
            else (node not in outer.values and _is_statement(way[:-2]))
        )
    return isinstance(outer, _BODIES)


def _chain(node: n.Node) -> tuple[list[n.Node], list[n.Node]]:
    """Return the operands of a chain of arrows, and the arrows between them."""
    if not isinstance(node, n.RelationshipExpression):
        return [node], []
    left, arrows = _chain(node.left)
    right, more = _chain(node.right)
    return left + right, [*arrows, node, *more]


def _has_effect(node: n.Node) -> bool:
    return isinstance(node, n.ResourceExpression | n.CollectExpression | n.CallExpression)


def _of_yaml(place: Place) -> Edit | None:
    """Remove a key of a file of data, with the lines of its value."""
    text = Path(place.file).read_text()
    lines = text.splitlines(keepends=True)
    first = place.line - 1
    indent = len(lines[first]) - len(lines[first].lstrip())
    last = first + 1
    while last < len(lines):
        line = lines[last]
        inner = len(line) - len(line.lstrip())
        is_item = inner == indent and line.lstrip().startswith("- ")
        if line.strip() and inner <= indent and not is_item:
            break
        last += 1
    start = sum(map(len, lines[:first]))
    return Edit(place.file, start, start + sum(map(len, lines[first:last])), "", "key of data")
