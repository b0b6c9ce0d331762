"""Stubs of methods of Puppet and of Ruby itself in compiles.

The Ruby code of modules has classes of its own, those of its environment. A stub is put there too.
Functions that duckrow has in Python do not see it: an example with a stub that no code has reached
is not run.
"""

from __future__ import annotations

from duckrow.puppet.ruby_code.host import host_for
from duckrow.ruby.constants import find_constant
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.interpreter import Interpreter
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.ruby_code.requiring import RubyFiles

    Method = Callable[..., object]
    Undo = Callable[[], None]


class CompileStub:
    """The method of a module that stands in for another; `make` gets the one that was there."""

    __slots__ = ("_make", "_module", "_name", "is_reached")

    def __init__(
        self, module: RubyModule, name: str, make: Callable[[Method | None], Method]
    ) -> None:
        self._module = module
        self._name = name
        self._make = make
        self.is_reached = False

    @property
    def described(self) -> str:
        return f"a stub of {self._module.name}.{self._name} in a compile"

    def use(self, files: RubyFiles) -> Undo:
        """Replace the method in an environment; return what undoes it."""
        ruby = Interpreter(files.known, host_for(files))
        module = self._find(ruby)
        table, name = module.singleton, self._name
        before = table.get(name)
        stand_in = self._make(before or module.find_singleton(name))

        def called(ruby: Interpreter, self_: object, *arguments: object, **block: object) -> object:
            self.is_reached = True
            return stand_in(ruby, self_, *arguments, **block)

        called.is_stub = True  # type: ignore[attr-defined]
        called.__module__ = "ruby"
        table[name] = called

        def put_back() -> None:
            if before is None:
                table.pop(name, None)
            else:
                table[name] = before

        return put_back

    def _find(self, ruby: Interpreter) -> RubyModule:
        """Return the module of the same name; one that compiles lack is made.

        It stays there, for code that has found it once keeps it. A method that it lacks is one that
        duckrow lacks.
        """
        name = self._module.name
        try:
            found = find_constant(ruby, name)
        except UnsupportedError:
            found = None
        if isinstance(found, RubyModule):
            return found
        if found is not None or name.partition("::")[0] != "Puppet":
            raise UnsupportedError(self.described)
        made = ruby.known.made[name] = RubyModule(name, is_class=self._module.is_class)
        return made
