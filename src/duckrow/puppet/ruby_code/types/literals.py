"""The values of literals in a tree: names, lists, hashes, expressions, and constants of them."""

from __future__ import annotations

import re

from duckrow.ruby.compiler.literals import unescaped
from duckrow.ruby.compiler.writer import children, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tree_sitter import Node

    Values = dict[str, object]

_FLAGS = {"i": 1, "m": 2, "x": 4}


class Expression(str):
    """A regular expression: its source between slashes, as tables write it."""

    __slots__ = ("flags", "source")

    source: str
    flags: int

    @classmethod
    def of(cls, source: str, flags: int) -> Expression:
        made = cls(f"/{source}/")
        made.source, made.flags = source, flags
        return made


class Literals:
    """Returns values, and remembers the constants that a file sets to literals."""

    def __init__(self) -> None:
        self.constants: Values = {}
        self.nodes: dict[str, Node] = {}

    def note(self, node: Node, values: Values | None = None) -> None:
        """Remember an assignment of a literal."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return
        if left.type == "constant":
            self.constants[text(left)] = self.value(right, {})
            self.nodes[text(left)] = right
        elif left.type == "identifier" and values is not None:
            values[text(left)] = self.value(right, values)

    def items(self, nodes: list[Node], values: Values) -> list[object]:
        """Return the values of arguments; pairs at the end are one hash."""
        found: list[object] = []
        pairs: Values = {}
        for node in nodes:
            if node.type == "pair":
                self._pair(node, pairs, values)
            elif node.type == "splat_argument":
                inner = self.value(children(node)[0], values)
                found += inner if isinstance(inner, list) else [inner]
            elif node.type != "block_argument":
                found.append(self.value(node, values))
        if pairs:
            found.append(pairs)
        return found

    def _pair(self, node: Node, into: Values, values: Values) -> None:
        key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
        if key is not None:
            word = self.value(key, values)
            into[str(word)] = None if value is None else self.value(value, values)

    def value(self, node: Node, values: Values) -> Any:
        """Return the value of a literal, or None for other code."""
        match node.type:
            case "simple_symbol":
                return text(node)[1:]
            case "hash_key_symbol":
                return text(node)
            case "string" | "bare_string" | "bare_symbol" | "delimited_symbol":
                return self._string(node, values)
            case "integer":
                return int(text(node).replace("_", ""), 0) if text(node) != "0" else 0
            case "true" | "false":
                return node.type == "true"
            case "array":
                return self.items(children(node), values)
            case "string_array" | "symbol_array":
                return [self.value(each, values) for each in children(node)]
            case "hash":
                made: Values = {}
                for pair in children(node):
                    self._pair(pair, made, values)
                return made
            case "regex":
                return self._expression(node)
            case "identifier":
                return values.get(text(node))
            case "constant":
                return self.constants.get(text(node), text(node))
            case "scope_resolution":
                last = text(node).rpartition("::")[2]
                return self.constants.get(last, text(node))
            case "parenthesized_statements":
                parts = children(node)
                return self.value(parts[0], values) if len(parts) == 1 else None
            case "binary":
                return self._binary(node, values)
            case "call":
                return self._call(node, values)
        return None

    def _string(self, node: Node, values: Values) -> str | None:
        made = ""
        for child in node.children:
            if child.type == "string_content":
                made += text(child)
            elif child.type == "escape_sequence":
                made += unescaped(text(child))
            elif child.type == "interpolation":
                inner = self.value(children(child)[0], values)
                if inner is None:
                    return None
                made += str(inner)
        return made

    def _expression(self, node: Node) -> Expression:
        closing = text(node.children[-1])
        flags = sum(_FLAGS.get(letter, 0) for letter in closing[1:])
        source = "".join(text(each) for each in node.children[1:-1])
        return Expression.of(source.replace("\\/", "/"), flags)

    def _binary(self, node: Node, values: Values) -> Any:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is None or right is None or operator is None or text(operator) != "+":
            return None
        one, other = self.value(left, values), self.value(right, values)
        both_are_lists = isinstance(one, list) and isinstance(other, list)
        both_are_texts = isinstance(one, str) and isinstance(other, str)
        return one + other if both_are_lists or both_are_texts else None

    def _call(self, node: Node, values: Values) -> Any:
        """See through freeze, to_sym, keys and the like."""
        receiver = node.child_by_field_name("receiver")
        method = node.child_by_field_name("method")
        if receiver is None or method is None:
            return None
        word, inner = text(method), self.value(receiver, values)
        if word in ("freeze", "to_sym", "to_s", "dup", "to_a", "flatten", "uniq", "sort"):
            return inner
        if isinstance(inner, dict) and word in ("keys", "values"):
            return list(inner) if word == "keys" else list(inner.values())
        if word == "merge" and isinstance(inner, dict):
            arguments = node.child_by_field_name("arguments")
            more = self.items(children(arguments), values) if arguments is not None else []
            for each in more:
                inner = {**inner, **each} if isinstance(each, dict) else inner
            return inner
        return None

    # ---- patterns of titles

    def patterns(self, method: Node) -> list[tuple[str, int, list[str]]]:
        """Read the patterns that a method returns as a literal list."""
        body = method.child_by_field_name("body")
        if body is None:
            return []
        last = [each for each in children(body) if each.type in ("array", "return")]
        if not last:
            return []
        node = last[-1]
        if node.type == "return":
            lists = children(node)
            node = children(lists[0])[0] if lists else node
        found = []
        for each in children(node):
            parts = children(each)
            if len(parts) < 2 or parts[0].type != "regex" or parts[1].type != "array":
                return []
            expression = self._expression(parts[0])
            if "#{" in expression.source:
                return []
            names = []
            for inner in children(parts[1]):
                first = children(inner)[0] if inner.type == "array" and children(inner) else inner
                names.append(str(self.value(first, {})))
            found.append((expression.source, expression.flags, names))
        return found

    def named_groups(self, source: object) -> tuple[str, int, list[str]]:
        """Read a pattern whose groups have the names of attributes."""
        if isinstance(source, Expression):
            pattern, flags = source.source, source.flags
        else:
            pattern, flags = str(source), 0
        return (pattern, flags, re.findall(r"\(\?<([a-z_][a-z0-9_]*)>", pattern))
