"""The match of the last regular expression, which $0, $1 ... are parts of.

In the body of a class, define or node the match is kept in `scope.match`, where classes that the
body includes see it too. Blocks, functions and templates keep it in a Python local, and only if
they read a part of it. A match that a condition finds is dropped after the whole `if`, `case` or
selector.
"""

from __future__ import annotations

import _ast as ast
import re

from duckrow.puppet.compiler.frames import IN_SCOPE, THUNK
from duckrow.puppet.compiler.writer import Writer
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.compiler.frames import Frame
    from duckrow.puppet.runtime.location import Range
    from duckrow.puppet.syntax.nodes import Node

_ASKS = re.compile(r"\$\{?(?:::)?\d")
# Expressions that can set a match. Without one of them in a body there is no match.
_FINDS = re.compile(r"=~|!~|(?<!\w)in(?!\w)|/\s*(?::|=>|,|\))")


class Matches(Writer):
    """Writes the code that keeps, reads and drops matches."""

    def asks_for_match(self, node: Node) -> bool:
        """Return whether the code of a node asks for a part of a match."""
        return _ASKS.search(self.source.text, node.start, node.end) is not None

    def may_match(self, node: Node) -> bool:
        """Return whether the code of a node may find a match."""
        return _FINDS.search(self.source.text, node.start, node.end) is not None

    def match_group(self, number: int, at: Range) -> ast.expr:
        """Write $0, $1 ..."""
        match = self.current_match(at)
        return py.call("match_group", [match, py.constant(number, at)], at)

    def current_match(self, at: Range) -> ast.expr:
        """Write the last match, or None."""
        return self._read(self.frame.home.match, at)

    def start_of_match(self, frame: Frame, at: Range) -> ast.expr:
        """Write the first match of a function that keeps matches itself: in a block the outer one.

        Functions do not see the matches of their callers.
        """
        outer = frame.outer_home()
        return self._read(None if outer is None else outer.match, at)

    def _read(self, match: str | None, at: Range) -> ast.expr:
        if match is None:
            return py.constant(None, at)
        if match == IN_SCOPE:
            return py.attribute(self.scope(at), "match", at)
        return py.name(match, at)

    def stored_match(self, found: ast.expr, at: Range) -> ast.expr:
        """Write that a match is kept if there is one; `found` is a match, True or None."""
        match = self.frame.home.match
        assert match is not None
        if match == IN_SCOPE:
            return py.call("keep_match", [self.scope(at), found], at)
        name = self.temporary("m")
        keep = py.either(
            py.is_(py.name(name, at), py.constant(True, at), at),
            py.constant(True, at),
            py.in_order([py.walrus(match, py.name(name, at), at), py.constant(True, at)], at),
            at,
        )
        self._mark(match)
        is_found = py.is_not(py.walrus(name, found, at), py.constant(None, at), at)
        return py.and_([is_found, keep], at)

    def saved_match(self, node: Node) -> str | None:
        """Return a name to save the match under while a node runs, or None if it sets no match."""
        if self.frame.home.match is None or not self.may_match(node):
            return None
        return self.temporary("s")

    def save_match(self, saved: str, at: Range) -> None:
        """Write the statement that saves the match."""
        self.add(py.assign(saved, self.current_match(at), at))

    def restore_match(self, saved: str, at: Range) -> ast.stmt:
        """Write the statement that puts the match back."""
        match = self.frame.home.match
        assert match is not None
        if match != IN_SCOPE:
            self._mark(match)
            return py.assign(match, py.name(saved, at), at)
        where = py.placed(ast.Attribute(self.scope(at), "match", ast.Store()), at)
        return py.placed(ast.Assign([where], py.name(saved, at)), at)

    def with_match_restored(self, value: ast.expr, saved: str | None, at: Range) -> ast.expr:
        """Write a value after which the match is the same as before."""
        match = self.frame.home.match
        if saved is None or match is None:
            return value
        keep = py.walrus(saved, self.current_match(at), at)
        if match == IN_SCOPE:
            back = py.call("put_match_back", [self.scope(at), py.name(saved, at)], at)
        else:
            self._mark(match)
            back = py.walrus(match, py.name(saved, at), at)
        return py.item(py.tuple_([keep, value, back], at), py.constant(1, at), at)

    def _mark(self, match: str) -> None:
        """Note that a thunk sets the match of its home."""
        frame = self.frame
        while frame.kind == THUNK:
            frame.assigned_here.add(match)
            assert frame.parent is not None
            frame = frame.parent
