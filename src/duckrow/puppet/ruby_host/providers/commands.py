"""The commands of a provider: each is a method of the class and of its objects."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_host.objects import class_at, dev_error, intern
from duckrow.puppet.ruby_host.providers.confines import add_confine, which
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter


def _command(ruby: Interpreter, self: RubyModule, name: object) -> object:
    """Return the path of the program that a command names."""
    word = intern(ruby, name)
    class_: RubyModule | None = self
    while class_ is not None:
        known = class_.variables.get("commands")
        if isinstance(known, dict) and word in known:
            return which(ruby, known[word])
        class_ = class_.parent
    provider = to_s(ruby, send(ruby, self, "name"))
    raise dev_error(f"No command {word.name} defined for provider {provider}")


def _commands(ruby: Interpreter, self: RubyModule, given: object) -> None:
    for name, path in given.items() if isinstance(given, dict) else ():
        _define(ruby, self, intern(ruby, name), path, is_optional=False, environment={})


def _optional_commands(ruby: Interpreter, self: RubyModule, given: object) -> None:
    for name, path in given.items() if isinstance(given, dict) else ():
        _define(ruby, self, intern(ruby, name), path, is_optional=True, environment={})


def _has_command(
    ruby: Interpreter, self: RubyModule, name: object, path: object, *, block: Proc | None = None
) -> None:
    """Define a command; its block may say that it is optional, and set its environment."""
    definer = RubyObject(
        RubyModule("Puppet::Provider::CommandDefiner", known_class(ruby, "Object"))
    )
    definer.class_.methods |= {"is_optional": _note_optional, "environment": _note_environment}
    if block is not None:
        block.with_self(ruby, definer)
    environment = definer.variables.get("custom_environment")
    _define(
        ruby,
        self,
        intern(ruby, name),
        path,
        is_optional=bool(definer.variables.get("optional")),
        environment=environment if isinstance(environment, dict) else {},
    )


def _note_optional(_ruby: Interpreter, self: RubyObject) -> bool:
    self.variables["optional"] = True
    return True


def _note_environment(_ruby: Interpreter, self: RubyObject, given: Any) -> object:
    known: Any = self.variables.setdefault("custom_environment", {})
    known.update(given)
    return known


def _define(
    ruby: Interpreter,
    self: RubyModule,
    name: Symbol,
    path: object,
    *,
    is_optional: bool,
    environment: dict[Any, Any],
) -> None:
    if not is_optional:
        add_confine(ruby, self, "exists", path, for_binary=True)
    known: Any = self.variables.setdefault("commands", {})
    known[name] = path
    options = {
        symbol("failonfail"): True,
        symbol("combine"): True,
        symbol("custom_environment"): environment,
    }

    def execute(ruby: Interpreter, _self: object, *arguments: object) -> object:
        found = which(ruby, path)
        if found is None:
            raise RubyError("Puppet::MissingCommand", f"Command {name.name} is missing")
        execution = class_at(ruby, "Puppet::Util::Execution")
        return send(ruby, execution, "execute", [found, *arguments], dict(options))

    # A command never takes the place of a method that the class itself has or gets.
    if self.find_singleton(name.name) is None or name.name not in _own_names(self):
        self.singleton[name.name] = execute
    if self.find_method(name.name) is None:
        self.methods[name.name] = lambda ruby, provider, *arguments: send(
            ruby, provider.class_, name.name, *arguments
        )


def _own_names(self: RubyModule) -> set[str]:
    """Return the methods of a class and of those above it, without what every class has."""
    found: set[str] = set()
    class_: RubyModule | None = self
    while class_ is not None and class_.parent is not None:
        found.update(class_.singleton)
        class_ = class_.parent
    return found


COMMANDS: Methods = {
    "command": _command,
    "commands": _commands,
    "optional_commands": _optional_commands,
    "has_command": _has_command,
}
