"""Read expressions of a manifest as they were in one scope, at one time of the compile."""

from __future__ import annotations

from duckrow.explain.answer import Place, Reason
from duckrow.puppet.explain.evaluate import (
    UNKNOWN,
    evaluate,
    is_pure,
    match_of,
    shown,
    source_of,
    variables,
)
from duckrow.puppet.explain.trees import every
from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.nodes import children

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from duckrow.puppet.explain.record import Locals
    from duckrow.puppet.explain.recorded import Recorded
    from duckrow.puppet.explain.trees import Way
    from duckrow.puppet.runtime.scope import Match, Scope


class Reader:
    """Reads expressions of one file.

    `layers` are the variables of blocks around them, `locals` the innermost ones of each name,
    `hidden` names of such variables whose values are not known. `way` leads to the statement;
    `time` is that of its record.
    """

    __slots__ = (
        "block",
        "hidden",
        "layers",
        "locals",
        "match",
        "program",
        "recorded",
        "scope",
        "time",
        "way",
    )

    def __init__(
        self,
        recorded: Recorded,
        program: n.Program,
        scope: Scope,
        layers: Locals,
        way: Way | None = None,
        time: float | None = None,
    ) -> None:
        self.recorded = recorded
        self.program = program
        self.scope = scope
        self.layers = layers
        self.locals = {name: values[-1] for name, values in layers.items()}
        self.way = way or []
        self.time = time
        self.hidden: frozenset[str] = frozenset()
        self.block = "a block"  # what the hidden variables belong to
        self.match: Match = None  # of a selector around the expression

    def hiding(self, names: Iterable[str]) -> Reader:
        """Return a reader that does not know the values of variables that it has no record of."""
        made = self._copy(self.layers)
        made.hidden = self.hidden.union(names) - self.locals.keys()
        return made

    def inside_block(self, names: Iterable[str]) -> Reader:
        """Return a reader for a block with these parameters, whose values are not known."""
        own = frozenset(names)
        made = self._copy({name: each for name, each in self.layers.items() if name not in own})
        made.hidden = self.hidden | own
        return made

    def around_block(self, index: int) -> Reader:
        """Return a reader for what is around the block at an index of the way."""
        layers: Locals = {}
        for name, values in self.layers.items():
            left = values[: len(values) - self._inner(name, index - 1)]
            if left:
                layers[name] = left
        made = self._copy(layers)
        made.hidden, made.way = self.hidden, self.way[:index]
        return made

    def of_block(self, name: str, way: Way, index: int) -> object:
        """Return the value of a parameter of the block at an index of a way, or UNKNOWN."""
        values = self.layers.get(name, [])
        inner = self._inner(name, index, way)
        return values[-1 - inner] if inner < len(values) else UNKNOWN

    def _inner(self, name: str, index: int, way: Way | None = None) -> int:
        """Count the blocks behind an index of a way that have a variable of a name."""
        along = way or self.way
        before = along[-1].start
        return sum(name in _block_names(node, before) for node in along[index + 1 :])

    def _copy(self, layers: Locals) -> Reader:
        made = Reader(self.recorded, self.program, self.scope, layers, self.way, self.time)
        made.block, made.match = self.block, self.match
        return made

    def text(self, node: n.Node) -> str:
        """Return the source of a node on one line."""
        return " ".join(self.program.text(node).split())

    def value(self, node: n.Node) -> object:
        """Return the value that an expression had, or UNKNOWN."""
        local = self.locals
        for each in variables(node):
            name = each.name
            if name in self.hidden:
                return UNKNOWN
            if name in local or name.isdecimal():
                continue
            last = self.last_holder(name)
            if last is not None and not self.sees(last, name.rpartition("::")[2]):
                if "::" in name:
                    return UNKNOWN
                scope = self.holder(name)
                local = {**local, name: None if scope is None else scope.variables[name]}
        match = None
        if any(each.name.isdecimal() for each in variables(node)):
            match = self.last_match()
            if match is None:
                return UNKNOWN
        trees = self.recorded.trees
        return evaluate(trees, self.program.source.text, node, self.scope, local, match)

    def last_match(self) -> Match:
        """Return the match of a condition around the statement whose parts are $1, $2, …"""
        if self.match is not None:
            return self.match
        for index in range(len(self.way) - 2, -1, -1):
            outer, inner = self.way[index], self.way[index + 1]
            if isinstance(outer, n.NamedDefinition | n.NodeDefinition):
                return None
            found = None
            if isinstance(outer, n.IfExpression) and inner is outer.then_expr:
                found = self._match(outer.test)
            elif isinstance(outer, n.CaseOption) and inner is outer.then_expr:
                case = self.way[index - 1]
                if isinstance(case, n.CaseExpression):
                    found = self.first_match(case.test, outer.values)
            if found is not None:
                return found
        return None

    def first_match(self, node: n.Node, options: Iterable[n.Node]) -> Match:
        """Return how an expression matches the first of some options that it matches."""
        matches = (
            self._match(node, f" =~ {self.text(each)}")
            for each in options
            if isinstance(each, n.LiteralRegularExpression)
        )
        return next((each for each in matches if each is not None), None)

    def _match(self, node: n.Node, behind: str = "") -> Match:
        if not is_pure(node) or self.hidden:
            return None
        source = source_of(self.program.source.text, node)
        source = f"({source}){behind}" if behind else source
        return match_of(self.recorded.trees, source, self.scope, self.locals)

    # ---- variables

    def holder(self, name: str) -> Scope | None:
        """Return the scope whose variable a name meant at the time."""
        leaf = name.rpartition("::")[2]
        return next((each for each in self._holders(name) if self.sees(each, leaf)), None)

    def last_holder(self, name: str) -> Scope | None:
        """Return the scope whose variable a name means at the end of the compile."""
        return next(self._holders(name), None)

    def _holders(self, name: str) -> Iterator[Scope]:
        """Return the scopes that have a variable, the one that counts first."""
        class_name, colons, leaf = name.removeprefix("::").rpartition("::")
        build = self.recorded.build
        if not colons and not name.startswith("::"):
            yield from (each for each in self.scope.chain() if name in each.variables)
            return
        around = build.class_scopes.get(class_name) if class_name else build.top
        while around is not None:
            if leaf in around.variables:
                yield around
            parent = getattr(around.definition, "parent", None)
            around = build.class_scopes.get(parent.removeprefix("::")) if parent else None

    def sees(self, scope: Scope, name: str) -> bool:
        """Return whether a variable of a scope had its value at the time."""
        assigned = self.recorded.assignments.of(scope, name)
        if self.time is not None:
            if assigned is not None:
                return assigned.time < self.time
            entered = self.recorded.record.entered.get(scope.resource, 0)
            return scope is self.recorded.build.top or entered <= self.time
        if assigned is None or scope is not self.scope or not self.way:
            return True
        # Within a body the order of the text is the order of evaluation.
        way = assigned.way
        is_here = assigned.program is self.program
        return not (way and is_here and way[-1].start > self.way[-1].start)

    def place(self, node: n.Node) -> Place:
        """Return the place of a node."""
        line, column = self.program.source.position(node.start)
        return Place(self.recorded.short(self.program.source.name), line, column)

    def operands(self, node: n.Node) -> list[Reason]:
        """Return the variables of an expression, with their values."""
        found: dict[str, Reason] = {}
        for each in accesses(node):
            text = self.variable_text(each)
            value = self.value(each)
            if value is not UNKNOWN:
                found[text] = Reason("variable", f"{text} is {shown(value)}")
        return list(found.values())

    def variable_text(self, node: n.Node) -> str:
        """Return the source of a variable, with its dollar sign also inside of a string."""
        text = self.text(node)
        return text if text.startswith("$") else f"${text}"


def accesses(node: n.Node) -> Iterator[n.Node]:
    """Return the variables of an expression, each with the keys that are read from it."""
    if is_access(node):
        yield node
    elif not isinstance(node, n.LambdaExpression):
        for each in children(node):
            yield from accesses(each)


def is_access(node: n.Node) -> bool:
    """Return whether a node is a variable, or reads keys that are written out from one."""
    while isinstance(node, n.AccessExpression):
        if not all(isinstance(key, n.Literal) for key in node.keys):
            return False
        node = node.left
    return isinstance(node, n.VariableExpression)


def _block_names(node: n.Node, before: int) -> set[str]:
    """Return the variables that a block or function has of its own before an offset."""
    if not isinstance(node, n.LambdaExpression | n.FunctionDefinition):
        return set()
    assigned = {name for name, way in assignments_in(node) if way[-1].start < before}
    return assigned.union(each.name for each in node.parameters)


def assignments_in(block: n.Node) -> Iterator[tuple[str, Way]]:
    """Return the names that a block assigns, each with the way from the block to there."""
    for way in every(block):
        node = way[-1]
        if any(isinstance(each, n.LambdaExpression) for each in way[1:-1]):
            continue  # a block in it has variables of its own
        if isinstance(node, n.AssignmentExpression):
            for each in variables(node.left):
                yield each.name, way
