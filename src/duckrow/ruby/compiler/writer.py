"""The state of code generation, which its parts share."""

from __future__ import annotations

from duckrow.ruby.compiler.frames import METHOD, THUNK, Frame
from duckrow.ruby.erb import only_appends
from duckrow.ruby.errors import RubySyntaxError, UnsupportedError
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from tree_sitter import Node

    from duckrow.source.python_ast import Range

SKIPPED = frozenset(("comment", "heredoc_body", "empty_statement", "uninterpreted"))


class Writer:
    """The base of every part of the generator."""

    def __init__(self, file: str | None, root: Node) -> None:
        self.file = file
        self.frame = Frame(METHOD, None, 0)
        self.unsupported: list[UnsupportedError] = []  # constructs that fail when they are reached
        self.replaced: dict[int, ast.expr] = {}  # nodes that are written already
        self.appends = only_appends(root.text or b"")
        self.main: Frame | None = None  # the method that is the file, or the template
        self._count = 0
        # Heredocs: the text of the n-th beginning is the n-th body of the file.
        nodes = _walk(root) if b"<<" in (root.text or b"") else []
        self.bodies = [node for node in nodes if node.type == "heredoc_body"]
        beginnings = [node for node in nodes if node.type == "heredoc_beginning"]
        self._heredocs = {node.id: index for index, node in enumerate(beginnings)}
        if len(self.bodies) < len(beginnings):
            name = (beginnings[-1].text or b"").decode("utf-8", "replace").lstrip("<-~")
            line = beginnings[-1].start_point[0] + 1
            raise RubySyntaxError(f"can't find string {name} anywhere before EOF", file, line)

    def value(self, node: Node | None) -> ast.expr:
        raise NotImplementedError

    def statement(self, node: Node | None) -> None:
        raise NotImplementedError

    def result(self, node: Node | None) -> None:
        raise NotImplementedError

    def heredoc(self, node: Node) -> Node:
        """Return the body of a heredoc."""
        return self.bodies[self._heredocs[node.id]]

    def add(self, statement: ast.stmt) -> None:
        self.frame.statements.append(statement)

    def number(self) -> int:
        self._count += 1
        return self._count

    def temporary(self, letter: str = "t") -> str:
        return f"_{letter}{self.number()}"

    def at(self, node: Node) -> Range:
        first, last = node.start_point, node.end_point
        return (first[0] + 1, first[1], last[0] + 1, last[1])

    def unsupported_error(self, node: Node, construct: str) -> UnsupportedError:
        """Return the error about a construct that is not known."""
        return UnsupportedError(construct, self.file, node.start_point[0] + 1)

    def self_(self, at: Range) -> ast.expr:
        """Write self."""
        for each in self.frame.blocks():
            each.has_self = True
        return py.name("self", at)

    def is_in_template(self) -> bool:
        """Return whether self is that of a template: blocks and methods may get another one."""
        return self.appends and self.frame.method() is self.main and not self.frame.blocks()

    def own_block(self, at: Range) -> ast.expr:
        """Write the block that the method around the code was called with."""
        self.frame.method().has_block = True
        return py.name("block", at)

    def thunk(self, node: Node) -> ast.expr:
        """Write a node with statements as a function of its own, and return the call of it."""
        at = self.at(node)
        around = self.frame
        self.frame = Frame(THUNK, around, around.number)
        self.result(node)
        return self.close_thunk(around, at)

    def close_thunk(self, around: Frame, at: Range) -> ast.expr:
        """End the thunk that is being written, and return the call of it."""
        function = self.temporary("e")
        inner, self.frame = self.frame, around
        body = inner.statements
        if inner.outer:
            body.insert(0, py.nonlocal_(sorted(inner.outer), at))
        self.add(py.define(function, (), body, at))
        return py.call(function, (), at)


def children(node: Node) -> list[Node]:
    """Return the named children that are code."""
    return [child for child in node.named_children if child.type not in SKIPPED]


def field(node: Node, name: str) -> Node:
    """Return a part of a node that is always there."""
    found = node.child_by_field_name(name)
    assert found is not None, f"{node.type} has no {name}"
    return found


def text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "surrogateescape")


def _walk(node: Node) -> list[Node]:
    found, left = [], [node]
    while left:
        here = left.pop()
        found.append(here)
        left += reversed(here.children)
    return found
