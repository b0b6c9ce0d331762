"""double and its like: objects that answer only to the messages they were given."""

from __future__ import annotations

from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import RubyError
from duckrow.spec.host import NOT_RECEIVED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


class Double(TableValue):
    """An object that answers to the messages it was given."""

    __slots__ = ("answers", "methods", "name")

    ruby_class_name = "RSpec::Mocks::Double"

    def __init__(self, name: str, answers: dict[str, object]) -> None:
        self.name = name
        self.answers = answers
        self.methods: dict[str, Callable[..., object]] = {}  # that allow and expect have added

    def ruby_responds_to(self, ruby: Interpreter, name: str) -> bool:
        is_known = name in self.answers or name in self.methods
        return is_known or super().ruby_responds_to(ruby, name)

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> object:
        if name in self.methods:
            return self.methods[name](ruby, self, *arguments, block=block)
        if name in self.answers:
            return self.answers[name]
        if name in ("==", "equal?", "eql?"):
            return arguments[0] is self
        if name in ("inspect", "to_s"):
            return f"#<Double {inspect(ruby, self.name)}>"
        raise RubyError(
            NOT_RECEIVED,
            f"#<Double {inspect(ruby, self.name)}> received unexpected message :{name}",
        )


def make_double(ruby: Interpreter, _self: object, *arguments: object) -> Double:
    """Return a double: a name or a class first, if it has one, and its answers."""
    name = to_s(ruby, arguments[0]) if arguments and not isinstance(arguments[0], dict) else ""
    given = arguments[-1] if arguments and isinstance(arguments[-1], dict) else {}
    return Double(name, {to_s(ruby, key): value for key, value in given.items()})
