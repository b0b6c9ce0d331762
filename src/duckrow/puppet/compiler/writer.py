"""The state of code generation, and the names that the parts of the generator share.

The generator is one class in several files, a family of nodes each. Three ways to write a node:

  value(node)       a Python expression; statements it needs are hoisted into functions of their
                    own, so the order of evaluation stays the manifest's
  statement(node)   Python statements whose value is not used
  result(node)      Python statements that end in `return value`
"""

from __future__ import annotations

from duckrow.puppet.compiler.frames import THUNK, Frame
from duckrow.puppet.validation.labels import label
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from duckrow.puppet.runtime.location import Range
    from duckrow.puppet.syntax.nodes import Node
    from duckrow.puppet.types.dialect import Dialect
    from duckrow.source.text import SourceText

    # What a position is: the label of the expression, and where its operands are.
    Labels = dict[Range, tuple[str, dict[str, tuple[int, int]]]]


class Writer:
    """The base of every part of the generator."""

    def __init__(self, source: SourceText, dialect: Dialect) -> None:
        self.source = source
        self.dialect = dialect
        self.labels: Labels = {}
        self.cached_names: list[str] = []  # globals for values that are made once
        self.frame: Frame = Frame(THUNK, Frame("body", None, 0, False), 0, False)
        self._count = 0
        self._ranges: dict[tuple[int, int], Range] = {}

    # Written in other files; named here so that the parts can call each other.
    def value(self, node: Node | None) -> ast.expr:
        raise NotImplementedError

    def statement(self, node: Node | None) -> None:
        raise NotImplementedError

    def result(self, node: Node | None) -> None:
        raise NotImplementedError

    def condition(self, node: Node) -> ast.expr:
        raise NotImplementedError

    def add(self, statement: ast.stmt) -> None:
        """Add a statement to the function that is being written."""
        self.frame.statements.append(statement)

    def number(self) -> int:
        self._count += 1
        return self._count

    def temporary(self, letter: str = "t") -> str:
        """Return a name that no manifest can have."""
        return f"_{letter}{self.number()}"

    def at(self, node: Node) -> Range:
        """Return the range of a node, for error messages."""
        key = (node.at, node.end)
        found = self._ranges.get(key)
        if found is None:
            line, column = self.source.position(node.at)
            last_line, last_column = self.source.position(max(node.end, node.at))
            found = self._ranges[key] = (line, column - 1, last_line, last_column - 1)
        return found

    def called(
        self, function: str, node: Node, *arguments: ast.expr, **parts: Node | None
    ) -> ast.expr:
        """Write a call that may fail: its label and the locations of its operands are noted."""
        return py.call(function, arguments, self.noted(node, **parts))

    def noted(self, node: Node, **parts: Node | None) -> Range:
        """Note the expression at a location, for error messages."""
        at = self.at(node)
        positions = {
            part: self.source.position(operand.at)
            for part, operand in parts.items()
            if operand is not None
        }
        self.labels[at] = (label(node), positions)
        return at

    def cached(self, value: ast.expr, at: Range) -> ast.expr:
        """Write a value that is made when it is first needed, and is true as Python sees it."""
        name = self.temporary("k")
        self.cached_names.append(name)
        keep = py.call("keep", [py.constant(name, at), value], at)
        return py.or_([py.name(name, at), keep], at)

    def scope(self, at: Range) -> ast.expr:
        return py.name("scope", at)

    # ---- conditional code

    def enter_branch(self) -> set[str]:
        """Begin conditional code; return the variables that are surely assigned before it."""
        home = self.frame.home
        home.branches += 1
        before = home.definite
        home.definite = set(before)
        return before

    def leave_branch(self, before: set[str]) -> set[str]:
        """End it; return the variables that are surely assigned if it ran."""
        home = self.frame.home
        home.branches -= 1
        inside = home.definite
        home.definite = before
        return inside
