"""Puppet::Parameter::ValueCollection: the values that newvalue and newvalues allow."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_host.objects import dev_error
from duckrow.regexp import RubyRegexp
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.dispatch import no_method
from duckrow.ruby.errors import argument_error
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc, RubyModule


class Value:
    """One allowed value: a name with aliases, or a regular expression."""

    __slots__ = ("aliases", "block", "method", "name", "options")

    def __init__(self, ruby: Interpreter, name: object) -> None:
        self.name = name if isinstance(name, RubyRegexp) else converted(ruby, name)
        self.aliases: list[object] = []
        self.block: Proc | None = None
        self.method: str | None = None
        self.options: dict[str, object] = {}  # event, required_features, invalidate_refreshes

    def matches(self, ruby: Interpreter, value: object) -> bool:
        """Return whether a value of a manifest is this one."""
        if isinstance(self.name, RubyRegexp):
            return self.name.search(to_s(ruby, value)) is not None
        word = converted(ruby, value)
        return self.name == word or word in self.aliases


class ValueCollection:
    """The allowed values of one parameter class; without any, all values are allowed."""

    __slots__ = ("values",)

    ruby_class_name = "Puppet::Parameter::ValueCollection"

    def __init__(self) -> None:
        self.values: dict[object, Value] = {}

    def add(
        self, ruby: Interpreter, name: object, options: object = None, block: Proc | None = None
    ) -> Value:
        """Add a value with its options."""
        made = Value(ruby, name)
        self.values[_key(made.name)] = made
        for key, value in options.items() if isinstance(options, dict) else ():
            if key.name == "method":
                made.method = to_s(ruby, value)
            elif key.name == "event":
                made.options["event"] = converted(ruby, value)
            elif key.name != "call":
                made.options[key.name] = value
        if block is not None:
            made.block = block
            if made.method is None and not isinstance(made.name, RubyRegexp):
                made.method = f"set_{to_s(ruby, made.name)}"
        return made

    def add_alias(self, ruby: Interpreter, name: object, other: object) -> None:
        """Let a word mean a value that is there already."""
        value = self.match(ruby, other)
        if value is None:
            raise dev_error(f"Cannot alias nonexistent value {to_s(ruby, other)}")
        value.aliases.append(converted(ruby, name))

    def match(self, ruby: Interpreter, value: object) -> Value | None:
        """Return the allowed value that a value of a manifest is; words come first."""
        if not self.values:
            return None
        many = sorted(self.values.values(), key=lambda each: isinstance(each.name, RubyRegexp))
        return next((each for each in many if each.matches(ruby, value)), None)

    def named(self, name: object) -> Value | None:
        """Return an allowed value by the name that it was added with."""
        return self.values.get(_key(name))

    def munge(self, ruby: Interpreter, value: object) -> object:
        """Return the word that a value is, or the value itself."""
        found = self.match(ruby, value)
        return value if found is None or isinstance(found.name, RubyRegexp) else found.name

    def validate(self, ruby: Interpreter, value: object) -> None:
        """Raise ArgumentError for a value that is not allowed."""
        if not self.values or self.match(ruby, value) is not None:
            return
        words = [to_s(ruby, name) for name in self.words()]
        patterns = [inspect(ruby, each) for each in self.patterns()]
        message = f"Invalid value {inspect(ruby, value)}."
        if words:
            message += f" Valid values are {', '.join(words)}."
        if patterns:
            message += f" Valid values match {', '.join(patterns)}."
        raise argument_error(message)

    def words(self) -> list[object]:
        """List the words, in the order they were added."""
        names = (each.name for each in self.values.values())
        return [name for name in names if not isinstance(name, RubyRegexp)]

    def patterns(self) -> list[RubyRegexp]:
        """List the regular expressions, in the order they were added."""
        names = (each.name for each in self.values.values())
        return [name for name in names if isinstance(name, RubyRegexp)]

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> object:
        """Answer Ruby code that asks the collection itself."""
        if name == "newvalues":
            for each in arguments:
                self.add(ruby, each)
            return list(arguments)
        if name == "newvalue":
            self.add(ruby, arguments[0], arguments[1] if len(arguments) > 1 else None, block)
            return None
        if name == "values":
            return self.words()
        if name == "regexes":
            return [inspect(ruby, each) for each in self.patterns()]
        if name == "empty?":
            return not self.values
        if name == "validate":
            self.validate(ruby, arguments[0])
            return None
        if name == "munge":
            return self.munge(ruby, arguments[0])
        raise no_method(ruby, self, name)


def collection_of(class_: RubyModule) -> ValueCollection:
    """Return the allowed values of a class of parameters."""
    found = class_.variables.get("value_collection")
    if not isinstance(found, ValueCollection):
        found = class_.variables["value_collection"] = ValueCollection()
    return found


def converted(ruby: Interpreter, value: object) -> object:
    """Return the symbol that a value is compared by; the empty string stays as it is."""
    if type(value) is Symbol or value == "":
        return value
    if value is True or value is False:
        return symbol("true" if value else "false")
    return symbol(to_s(ruby, value))


def _key(name: object) -> object:
    return id(name) if isinstance(name, RubyRegexp) else to_key(name)
