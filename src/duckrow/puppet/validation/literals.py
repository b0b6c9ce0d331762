"""Equality of literals, and how the reference writes them.

Hash keys are compared as the reference's sets compare them: 1 and 1.0 differ, 'a' and a bare word a
are equal, lists and hashes compare by content. Every literal gets a token, and equal literals get
equal tokens. A list's token is a small number for the tokens of its members, so that each node is
visited once, whatever the nesting.
"""

from __future__ import annotations

import re

from duckrow.puppet.syntax.nodes import (
    ConcatenatedString,
    LiteralBoolean,
    LiteralDefault,
    LiteralFloat,
    LiteralHash,
    LiteralInteger,
    LiteralList,
    LiteralRegularExpression,
    LiteralString,
    LiteralUndef,
    QualifiedName,
    children,
)
from duckrow.ruby.values.numbers import float_text
from duckrow.ruby.values.quoting import inspect_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.nodes import Expression, Node

    Token = object

_COMPOUND = frozenset((LiteralList, LiteralHash))


class LiteralTokens:
    """Assigns tokens to the literals of one tree."""

    __slots__ = ("_compound", "_numbers")

    def __init__(self) -> None:
        self._numbers: dict[Token, int] = {}
        self._compound: dict[int, Token] = {}

    def token(self, node: Expression) -> Token:
        """Return the token of a literal, or None when the expression is not one."""
        if node.__class__ not in _COMPOUND:
            return _plain_token(node)
        known = self._compound
        pending: list[Node] = [node]
        while pending:
            top = pending[-1]
            unknown = [n for n in _members(top) if n.__class__ in _COMPOUND and id(n) not in known]
            if unknown:
                pending.extend(unknown)
            else:
                known[id(pending.pop())] = self._compound_token(top)
        return known[id(node)]

    def _compound_token(self, node: Node) -> Token:
        parts = [
            self._compound[id(n)] if n.__class__ in _COMPOUND else _plain_token(n)
            for n in _members(node)
        ]
        if None in parts:
            return None
        content: Token
        if node.__class__ is LiteralList:
            content = tuple(parts)
        else:
            content = frozenset(dict(zip(parts[::2], parts[1::2], strict=True)).items())
        return "compound", self._numbers.setdefault(content, len(self._numbers))

    def text(self, node: Expression) -> str:
        """Write a literal as the reference does in a message."""
        if isinstance(node, LiteralString | QualifiedName):
            return node.value
        if isinstance(node, LiteralUndef):
            return ""
        if isinstance(node, LiteralDefault):
            return "default"
        if isinstance(node, ConcatenatedString):
            return _only_text(node) or ""
        if isinstance(node, LiteralRegularExpression):
            return f"(?-mix:{_slashed(node.pattern)})"
        return self._inspected(node)

    def _inspected(self, node: Expression) -> str:
        out: list[str] = []
        pending: list[Node | str] = [node]
        while pending:
            top = pending.pop()
            if isinstance(top, str):
                out.append(top)
            elif isinstance(top, LiteralList):
                pending.extend(reversed(["[", *_joined(top.values), "]"]))
            elif isinstance(top, LiteralHash):
                pending.extend(reversed(["{", *self._entries(top), "}"]))
            else:
                out.append(_inspect_plain(top))
        return "".join(out)

    def _entries(self, node: LiteralHash) -> list[Node | str]:
        # A repeated key keeps its first position and takes its last value.
        entries: dict[Token, tuple[Node, Node]] = {}
        for entry in node.entries:
            token = self.token(entry.key)
            first = entries[token][0] if token in entries else entry.key
            entries[token] = (first, entry.value)
        out: list[Node | str] = []
        for key, value in entries.values():
            out += [", ", key, "=>", value] if out else [key, "=>", value]
        return out


def _members(node: Node) -> list[Node]:
    if isinstance(node, LiteralHash):
        return [part for entry in node.entries for part in (entry.key, entry.value)]
    return list(children(node))


def _joined(members: tuple[Expression, ...]) -> list[Node | str]:
    out: list[Node | str] = []
    for member in members:
        if out:
            out.append(", ")
        out.append(member)
    return out


def _plain_token(node: Node) -> Token:
    if isinstance(node, LiteralString | QualifiedName):
        return node.value
    if isinstance(node, LiteralInteger):
        return "integer", node.value
    if isinstance(node, LiteralFloat):
        return "float", node.value
    if isinstance(node, LiteralBoolean):
        return "boolean", node.value
    if isinstance(node, LiteralUndef | LiteralDefault):
        return (node.__class__.__name__,)
    if isinstance(node, LiteralRegularExpression):
        return "regexp", node.pattern
    if isinstance(node, ConcatenatedString):
        return _only_text(node)
    return None


def _only_text(node: ConcatenatedString) -> str | None:
    # Double quotes around plain text make a literal, however the string was parsed.
    segments = node.segments
    if len(segments) == 1 and isinstance(segments[0], LiteralString):
        return segments[0].value
    return None


def _inspect_plain(node: Node) -> str:
    if isinstance(node, LiteralString | QualifiedName):
        return inspect_text(node.value)
    if isinstance(node, ConcatenatedString):
        return inspect_text(_only_text(node) or "")
    if isinstance(node, LiteralInteger):
        return str(node.value)
    if isinstance(node, LiteralFloat):
        return float_text(node.value)
    if isinstance(node, LiteralBoolean):
        return "true" if node.value else "false"
    if isinstance(node, LiteralRegularExpression):
        return f"/{_slashed(node.pattern)}/"
    return "nil" if isinstance(node, LiteralUndef) else ":default"


def _slashed(pattern: str) -> str:
    return re.sub(r"(\\.)|/", lambda match: match[1] or "\\/", pattern, flags=re.DOTALL)
