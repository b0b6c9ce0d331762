"""Values that specs write in the place of params: sensitive('x') and ref('Package', 'ntp')."""

from __future__ import annotations

from duckrow.puppet.values.sensitive import Sensitive
from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import equal, inspect, matches, to_s
from duckrow.ruby.core.objects.table_value import TableValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter


class RawString(TableValue):
    """Code of the language that is written as it is."""

    __slots__ = ("text",)

    ruby_class_name = "RSpec::Puppet::RawString"

    def __init__(self, text: str) -> None:
        self.text = text

    def inspected(self, ruby: Interpreter) -> str:
        """Return the code."""
        del ruby
        return self.text


RawString.ruby_methods = {
    "inspect": lambda _ruby, self: self.text,
    "to_s": lambda _ruby, self: self.text,
    "==": lambda _ruby, self, other: isinstance(other, RawString) and other.text == self.text,
}


class SensitiveValue(TableValue):
    """A Sensitive value: that of a spec shows what it holds, that of a catalog does not."""

    __slots__ = ("is_hidden", "value")

    ruby_class_name = "RSpec::Puppet::Sensitive"

    def __init__(self, value: object, *, is_hidden: bool = False) -> None:
        self.value = value
        self.is_hidden = is_hidden

    def inspected(self, ruby: Interpreter) -> str:
        """Return the code that makes it."""
        return "#<Sensitive [value redacted]>" if self.is_hidden else self.text(ruby)

    def text(self, ruby: Interpreter) -> str:
        """Return the text that matchers compare."""
        return f"Sensitive({inspect(ruby, self.value)})"

    def equals(self, ruby: Interpreter, other: object) -> bool:
        """Return whether another Sensitive holds an equal value, or one that matches."""
        if isinstance(other, SensitiveValue):
            held = other.value
        elif isinstance(other, Sensitive):
            held = other.unwrap()
        else:
            return False
        if isinstance(self.value, RubyRegexp):
            return matches(ruby, self.value, to_s(ruby, held))
        return equal(ruby, self.value, held)

    @property
    def puppet_value(self) -> Sensitive:
        """The value that functions of the language get."""
        from duckrow.puppet.ruby_code.values import from_ruby

        return Sensitive(from_ruby(self.value))


SensitiveValue.ruby_methods = {
    "unwrap": lambda _ruby, self: self.value,
    "inspect": lambda ruby, self: self.inspected(ruby),
    "to_s": lambda ruby, self: self.text(ruby),
    "sensitive?": lambda _ruby, _self: True,
    "==": lambda ruby, self, other: self.equals(ruby, other),
}
