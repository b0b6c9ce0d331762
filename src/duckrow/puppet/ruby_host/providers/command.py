"""Puppet::Provider::Command: a command that code of providers makes for itself."""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import reader
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.kinds import RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter


def _initialize(
    _ruby: Interpreter,
    self: RubyObject,
    name: object,
    executable: object,
    resolver: object,
    executor: object,
    options: object = None,
) -> None:
    self.variables |= {
        "name": name,
        "executable": executable,
        "resolver": resolver,
        "executor": executor,
        "options": {} if options is None else options,
    }


def _execute(ruby: Interpreter, self: RubyObject, *arguments: object) -> object:
    """Run the command with arguments."""
    held = self.variables
    program = send(ruby, held["resolver"], "which", held["executable"])
    if program is None:
        raise RubyError("Puppet::MissingCommand", f"Command {to_s(ruby, held['name'])} is missing")
    return send(ruby, held["executor"], "execute", [program, *arguments], held["options"])


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the class."""
    methods: Methods = {
        "initialize": _initialize,
        "execute": _execute,
        "name": reader("name"),
        "executable": reader("executable"),
    }
    name = "Puppet::Provider::Command"
    return {name: RubyModule(name, known_class(ruby, "Object"), methods=methods)}
