"""Variables: reading and assigning."""

from __future__ import annotations

from duckrow.puppet.compiler.frames import THUNK
from duckrow.puppet.compiler.matches import Matches
from duckrow.puppet.syntax import nodes as n
from duckrow.source import python_ast as py

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from duckrow.puppet.compiler.frames import Assignment, Frame


# Variables that every program has; see also runtime.variables.
RESERVED = frozenset(("facts", "trusted", "server_facts"))


class Variables(Matches):
    """Writes variables."""

    def variable(self, node: n.VariableExpression, reported_at: n.Node | None = None) -> ast.expr:
        """Write the reading of a variable."""
        name = node.name
        if name.isdigit():
            return self.match_group(int(name), self.at(node))
        where = reported_at or node
        if "::" in name:
            at = self.noted(where)
            return py.call("get_qualified", [self.scope(at), py.constant(name, at)], at)
        return self._unqualified(name, where, self.frame.home)

    def _unqualified(self, name: str, node: n.Node, home: Frame | None) -> ast.expr:
        at = self.at(node)
        while home is not None:
            if home.keeps_scope:
                if name in home.definite:
                    home.uses_variables = True
                    return py.item(py.name("v", at), py.constant(name, at), at)
            elif name in home.locals:
                known = py.name(home.locals[name], at)
                if name in home.definite:
                    return known
                is_set = py.is_not(known, py.name("UNSET", at), at)
                outer = self._unqualified(name, node, home.outer_home())
                return py.either(is_set, py.name(home.locals[name], at), outer, at)
            home = home.outer_home()
        at = self.noted(node)
        return py.call("get", [self.scope(at), py.constant(name, at)], at)

    # ---- assignment

    def assignment(self, node: n.AssignmentExpression) -> ast.expr:
        """Write an assignment as an expression."""
        if isinstance(node.left, n.LiteralList):
            return self._spread(node)
        value = self.value(node.right)
        if isinstance(node.left, n.VariableExpression):
            return self._assigned(node.left.name, value, node)
        return self.called("illegal_assignment", node, value)

    def _assigned(self, name: str, value: ast.expr, node: n.Node) -> ast.expr:
        at = self.noted(node)
        home = self.frame.home
        if name in RESERVED:
            arguments = [self.scope(at), py.constant(name, at), value]
            arguments.append(py.constant(home.keeps_scope, at))
            return py.call("assign_reserved", arguments, at)
        if home.keeps_scope:
            made = py.call("assign", [self.scope(at), py.constant(name, at), value], at)
            home.definite.add(name)
            self._tell_apart(home.assignments, name, (made, node.start, at))
            return made
        if name in home.definite:
            arguments = [self.scope(at), py.constant(name, at), value]
            return py.call("reassigned", arguments, at)
        known = home.locals.get(name)
        python = known or self.frame.python_name(name)
        home.locals[name] = python
        if known is not None:  # perhaps it has a value already
            arguments = [self.scope(at), py.constant(name, at), py.name(python, at), value]
            value = py.call("assigned_once", arguments, at)
        self.mark_set(python)
        home.definite.add(name)
        return py.walrus(python, value, at)

    def _tell_apart(self, first: dict[str, Assignment | None], name: str, call: Assignment) -> None:
        """Let the assignments of a variable tell which one of them runs, if there are several."""
        if name not in first:
            first[name] = call
            return
        for each in (first[name], call):
            if each is not None:
                made, start, at = each
                py.call_instead(made, "assign_in_turn", start, at)
        first[name] = None  # it is done

    def mark_set(self, python: str) -> None:
        """Note that a local is set here: it needs a start value unless this surely runs first."""
        home = self.frame.home
        if home.branches or self.frame.kind == THUNK:
            home.unset.add(python)
        frame = self.frame
        while frame.kind == THUNK:
            frame.assigned_here.add(python)
            assert frame.parent is not None
            frame = frame.parent

    def _spread(self, node: n.AssignmentExpression) -> ast.expr:
        """Write [$a, $b] = value: the values are picked first, then assigned one by one."""
        at = self.noted(node, right=node.right)
        assert isinstance(node.left, n.LiteralList)
        name = self.temporary()
        made: list[ast.expr] = [py.walrus(name, self.value(node.right), at)]
        self._spread_into(node.left, name, node, made)
        made.append(py.name(name, at))
        return py.in_order(made, at)

    def _spread_into(
        self, targets: n.LiteralList, source: str, node: n.Node, made: list[ast.expr]
    ) -> None:
        at = self.at(node)
        names = [_target_key(each) for each in targets.values]
        picked = self.temporary()
        keys = py.tuple_([py.constant(each, at) for each in names], at)
        arguments = [self.scope(at), keys, py.name(source, at)]
        made.append(py.walrus(picked, py.call("spread", arguments, at), at))
        for index, each in enumerate(targets.values):
            one = py.item(py.name(picked, at), py.constant(index, at), at)
            if isinstance(each, n.LiteralList):
                inner = self.temporary()
                made.append(py.walrus(inner, one, at))
                self._spread_into(each, inner, node, made)
            elif isinstance(each, n.VariableExpression):
                made.append(self._assigned(each.name, one, node))

    def visible_locals(self) -> dict[str, str]:
        """Return the Python locals that can be seen here, by their names in the manifest."""
        seen: dict[str, str] = {}
        home: Frame | None = self.frame.home
        while home is not None:
            if not home.keeps_scope:
                for name, python in home.locals.items():
                    seen.setdefault(name, python)
            home = home.outer_home()
        return seen


def _target_key(node: n.Node) -> object:
    """Return the key of a target in a hash that is spread."""
    return node.name if isinstance(node, n.VariableExpression) else None
