"""Literals, operators, strings and brackets."""

from __future__ import annotations

from duckrow.puppet.compiler.settled import is_own_name, is_settled_resource_type, is_settled_type
from duckrow.puppet.compiler.variables import Variables
from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.types.dialect import PUPPET
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

ARITHMETIC = {
    "+": "add",
    "-": "subtract",
    "*": "multiply",
    "/": "divide",
    "%": "modulo",
    "<<": "shift_left",
    ">>": "shift_right",
}
COMPARISON = {
    "==": "equals",
    "<": "less",
    "<=": "less_equal",
    ">": "greater",
    ">=": "greater_equal",
}
_FACTS = frozenset(("facts", "::facts"))


class Expressions(Variables):
    """Writes expressions."""

    def literal(self, node: n.LiteralInteger | n.LiteralString | n.QualifiedName) -> ast.expr:
        return py.constant(node.value, self.at(node))

    def undef(self, node: n.Node) -> ast.expr:
        return py.constant(None, self.at(node))

    def default(self, node: n.LiteralDefault) -> ast.expr:
        return py.name("DEFAULT", self.at(node))

    def regexp(self, node: n.LiteralRegularExpression) -> ast.expr:
        at = self.at(node)
        return self.cached(self.called("regexp_of", node, py.constant(node.pattern, at)), at)

    def reserved_word(self, node: n.ReservedWord) -> ast.expr:
        return self.called("reserved_word", node, py.constant(node.word, self.at(node)))

    def type_name(self, node: n.QualifiedReference) -> ast.expr:
        at = self.at(node)
        name = py.constant(node.cased_value, at)
        made = self.called("type_named", node, self.scope(at), name)
        return self.cached(made, at) if is_settled_type(node) else made

    def array(self, node: n.LiteralList) -> ast.expr:
        return py.list_(self.arguments(node.values), self.at(node))

    def arguments(self, values: tuple[n.Expression, ...]) -> list[ast.expr]:
        """Write values one after the other, spreading those with a * before them."""
        made = []
        for value in values:
            if isinstance(value, n.UnfoldExpression):
                at = self.at(value)
                made.append(py.starred(py.call("unfold", [self.value(value.expr)], at), at))
            else:
                made.append(self.value(value))
        return made

    def unfolded(self, node: n.UnfoldExpression) -> ast.expr:
        return self.called("unfold", node, self.value(node.expr))

    def hash(self, node: n.LiteralHash) -> ast.expr:
        at = self.at(node)
        keys = [entry.key for entry in node.entries]
        if all(isinstance(key, n.LiteralString | n.QualifiedName) for key in keys):
            values = [self.value(entry.value) for entry in node.entries]
            return py.dict_([self.value(key) for key in keys], values, at)
        flat = [self.value(part) for entry in node.entries for part in (entry.key, entry.value)]
        return self.called("make_hash", node, *flat)

    def concatenated(self, node: n.ConcatenatedString) -> ast.expr:
        return py.text([self._segment(each) for each in node.segments], self.at(node))

    def _segment(self, node: n.LiteralString | n.TextExpression) -> ast.expr:
        if isinstance(node, n.LiteralString):
            return self.literal(node)
        return self.called("text", node, self.value(node.expr))

    def text_expression(self, node: n.TextExpression) -> ast.expr:
        return self.called("text", node, self.value(node.expr))

    def heredoc(self, node: n.HeredocExpression) -> ast.expr:
        value = self.value(node.text)
        if not node.syntax or isinstance(node.text, n.LiteralString):
            return value
        at = self.at(node)
        arguments = [self.scope(at), py.constant(node.syntax, at), value]
        return self.called("checked_heredoc", node.text, *arguments)

    def arithmetic(self, node: n.ArithmeticExpression) -> ast.expr:
        function = ARITHMETIC[node.operator]
        left, right = self.value(node.left), self.value(node.right)
        scope = self.scope(self.at(node))
        return self.called(function, node, scope, left, right, left=node.left, right=node.right)

    def negation(self, node: n.UnaryMinusExpression) -> ast.expr:
        if isinstance(node.expr, n.LiteralInteger | n.LiteralFloat):
            return py.constant(-node.expr.value, self.at(node))
        return self.called("negate", node, self.scope(self.at(node)), self.value(node.expr))

    def comparison(self, node: n.ComparisonExpression) -> ast.expr:
        left, right = self.value(node.left), self.value(node.right)
        if node.operator == "!=":
            at = self.at(node)
            operator = py.constant("!=", at)  # for the message of an error
            return py.not_(self.called("equals", node, left, right, operator), at)
        return self.called(COMPARISON[node.operator], node, left, right)

    def match(self, node: n.MatchExpression) -> ast.expr:
        left, right = self.value(node.left), self.value(node.right)
        parts: dict[str, n.Node] = {"left": node.left, "right": node.right}
        at = self.at(node)
        if self.frame.home.match is None:
            found = self.called("matches", node, left, right, **parts)
        else:
            found = self.stored_match(self.called("match_of", node, left, right, **parts), at)
        return found if node.operator == "=~" else py.not_(found, at)

    def contained(self, node: n.InExpression) -> ast.expr:
        left, right = self.value(node.left), self._facts_or_value(node.right)
        if self.frame.home.match is None:
            return self.called("contains", node, left, right)
        found = self.called("match_of_contained", node, left, right)
        return self.stored_match(found, self.at(node))

    def access(self, node: n.AccessExpression) -> ast.expr:
        at = self.at(node)
        left, keys = self._facts_or_value(node.left), self.arguments(node.keys)
        if isinstance(node.left, n.QualifiedReference):
            left = self._type_with_brackets(node.left)
            if node.left.cased_value == "Class":
                # A name that is not a class is rejected by its own name, known or not.
                keys = [
                    self._type_or_reference(key, made)
                    for key, made in zip(node.keys, keys, strict=True)
                ]
        arguments = [self.scope(at), left, *keys]
        parts = {"left": node.left}
        parts |= {f"key{index}": key for index, key in enumerate(node.keys)}
        # Other names than the language's own are nearly always those of resource types.
        is_reference = (
            isinstance(node.left, n.QualifiedReference)
            and len(node.keys) == 1
            and not isinstance(node.keys[0], n.UnfoldExpression)
            and not is_own_name(node.left)
        )
        function = "reference" if is_reference else "access"
        made = self.called(function, node, *arguments, **parts)
        return self.cached(made, at) if is_settled_type(node) else made

    def _facts_or_value(self, node: n.Expression) -> ast.expr:
        """Return what an expression yields; of $facts, only what is asked for is resolved."""
        if isinstance(node, n.VariableExpression) and node.name in _FACTS:
            return self.called("get_facts", node, self.scope(self.at(node)))
        return self.value(node)

    def _type_with_brackets(self, node: n.QualifiedReference) -> ast.expr:
        at = self.at(node)
        name = [self.scope(at), py.constant(node.cased_value, at)]
        if self.dialect is not PUPPET:
            name.append(py.constant(False, at))  # in the draft, bare names mean something else
        made = self.called("type_named", node, *name)
        is_settled = self.dialect is PUPPET and is_settled_resource_type(node)
        return self.cached(made, at) if is_settled else made

    def _type_or_reference(self, node: n.Expression, made: ast.expr) -> ast.expr:
        if not isinstance(node, n.QualifiedReference):
            return made
        at = self.at(node)
        name = py.constant(node.cased_value, at)
        return self.called("type_or_reference", node, self.scope(at), name)

    # ---- truth

    def condition(self, node: n.Node) -> ast.expr:
        """Write an expression that is True or False in Python as the node is in the language."""
        match node:
            case n.ParenthesizedExpression():
                return self.condition(node.expr)
            case n.NotExpression():
                return py.not_(self.condition(node.expr), self.at(node))
            case n.AndExpression() | n.OrExpression():
                return self.boolean(node)
            case (
                n.ComparisonExpression()
                | n.MatchExpression()
                | n.InExpression()
                | n.LiteralBoolean()
            ):
                return self.value(node)
        return self._truth(self.value(node), node)

    def _truth(self, value: ast.expr, node: n.Node) -> ast.expr:
        at = self.at(node)
        if self.dialect.empty_string_is_false:
            return py.call("is_true_in_draft", [value], at)
        name = self.temporary()
        first = py.is_not(py.walrus(name, value, at), py.constant(None, at), at)
        return py.and_([first, py.is_not(py.name(name, at), py.constant(False, at), at)], at)

    def boolean(self, node: n.AndExpression | n.OrExpression) -> ast.expr:
        left = self.condition(node.left)
        before = self.enter_branch()
        right = self.condition(node.right)
        self.leave_branch(before)
        join = py.and_ if isinstance(node, n.AndExpression) else py.or_
        return join([left, right], self.at(node))

    def not_expression(self, node: n.NotExpression) -> ast.expr:
        return self.condition(node)
