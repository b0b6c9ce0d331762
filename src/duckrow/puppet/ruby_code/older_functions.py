"""Functions of the older family in Ruby: newfunction(:name, :type => :rvalue) do |args| ... end.

The block runs with the caller's scope as self; its only argument is the array of arguments.
"""

from __future__ import annotations

from duckrow.puppet.ruby_code.calling import run_for
from duckrow.puppet.ruby_code.host import puppet_host, scope_of
from duckrow.puppet.ruby_code.scope import ScopeHost
from duckrow.puppet.ruby_code.values import from_ruby, to_older
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.dispatch import call_method, methods_of, no_method
from duckrow.ruby.errors import RubyError, wrong_count
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.ruby_code.requiring import RubyFiles
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

STATEMENT, RVALUE = "statement", "rvalue"


class OlderFunction:
    """A function as its file describes it."""

    __slots__ = ("arity", "block", "files", "is_statement", "name")

    files: RubyFiles  # the reader of the file sets it

    def __init__(self, name: str, arity: int, is_statement: bool, block: Proc) -> None:
        self.name = name
        self.arity = arity
        self.is_statement = is_statement
        self.block = block

    def run(self, scope: Scope, arguments: list[object]) -> object:
        """Call it for a manifest."""
        given = list(map(to_older, arguments))
        return from_ruby(run_for(scope, self.files, self.run_in_ruby, scope, given))

    def run_in_ruby(self, ruby: Interpreter, scope: Scope, arguments: list[object]) -> object:
        block = self.block
        if not block.has_rest and block.count != 1:
            raise wrong_count(1, str(block.required))
        return block.with_names(ruby, (arguments,), {"self": ScopeHost(scope)})


def newfunction(
    ruby: Interpreter,
    _module: RubyModule,
    name: object,
    options: Any = None,
    *,
    block: Proc | None = None,
) -> dict[Any, Any]:
    """Make a function: Puppet::Parser::Functions.newfunction."""
    made, answer = older_function(ruby, name, options, block=block)
    puppet_host(ruby).made.append(made)
    return answer


def older_function(
    ruby: Interpreter, name: object, options: Any = None, *, block: Proc | None = None
) -> tuple[OlderFunction, dict[Any, Any]]:
    """Return the function that newfunction makes, and what newfunction returns."""
    given: dict[Any, Any] = options or {}
    word = to_s(ruby, name)
    arity = given.get(symbol("arity"))
    kind = given.get(symbol("type")) or symbol(STATEMENT)
    if kind not in (symbol(STATEMENT), symbol(RVALUE)):
        raise RubyError("Puppet::DevError", f"Invalid statement type {inspect(ruby, kind)}")
    if block is None:
        raise RubyError("ArgumentError", "tried to create Proc object without a block")
    if arity is None:
        arity = -1
    elif type(arity) is not int:
        raise RubyError("ArgumentError", f"the arity of {word} is a {class_name(arity)}")
    return OlderFunction(word, arity, kind == symbol(STATEMENT), block), {
        symbol("arity"): arity,
        symbol("type"): kind,
        symbol("name"): f"function_{word}",
    }


class FunctionsModule(RubyModule):
    """Puppet::Parser::Functions, which files open to define functions in."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("Puppet::Parser::Functions", is_class=False)

    def ruby_define(self, _ruby: Interpreter, name: str, _function: object) -> None:
        raise illegal_method(name)

    def ruby_responds_to(self, _ruby: Interpreter, name: str) -> bool:
        return name in ("newfunction", "function", "autoloader", "arity", "rvalue?")

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> Any:
        match name:
            case "newfunction":
                return newfunction(ruby, self, *arguments, block=block)
            case "function":
                found = _older(ruby, to_s(ruby, arguments[0]))
                return False if found is None else f"function_{to_s(ruby, arguments[0])}"
            case "rvalue?":
                found = _older(ruby, to_s(ruby, arguments[0]))
                return found is not None and not getattr(found, "is_statement", False)
            case "arity":
                return getattr(_older(ruby, to_s(ruby, arguments[0])), "arity", -1)
            case "autoloader":
                return Autoloader()
        from duckrow.ruby.core.objects.kernel import METHODS

        method = METHODS.get(name) or methods_of(ruby, RubyModule).get(name)
        if method is None:
            raise no_method(ruby, self, name)
        return call_method(ruby, method, self, arguments, block)


class Autoloader:
    """Puppet::Parser::Functions.autoloader: does nothing, since functions load by themselves."""

    __slots__ = ()

    ruby_class_name = "Puppet::Parser::Functions::AutoloaderDelegate"

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], _block: Proc | None
    ) -> Any:
        scope = scope_of(ruby)
        if name in ("load", "loaded?") and arguments:
            word = to_s(ruby, arguments[0])
            key = f"load('{word}')" if name == "load" else f".loaded?('{word}')"
            if scope.build.settings.strict != "off":
                scope.build.warn_once(
                    "deprecations",
                    f"Puppet::Parser::Functions{key if name == 'loaded?' else '#' + key}",
                    f"The method 'Puppet::Parser::Functions.autoloader#{name}(\"{word}\")' is "
                    "deprecated in favor of using 'Scope#call_function'.",
                )
            return _older(ruby, word) is not None
        if name == "loadall":
            return None

        raise no_method(ruby, self, name)


def _older(ruby: Interpreter, name: str) -> object:
    return scope_of(ruby).build.loaders.find_older_function(name)


def illegal_method(name: str) -> RubyError:
    """Return the error for a method that is defined in the file of an older function."""
    return RubyError(
        "SecurityError",
        f"Illegal method definition of method '{name}' in legacy function. See "
        "https://puppet.com/docs/puppet/latest/functions_refactor_legacy.html "
        "for more information",
    )
