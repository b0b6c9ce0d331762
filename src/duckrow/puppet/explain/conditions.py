"""The conditions that hold a statement: if, unless, case, selectors and blocks around it.

A condition is named with its value and with the values of its variables.
"""

from __future__ import annotations

from duckrow.explain.answer import Place, Reason
from duckrow.puppet.explain.evaluate import UNKNOWN, evaluate, function_name, shown
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.matching import option_matches
from duckrow.puppet.syntax import nodes as n
from duckrow.puppet.syntax.nodes import children

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.explain.recorded import Recorded
    from duckrow.puppet.explain.trees import Way
    from duckrow.puppet.runtime.scope import Scope

    Locals = dict[str, object]


class Reader:
    """Reads expressions of one file as they were in one scope."""

    __slots__ = ("locals", "program", "recorded", "scope")

    def __init__(
        self, recorded: Recorded, program: n.Program, scope: Scope, locals_: Locals
    ) -> None:
        self.recorded = recorded
        self.program = program
        self.scope = scope
        self.locals = locals_

    def text(self, node: n.Node) -> str:
        """Return the source of a node on one line."""
        return " ".join(self.program.text(node).split())

    def value(self, node: n.Node) -> object:
        """Return the value of an expression, or UNKNOWN."""
        return evaluate(self.program.source.text, node, self.scope, self.locals)

    def place(self, node: n.Node) -> Place:
        """Return the place of a node."""
        line, column = self.program.source.position(node.start)
        return Place(self.recorded.short(self.program.source.name), line, column)

    def operands(self, node: n.Node) -> list[Reason]:
        """Return the variables of an expression, with their values."""
        found: dict[str, Reason] = {}
        for each in accesses(node):
            text = self.text(each)
            if not text.startswith("$"):
                text = f"${text}"  # inside of a string
            value = self.value(each)
            is_known = value is not UNKNOWN
            found[text] = Reason("variable", f"{text} is {shown(value)}" if is_known else text)
        return list(found.values())


class Condition:
    """A condition around a statement; `holds` is None if its value cannot be known."""

    __slots__ = ("because", "holds", "kind", "place", "text")

    def __init__(
        self, kind: str, text: str, place: Place, holds: bool | None, because: list[Reason]
    ) -> None:
        self.kind = kind
        self.text = text
        self.place = place
        self.holds = holds
        self.because = because

    def reason(self) -> Reason:
        """Return the condition as a reason."""
        return Reason(self.kind, self.text, self.place, self.because)


def conditions(reader: Reader, way: Way) -> list[Condition]:
    """Return the conditions on the way to a node in its own body, outermost first."""
    start = 0
    for index, node in enumerate(way[:-1]):
        if isinstance(node, n.NamedDefinition | n.NodeDefinition):
            start = index
    inside = way[start:]
    own = _own_names(inside) - reader.locals.keys()
    found: list[Condition] = []
    for index, outer in enumerate(inside[:-1]):
        found += _condition(reader, outer, inside[index + 1], inside, index, own)
    return found


def _condition(
    reader: Reader, outer: n.Node, inner: n.Node, way: Way, index: int, own: set[str]
) -> Iterator[Condition]:
    match outer:
        case n.IfExpression() | n.UnlessExpression() if inner is not outer.test:
            wanted = (inner is outer.then_expr) == isinstance(outer, n.IfExpression)
            value = _value(reader, outer.test, own)
            holds = None if value is UNKNOWN else _is_true(value) == wanted
            word = "unless" if isinstance(outer, n.UnlessExpression) else "if"
            if inner is outer.else_expr:
                word = f"else of {word}"
            yield _made(reader, "condition", f"{word} {reader.text(outer.test)}", outer.test, holds)
        case n.CaseExpression() if isinstance(inner, n.CaseOption):
            holds = _is_chosen(reader, outer, inner, own)
            options = ", ".join(map(reader.text, inner.values))
            text = f"case {reader.text(outer.test)} with the option {options}"
            yield _made(reader, "condition", text, outer.test, holds)
        case n.LambdaExpression():
            call = way[index - 1] if index else None
            if isinstance(call, n.CallExpression):
                name = function_name(call)
                text = f"in the block of {name}()"
                place = reader.place(call)
                values = [
                    Reason("variable", f"${each.name} is {shown(reader.locals[each.name])}")
                    for each in outer.parameters
                    if each.name in reader.locals
                ]
                yield Condition("block", text, place, True if values else None, values)


def _made(reader: Reader, kind: str, text: str, test: n.Node, holds: bool | None) -> Condition:
    return Condition(kind, text, reader.place(test), holds, reader.operands(test))


def _value(reader: Reader, node: n.Node, own: set[str]) -> object:
    """Return the value of a test; variables of blocks are unknown if they were not recorded."""
    if any(each.name in own for each in _variables(node)):
        return UNKNOWN
    return reader.value(node)


def _is_true(value: object) -> bool:
    return value is not None and value is not False


def _is_chosen(
    reader: Reader, case: n.CaseExpression, wanted: n.CaseOption, own: set[str]
) -> bool | None:
    """Return whether an option of a case is the one that is taken."""
    value = _value(reader, case.test, own)
    if value is UNKNOWN:
        return None
    default = None
    for option in case.options:
        for each in option.values:
            if isinstance(each, n.LiteralDefault):
                default = option
                continue
            choice = _value(reader, each, own)
            if choice is UNKNOWN:
                return None
            try:
                if option_matches(value, choice):
                    return option is wanted
            except EvaluationError:
                return None
    return default is wanted


def accesses(node: n.Node) -> Iterator[n.Node]:
    """Return the variables of an expression, each with the keys that are read from it."""
    if isinstance(node, n.VariableExpression):
        yield node
    elif isinstance(node, n.AccessExpression):
        root: n.Node = node
        while isinstance(root, n.AccessExpression):
            root = root.left
        if isinstance(root, n.VariableExpression) and _has_plain_keys(node):
            yield node
        else:
            for each in children(node):
                yield from accesses(each)
    elif not isinstance(node, n.LambdaExpression):
        for each in children(node):
            yield from accesses(each)


def _has_plain_keys(node: n.Node) -> bool:
    while isinstance(node, n.AccessExpression):
        if not all(isinstance(key, n.Literal) for key in node.keys):
            return False
        node = node.left
    return True


def _variables(node: n.Node) -> Iterator[n.VariableExpression]:
    if isinstance(node, n.VariableExpression):
        yield node
    for each in children(node):
        yield from _variables(each)


def _own_names(way: Way) -> set[str]:
    """Return the parameters of the blocks around a node."""
    blocks = (node for node in way if isinstance(node, n.LambdaExpression))
    return {parameter.name for block in blocks for parameter in block.parameters}
