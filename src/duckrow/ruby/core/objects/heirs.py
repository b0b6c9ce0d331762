"""Instances of classes that inherit from Hash, Array, String and the like: class Entry < Hash."""

from __future__ import annotations

from duckrow.ruby.core.collections.hash_default import DefaultHash
from duckrow.ruby.core.collections.new_array import new_list
from duckrow.ruby.dispatch import call_method, methods_of, no_method
from duckrow.ruby.running import RUBY_MARK
from duckrow.ruby.values.kinds import Proc, RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter


class Heir:
    """A value with a class of its own: the methods of that class come first."""

    class_: RubyModule
    variables: dict[str, object]
    ruby_initialize: Callable[..., None]  # what `super` in `initialize` calls

    @property
    def ruby_class_name(self) -> str:
        return self.class_.name

    def ruby_responds_to(self, ruby: Interpreter, name: str) -> bool:
        return self._method(ruby, name) is not None

    def _method(self, ruby: Interpreter, name: str) -> Callable[..., object] | None:
        inherited = getattr(self, "ruby_methods", None) or methods_of(ruby, type(self))
        found: Callable[..., object] | None = self.class_.find_method(name)
        if found is None or RUBY_MARK not in getattr(found, "__globals__", ()):
            # Hash and Array have methods of their own where the class finds those of Enumerable.
            found = inherited.get(name) or found
        return found or methods_of(ruby, type(self)).get(name)

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> object:
        method = self._method(ruby, name)
        if method is not None:
            return call_method(ruby, method, self, arguments, block)
        from duckrow.ruby.core.objects.kernel import METHODS

        if name in METHODS:
            return call_method(ruby, METHODS[name], self, arguments, block)
        missing = self.class_.find_method("method_missing")
        if missing is None:
            raise no_method(ruby, self, name)
        return call_method(ruby, missing, self, (symbol(name), *arguments), block)

    def ruby_variable(self, _ruby: Interpreter, name: str) -> object:
        return self.variables.get(name)

    def ruby_set_variable(self, _ruby: Interpreter, name: str, value: object) -> None:
        self.variables[name] = value

    def ruby_has_variable(self, _ruby: Interpreter, name: str) -> bool:
        return name in self.variables


class HashHeir(Heir, DefaultHash):  # type: ignore[override]
    """A hash with a class of its own."""

    def __init__(self, class_: RubyModule) -> None:
        DefaultHash.__init__(self)
        self.class_ = class_
        self.variables = {}

    def ruby_initialize(
        self, _ruby: Interpreter, default: object = None, *, block: Proc | None = None
    ) -> None:
        self.default, self.block = default, block

    def copy(self) -> HashHeir:
        made = HashHeir(self.class_)
        made.default, made.block = self.default, self.block
        made.variables = dict(self.variables)
        made.update(self)
        return made


class ArrayHeir(Heir, list):  # type: ignore[type-arg]
    """An array with a class of its own."""

    def __init__(self, class_: RubyModule) -> None:
        list.__init__(self)
        self.class_ = class_
        self.variables = {}

    def ruby_initialize(self, ruby: Interpreter, *given: object, block: Proc | None = None) -> None:
        self[:] = new_list(ruby, given, block)

    def copy(self) -> ArrayHeir:
        made = ArrayHeir(self.class_)
        made.variables = dict(self.variables)
        made[:] = self
        return made


class StringHeir(Heir, str):  # noqa: SLOT000  (it has variables)
    """A string with a class of its own."""

    def __new__(cls, class_: RubyModule, text: str = "") -> StringHeir:
        made = str.__new__(cls, text)
        made.class_ = class_
        made.variables = {}
        return made

    def with_text(self, text: str) -> StringHeir:
        """Return the string that this one becomes when code changes its text."""
        made = StringHeir(self.class_, text)
        made.variables = self.variables
        return made

    def ruby_initialize(self, _ruby: Interpreter, *_: object) -> None:
        """Do nothing: the text is given when the string is made."""

    def ruby_to_s(self) -> str:
        return str.__str__(self)


def new_heir(
    ruby: Interpreter,
    made: Heir,
    arguments: tuple[object, ...],
    block: Proc | None,
) -> object:
    """Run the initialize of a class that inherits from Hash, Array or String."""
    method = made.class_.find_method("initialize")
    if method is not None:
        call_method(ruby, method, made, arguments, block)
    elif isinstance(made, HashHeir):
        made.ruby_initialize(ruby, *arguments[:1], block=block)
    elif isinstance(made, ArrayHeir):
        made.ruby_initialize(ruby, *arguments, block=block)
    else:
        made.ruby_initialize(ruby, *arguments)
    return made
