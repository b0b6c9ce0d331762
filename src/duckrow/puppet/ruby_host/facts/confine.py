"""A confine of a resolution: a fact and the values it may have, or a block."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_host.facts.values import fact_value
from duckrow.ruby.core.basics import case_equal, to_s, truthy
from duckrow.ruby.errors import RubyError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


class Confine:
    """One condition."""

    __slots__ = ("_block", "_fact", "_values")

    def __init__(
        self, fact: object, values: list[object] | None = None, *, block: Proc | None = None
    ) -> None:
        self._fact = fact
        self._values = values or []
        self._block = block

    def holds(self, ruby: Interpreter) -> bool:
        """Return whether the condition holds on this host; an exception in the block is a no."""
        if self._fact is None:
            return self._asks_block(ruby)
        value = _folded(fact_value(ruby, to_s(ruby, self._fact)))
        if value is None:
            return False
        if self._block is not None:
            return self._asks_block(ruby, value)
        return any(case_equal(ruby, _folded(each), value) for each in self._values)

    def _asks_block(self, ruby: Interpreter, *arguments: object) -> bool:
        assert self._block is not None
        try:
            return truthy(self._block(ruby, *arguments))
        except RubyError:
            return False


def _folded(value: object) -> object:
    """Return a value for comparison: words are compared without case."""
    if type(value) is Symbol:
        value = value.name
    return value.lower() if isinstance(value, str) else value
