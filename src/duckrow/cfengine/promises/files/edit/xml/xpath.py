"""XPath 1.0: parses an expression and finds its nodes."""

from __future__ import annotations

import re

from duckrow.cfengine.promises.files.edit.xml.node import (
    COMMENT,
    DOCTYPE,
    ELEMENT,
    INSTRUCTION,
    Node,
)
from duckrow.cfengine.promises.files.edit.xml.xpath_axes import ATTRIBUTE, nodes_on_axis, unique
from duckrow.cfengine.promises.files.edit.xml.xpath_functions import function
from duckrow.cfengine.promises.files.edit.xml.xpath_values import (
    CALCULATE,
    COMPARE,
    XPathContext,
    XPathError,
    compared,
    nodes_of,
    to_number,
    to_truth,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.promises.files.edit.xml.node import Document
    from duckrow.cfengine.promises.files.edit.xml.xpath_values import Expression, Value

_DEPTH = 60
_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<text>\"[^\"]*\"|'[^']*')"
    r"|(?P<sign>\.\.|::|//|!=|<=|>=|[()\[\].@,/|+\-=<>*$])"
    r"|(?P<name>[^\W\d][\w.\-]*(?::(?!:)(?:[^\W\d][\w.\-]*|\*))?))"
)
_OPERATORS = frozenset(("and", "or", "div", "mod"))
_AXES = frozenset((
    "ancestor", "ancestor-or-self", "attribute", "child", "descendant", "descendant-or-self",
    "following", "following-sibling", "namespace", "parent", "preceding", "preceding-sibling",
    "self",
))  # fmt: skip
_KINDS = {
    "text": ("text", "cdata"),
    "comment": (COMMENT,),
    "processing-instruction": (INSTRUCTION,),
}
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("or",), ("and",), ("=", "!="), ("<", "<=", ">", ">="), ("+", "-"), ("*", "div", "mod"),
)  # fmt: skip


def find_nodes(text: str, document: Document) -> list[Node] | None:
    """Find the nodes of an expression; None if its value is no node set. Raises XPathError."""
    try:
        # A path without a leading slash has no node to start from.
        found = _Reader(text).read()(XPathContext(document, Node("nowhere")))
    except RecursionError:
        raise XPathError(text) from None
    return found if isinstance(found, list) else None


class _Reader:
    """Parses an expression to functions."""

    __slots__ = ("_at", "_depth", "_tokens")

    def __init__(self, text: str) -> None:
        self._tokens: list[tuple[str, str]] = []
        self._at = 0
        self._depth = 0
        position = 0
        text = text.rstrip()
        while position < len(text):
            found = _TOKEN.match(text, position)
            if found is None:
                raise XPathError(text)
            kind = found.lastgroup or ""
            word = found[kind]
            if (
                self._tokens
                and (word in _OPERATORS or word == "*")
                and self._tokens[-1] not in _BEFORE_NAMES
                and self._tokens[-1][0] != "operator"
            ):
                kind = "operator"
            self._tokens.append((kind, word))
            position = found.end()

    def read(self) -> Expression:
        """Parse the whole expression."""
        found = self._binary(0)
        if self._at < len(self._tokens):
            raise XPathError(self._tokens[self._at][1])
        return found

    def _peek(self, ahead: int = 0) -> tuple[str, str]:
        context = self._at + ahead
        return self._tokens[context] if context < len(self._tokens) else ("end", "")

    def _takes(self, *words: str) -> str | None:
        kind, word = self._peek()
        if kind in ("sign", "operator") and word in words:
            self._at += 1
            return word
        return None

    def _needs(self, word: str) -> None:
        if self._takes(word) is None:
            raise XPathError(word)

    def _binary(self, level: int) -> Expression:
        if level == len(_LEVELS):
            return self._unary()
        left = self._binary(level + 1)
        while True:
            word = self._takes(*_LEVELS[level])
            if word is None:
                return left
            left = _operation(word, left, self._binary(level + 1))

    def _unary(self) -> Expression:
        if self._takes("-"):
            inner = self._unary()
            return lambda context: -to_number(inner(context))
        left = self._path()
        while self._takes("|"):
            left = _union(left, self._path())
        return left

    def _path(self) -> Expression:
        self._depth += 1
        if self._depth > _DEPTH:
            raise XPathError("too deep")
        try:
            return self._read_path()
        finally:
            self._depth -= 1

    def _read_path(self) -> Expression:
        kind, word = self._peek()
        steps: list[Callable[[XPathContext, list[Node]], list[Node]]] = []
        start: Expression | None = None
        if kind == "number":
            self._at += 1
            number = float(word)
            return lambda _: number
        if kind == "text":
            self._at += 1
            text = word[1:-1]
            return lambda _: text
        if word == "(" or (
            kind == "name" and self._peek(1)[1] == "(" and word not in (*_KINDS, "node")
        ):
            start = self._primary()
            start = self._filtered(start)
        elif self._takes("/"):
            start = _root
            if not self._begins_step():
                return start
            steps.append(self._step())
        elif self._takes("//"):
            start = _root
            steps.append(_below)
            # One slash too many is accepted.
            if self._takes("//"):
                steps.append(_below)
            else:
                self._takes("/")
            steps.append(self._step())
        else:
            steps.append(self._step())
        while True:
            if self._takes("/"):
                steps.append(self._step())
            elif self._takes("//"):
                steps += [_below, self._step()]
            else:
                break
        return start if start is not None and not steps else _walk(start, steps)

    def _begins_step(self) -> bool:
        kind, word = self._peek()
        return kind == "name" or word in (".", "..", "@", "*")

    def _primary(self) -> Expression:
        if self._takes("("):
            inner = self._binary(0)
            self._needs(")")
            return inner
        name = self._peek()[1]
        self._at += 1
        self._needs("(")
        arguments: list[Expression] = []
        if not self._takes(")"):
            while True:
                arguments.append(self._binary(0))
                if self._takes(")"):
                    break
                self._needs(",")
        return function(name, arguments)

    def _filtered(self, start: Expression) -> Expression:
        while self._takes("["):
            start = _filter(start, self._binary(0))
            self._needs("]")
        return start

    def _step(self) -> Callable[[XPathContext, list[Node]], list[Node]]:
        if self._takes("."):
            return _select("self", lambda _: True, [])
        if self._takes(".."):
            return _select("parent", lambda _: True, [])
        axis = "child"
        if self._takes("@"):
            axis = ATTRIBUTE
        elif self._peek()[0] == "name" and self._peek(1)[1] == "::":
            axis = self._peek()[1]
            if axis not in _AXES:
                raise XPathError(axis)
            self._at += 2
        test = self._test(axis)
        predicates: list[Expression] = []
        while self._takes("["):
            predicates.append(self._binary(0))
            self._needs("]")
        return _select(axis, test, predicates)

    def _test(self, axis: str) -> Callable[[Node], bool]:
        kind, word = self._peek()
        self._at += 1
        main = ATTRIBUTE if axis == ATTRIBUTE else ELEMENT
        if word == "*" and kind in ("sign", "operator"):
            return lambda node: node.kind == main
        if kind != "name":
            raise XPathError(word)
        if self._peek()[1] == "(" and (word in _KINDS or word == "node"):
            self._at += 1
            if self._peek()[0] == "text":
                self._at += 1
            self._needs(")")
            if word == "node":
                # The document type declaration is no node of XPath.
                return lambda node: node.kind != DOCTYPE
            kinds = _KINDS[word]
            return lambda node: node.kind in kinds
        if ":" in word:
            # No namespace prefixes are registered, as in the reference.
            raise XPathError(word)
        return lambda node: node.kind == main and node.name == word and _is_bare(node)


_BEFORE_NAMES = frozenset(("sign", word) for word in "@ :: ( [ , / // | + - = != < <= > >=".split())


def _is_bare(node: Node) -> bool:
    return node.kind == ATTRIBUTE or node.namespace("") is None


def _root(context: XPathContext) -> Value:
    return [context.root]


def _walk(
    start: Expression | None, steps: list[Callable[[XPathContext, list[Node]], list[Node]]]
) -> Expression:
    def walk(context: XPathContext) -> Value:
        if start is None:
            nodes = [context.node]
        else:
            nodes = nodes_of(start(context))
        for step in steps:
            nodes = step(context, nodes)
        return nodes

    return walk


def _below(_: XPathContext, nodes: list[Node]) -> list[Node]:
    return unique(each for node in nodes for each in (node, *node.descendants()))


def _select(
    axis: str, test: Callable[[Node], bool], predicates: list[Expression]
) -> Callable[[XPathContext, list[Node]], list[Node]]:
    def select(context: XPathContext, nodes: list[Node]) -> list[Node]:
        found: list[Node] = []
        for node in nodes:
            group = [each for each in nodes_on_axis(axis, node) if test(each)]
            for predicate in predicates:
                group = _kept(context, group, predicate)
            found += group
        return unique(found)

    return select


def _filter(start: Expression, predicate: Expression) -> Expression:
    return lambda context: _kept(context, nodes_of(start(context)), predicate)


def _kept(context: XPathContext, nodes: list[Node], predicate: Expression) -> list[Node]:
    kept: list[Node] = []
    for position, node in enumerate(nodes, 1):
        value = predicate(XPathContext(context.root, node, position, len(nodes)))
        if value == position if type(value) is float else to_truth(value):
            kept.append(node)
    return kept


def _union(left: Expression, right: Expression) -> Expression:
    return lambda context: unique([*nodes_of(left(context)), *nodes_of(right(context))])


def _operation(word: str, left: Expression, right: Expression) -> Expression:
    if word == "or":
        return lambda context: to_truth(left(context)) or to_truth(right(context))
    if word == "and":
        return lambda context: to_truth(left(context)) and to_truth(right(context))
    if word in COMPARE:
        compare = COMPARE[word]
        return lambda context: compared(compare, word, left(context), right(context))
    calculate = CALCULATE[word]
    return lambda context: calculate(to_number(left(context)), to_number(right(context)))
