"""The conditions that hold a statement: if, unless, case, selectors and blocks around it.

A condition is named with its value and with the values of its variables.
"""

from __future__ import annotations

from duckrow.explain.answer import Reason
from duckrow.puppet.explain.evaluate import UNKNOWN, function_name, shown
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.matching import option_matches
from duckrow.puppet.syntax import nodes as n

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.explain.answer import Place
    from duckrow.puppet.explain.reader import Reader
    from duckrow.puppet.explain.trees import Way


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


def conditions(reader: Reader, way: Way, *, is_secret: bool = False) -> list[Condition]:
    """Return the conditions on the way to a node in its own body, outermost first.

    Of those around a secret only the places are shown.
    """
    start = 0
    for index, node in enumerate(way[:-1]):
        if isinstance(node, n.NamedDefinition | n.NodeDefinition):
            start = index
    inside = way[start:]
    reader = reader.hiding(own_names(inside))
    found: list[Condition] = []
    for index, outer in enumerate(inside[:-1]):
        found += _condition(reader, outer, inside[index + 1], inside, index)
    if is_secret:
        for each in found:
            each.text, each.because = f"a {each.kind}", []
    return found


def _condition(
    reader: Reader, outer: n.Node, inner: n.Node, way: Way, index: int
) -> Iterator[Condition]:
    match outer:
        case n.IfExpression() | n.UnlessExpression() if inner is not outer.test:
            wanted = (inner is outer.then_expr) == isinstance(outer, n.IfExpression)
            value = reader.value(outer.test)
            holds = None if value is UNKNOWN else is_true(value) == wanted
            word = "unless" if isinstance(outer, n.UnlessExpression) else "if"
            if inner is outer.else_expr:
                word = f"else of {word}"
            yield _made(reader, "condition", f"{word} {reader.text(outer.test)}", outer.test, holds)
        case n.CaseExpression() if isinstance(inner, n.CaseOption):
            holds = is_chosen(reader, outer, inner)
            options = ", ".join(map(reader.text, inner.values))
            text = f"case {reader.text(outer.test)} with the option {options}"
            yield _made(reader, "condition", text, outer.test, holds)
        case n.LambdaExpression():
            call = way[index - 1] if index else None
            if isinstance(call, n.CallExpression):
                name = function_name(call)
                text = f"in the block of {name}()"
                place = reader.place(call)
                known = [
                    (each.name, reader.of_block(each.name, way, index)) for each in outer.parameters
                ]
                values = [
                    Reason("variable", f"${name} is {shown(value)}")
                    for name, value in known
                    if value is not UNKNOWN
                ]
                yield Condition("block", text, place, True if values else None, values)


def _made(reader: Reader, kind: str, text: str, test: n.Node, holds: bool | None) -> Condition:
    return Condition(kind, text, reader.place(test), holds, reader.operands(test))


def is_true(value: object) -> bool:
    """Return whether a condition with this value holds."""
    return value is not None and value is not False


def is_chosen(reader: Reader, case: n.CaseExpression, wanted: n.CaseOption) -> bool | None:
    """Return whether an option of a case is the one that is taken."""
    value = reader.value(case.test)
    if value is UNKNOWN:
        return None
    default = None
    for option in case.options:
        for each in option.values:
            if isinstance(each, n.LiteralDefault):
                default = option
                continue
            choice = reader.value(each)
            if choice is UNKNOWN:
                return None
            try:
                if option_matches(value, choice):
                    return option is wanted
            except EvaluationError:
                return None
    return default is wanted


def own_names(way: Way) -> set[str]:
    """Return the parameters of the blocks around a node."""
    blocks = (node for node in way if isinstance(node, n.LambdaExpression))
    return {parameter.name for block in blocks for parameter in block.parameters}
