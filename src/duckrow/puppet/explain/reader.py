"""Read expressions of a manifest as they were in one scope, at one time of the compile."""

from __future__ import annotations

from duckrow.explain.answer import Place, Reason
from duckrow.puppet.explain.evaluate import UNKNOWN, evaluate, shown, variables
from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.nodes import children

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from duckrow.puppet.explain.recorded import Recorded
    from duckrow.puppet.explain.trees import Way
    from duckrow.puppet.runtime.scope import Scope


class Reader:
    """Reads expressions of one file.

    `locals` are the variables of blocks around them, `hidden` names of such variables whose values
    are not known. `way` leads to the statement; `time` is that of its record.
    """

    __slots__ = ("hidden", "locals", "program", "recorded", "scope", "time", "way")

    def __init__(
        self,
        recorded: Recorded,
        program: n.Program,
        scope: Scope,
        locals_: dict[str, object],
        way: Way | None = None,
        time: int | None = None,
    ) -> None:
        self.recorded = recorded
        self.program = program
        self.scope = scope
        self.locals = locals_
        self.way = way or []
        self.time = time
        self.hidden: frozenset[str] = frozenset()

    def hiding(self, names: Iterable[str]) -> Reader:
        """Return a reader that does not know the values of some local variables."""
        made = Reader(self.recorded, self.program, self.scope, self.locals, self.way, self.time)
        made.hidden = self.hidden.union(names) - self.locals.keys()
        return made

    def text(self, node: n.Node) -> str:
        """Return the source of a node on one line."""
        return " ".join(self.program.text(node).split())

    def value(self, node: n.Node) -> object:
        """Return the value of an expression, or UNKNOWN."""
        if self.hidden and any(each.name in self.hidden for each in variables(node)):
            return UNKNOWN
        trees = self.recorded.trees
        return evaluate(trees, self.program.source.text, node, self.scope, self.locals)

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
