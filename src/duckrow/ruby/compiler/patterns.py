"""Pattern matching: case … in, value => pattern, value in pattern.

A pattern becomes an expression that is true where the value matches; on the way it assigns the
variables of the pattern.
"""

from __future__ import annotations

from duckrow.ruby.compiler.control import Control
from duckrow.ruby.compiler.words import symbol, word
from duckrow.ruby.compiler.writer import children, field, text
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Callable

    from tree_sitter import Node

    from duckrow.source.python_ast import Range

    Write = Callable[[Node | None], None]

_RESTS = ("splat_parameter", "hash_splat_parameter", "hash_splat_nil")


class Patterns(Control):
    """Writes patterns."""

    def case_in(self, node: Node, write: Write) -> None:
        """Write case … in … end."""
        at = self.at(node)
        subject = self.temporary("c")
        self.add(py.assign(subject, self.value(field(node, "value")), at))
        branches: list[tuple[ast.expr, list[ast.stmt], Range]] = []
        for clause in node.children_by_field_name("clauses"):
            test = self.pattern(field(clause, "pattern"), subject)
            guard = clause.child_by_field_name("guard")
            if guard is not None:
                condition = self.condition(field(guard, "condition"))
                if guard.type == "unless_guard":
                    condition = py.not_(condition, at)
                test = py.and_([test, condition], at)
            made = self.branch(clause.child_by_field_name("body"), write)
            branches.append((test, made, self.at(clause)))
        otherwise = node.child_by_field_name("else")
        if otherwise is None:
            fail = word("no_pattern", [py.name(subject, at)], at)
            rest: list[ast.stmt] = [py.statement(fail, at)]
        else:
            rest = self.branch(otherwise, write)
        for test, then, span in reversed(branches):
            rest = [py.if_(test, then, rest, span)]
        self.frame.statements += rest

    def match_pattern(self, node: Node) -> ast.expr:
        """Write value => pattern, which raises if they do not match."""
        at = self.at(node)
        subject = self.temporary("c")
        first = py.walrus(subject, self.value(field(node, "value")), at)
        test = self.pattern(field(node, "pattern"), subject)
        fail = word("no_pattern", [py.name(subject, at)], at)
        nil = py.constant(None, at)
        return py.in_order([first, py.either(test, nil, fail, at), nil], at)

    def test_pattern(self, node: Node) -> ast.expr:
        """Write value in pattern, which is true or false."""
        at = self.at(node)
        subject = self.temporary("c")
        first = py.walrus(subject, self.value(field(node, "value")), at)
        test = self.pattern(field(node, "pattern"), subject)
        yes, no = py.constant(True, at), py.constant(False, at)
        return py.in_order([first, py.either(test, yes, no, at)], at)

    def pattern(self, node: Node, subject: str) -> ast.expr:
        """Write the test whether a pattern matches the value in a Python variable."""
        at = self.at(node)
        value = py.name(subject, at)
        match node.type:
            case "identifier":
                return self._bound(node, value, at)
            case "as_pattern":
                inner = self.pattern(field(node, "value"), subject)
                return py.and_([inner, self._bound(field(node, "name"), value, at)], at)
            case "alternative_pattern":
                parts = node.children_by_field_name("alternatives")
                return py.or_([self.pattern(each, subject) for each in parts], at)
            case "parenthesized_pattern":
                return self.pattern(children(node)[0], subject)
            case "variable_reference_pattern" | "expression_reference_pattern":
                known = self.value(children(node)[0])
                return word("case_equal", [known, value], at)
            case "array_pattern":
                return self._array(node, subject, at)
            case "hash_pattern":
                return self._hash(node, subject, at)
            case "find_pattern":
                raise self.unsupported_error(node, "a find pattern")
        return word("case_equal", [self.value(node), value], at)

    def _bound(self, name: Node, value: ast.expr, at: Range) -> ast.expr:
        """Write the assignment of a variable as a test that is always true."""
        assigned = py.walrus(self.frame.declare(text(name)), value, at)
        return word("always", [assigned], at)

    def _of_class(self, node: Node, subject: str, at: Range) -> list[ast.expr]:
        class_ = node.child_by_field_name("class")
        if class_ is None:
            return []
        return [word("case_equal", [self.value(class_), py.name(subject, at)], at)]

    def _parts(self, node: Node) -> list[Node]:
        class_ = node.child_by_field_name("class")
        return [each for each in children(node) if class_ is None or each.id != class_.id]

    def _array(self, node: Node, subject: str, at: Range) -> ast.expr:
        parts = self._parts(node)
        rest = next((i for i, each in enumerate(parts) if each.type == "splat_parameter"), -1)
        items = self.temporary("c")
        given = [py.name(subject, at), py.constant(len(parts), at), py.constant(rest, at)]
        found = py.walrus(items, word("pattern_items", given, at), at)
        tests = self._of_class(node, subject, at)
        tests.append(py.is_not(found, py.constant(None, at), at))
        for index, part in enumerate(parts):
            one = py.item(py.name(items, at), py.constant(index, at), at)
            tests += self._part(part, one, at)
        return py.and_(tests, at) if len(tests) > 1 else tests[0]

    def _part(self, part: Node, one: ast.expr, at: Range) -> list[ast.expr]:
        """Write the tests of one element of an array or hash."""
        if part.type in _RESTS:
            name = part.child_by_field_name("name")
            return [] if name is None else [self._bound(name, one, at)]
        held = self.temporary("c")
        kept = word("always", [py.walrus(held, one, at)], at)
        return [kept, self.pattern(part, held)]

    def _hash(self, node: Node, subject: str, at: Range) -> ast.expr:
        parts = self._parts(node)
        pairs = [each for each in parts if each.type == "keyword_pattern"]
        rest = next((each for each in parts if each.type in _RESTS), None)
        keys = [symbol(py.constant(_key(each), at), at) for each in pairs]
        held = self.temporary("c")
        exact = rest is not None and rest.type == "hash_splat_nil"
        given = [py.name(subject, at), py.constant(exact or not parts, at), *keys]
        found = py.walrus(held, word("pattern_entries", given, at), at)
        tests = self._of_class(node, subject, at)
        tests.append(py.is_not(found, py.constant(None, at), at))
        for index, pair in enumerate(pairs):
            one = py.item(py.name(held, at), py.constant(index, at), at)
            value = pair.child_by_field_name("value")
            if value is None:
                assigned = py.walrus(self.frame.declare(_key(pair)), one, at)
                tests.append(word("always", [assigned], at))
            else:
                tests += self._part(value, one, at)
        if rest is not None and not exact:
            last = py.item(py.name(held, at), py.constant(len(pairs), at), at)
            tests += self._part(rest, last, at)
        return py.and_(tests, at) if len(tests) > 1 else tests[0]


def _key(pair: Node) -> str:
    return text(field(pair, "key")).strip("\"'")
