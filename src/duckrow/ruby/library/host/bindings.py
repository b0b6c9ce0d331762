"""Bindings, for Ruby code that has a machine.

A binding holds the self of a place in the code and the values that its variables had: templates and
code in strings see both. They cannot change a variable of the method.
"""

from __future__ import annotations

from duckrow.ruby.core.convert import to_name
from duckrow.ruby.dispatch import no_method
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.values.kinds import symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc


class BindingValue:
    """The self and the variables of a place in Ruby code."""

    __slots__ = ("_added", "_evaluate", "_variables", "receiver")

    ruby_class_name = "Binding"

    def __init__(
        self,
        receiver: object,
        variables: dict[str, object],
        evaluate: Callable[..., object] | None = None,
    ) -> None:
        self.receiver = receiver
        self._evaluate = evaluate  # runs code in a string
        self._variables = variables  # of the method
        self._added: dict[str, object] = {}  # those that code has set in this binding

    @property
    def variables(self) -> tuple[tuple[str, object], ...]:
        """Return the variables with their values."""
        return tuple({**self._variables, **self._added}.items())

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], _block: Proc | None
    ) -> object:
        if name == "receiver":
            return self.receiver
        if name == "eval" and self._evaluate is not None:
            return self._evaluate(ruby, self.receiver, self.variables, *arguments)
        if name == "local_variables":
            return [symbol(each) for each, _ in self.variables]
        if name.startswith("local_variable_") and arguments:
            return self._local(name, to_name(ruby, arguments[0]), arguments[1:])
        raise no_method(ruby, self, name)

    def _local(self, method: str, name: str, values: tuple[object, ...]) -> object:
        known = dict(self.variables)
        if method == "local_variable_defined?":
            return name in known
        if method == "local_variable_set" and values:
            if name in self._variables:
                raise UnsupportedError("Binding#local_variable_set of a variable of the method")
            self._added[name] = values[0]
            return values[0]
        if method != "local_variable_get":
            raise UnsupportedError(f"Binding#{method}")
        if name not in known:
            raise RubyError("NameError", f"local variable `{name}' is not defined for #<Binding>")
        return known[name]
