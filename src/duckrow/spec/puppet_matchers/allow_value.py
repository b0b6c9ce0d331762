"""allow_value: a type alias takes values."""

from __future__ import annotations

from duckrow.ruby.core.basics import inspect
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.spec.matchers.matcher import Matcher
from duckrow.spec.puppet_matchers.compile_ import is_puppet_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter


class AllowValue(Matcher):
    """allow_value(*values) and allow_values(*values)."""

    __slots__ = ("_errors", "_values")

    ruby_class_name = "RSpec::Puppet::TypeAliasMatchers::AllowValue"

    def __init__(self, values: list[object]) -> None:
        super().__init__()
        self._values = values
        self._errors: list[str] = []

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self._errors = []
        for value in self._values:
            try:
                send(ruby, actual, "call", value)
            except RubyError as error:
                if not is_puppet_error(error):
                    raise
                self._errors.append(error.message)
        return not self._errors

    def description(self, ruby: Interpreter) -> str:
        values = ", ".join(inspect(ruby, each) for each in self._values)
        return f"match value{'' if len(self._values) == 1 else 's'} {values}"

    def message(self, ruby: Interpreter) -> str:
        word = "error" if len(self._errors) == 1 else "errors"
        return (
            f"expected that the type alias would {self.description(ruby)} but it raised the "
            f"{word} {', '.join(self._errors)}"
        )

    def negated_message(self, ruby: Interpreter) -> str:
        return f"expected that the type alias would not {self.description(ruby)} but it does"
