"""Variables in compiled Ruby, and `defined?`."""

from __future__ import annotations

from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import inspect
from duckrow.ruby.dispatch import responds_to
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.exceptions import RESCUED, exception_of
from duckrow.ruby.values.kinds import MatchData, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from duckrow.ruby.interpreter import Interpreter


def kernel_methods() -> dict[str, Callable[..., Any]]:
    from duckrow.ruby.core.objects.kernel import METHODS

    return METHODS


# ---- variables


def instance_variable(ruby: Interpreter, self: Any, name: str) -> Any:
    if type(self) is RubyObject:
        return self.variables.get(name)
    if hasattr(type(self), "ruby_variable"):
        return self.ruby_variable(ruby, name)
    return self.variables.get(name) if isinstance(self, RubyObject | RubyModule) else None


def set_instance_variable(ruby: Interpreter, self: Any, name: str, value: Any) -> object:
    if type(self) is RubyObject and not self.is_frozen:
        self.variables[name] = value
    elif hasattr(type(self), "ruby_set_variable"):
        self.ruby_set_variable(ruby, name, value)
    elif isinstance(self, RubyObject):
        if self.is_frozen:
            raise RubyError(
                "FrozenError", f"can't modify frozen {self.class_.name}: {inspect(ruby, self)}"
            )
        self.variables[name] = value
    elif isinstance(self, RubyModule):
        self.variables[name] = value
    return value


def global_variable(ruby: Interpreter, name: str) -> Any:
    match = ruby.match
    name = _ENGLISH.get(name, name)
    if name == "$~":
        return match
    if name in ("$LOAD_PATH", "$:"):
        return ruby.host.load_path
    if name in ("$?", "$CHILD_STATUS"):
        return ruby.host.child_status
    if name in ("$stdout", "$stderr", "$stdin", "$>") and ruby.host.has_machine:
        return find_constant(ruby, "STDOUT" if name == "$>" else name[1:].upper())
    if name == "$!":
        return None if ruby.error is None else exception_of(ruby, ruby.error)
    if name == "$@":
        return None if ruby.error is None else []
    if name in ruby.host.globals:
        return ruby.host.globals[name]
    if name in _FIXED:
        return _FIXED[name]
    if match is None:
        return None
    if name[1:].isdigit():
        number = int(name[1:])
        return match.match.group(number) if number <= match.regexp.group_count else None
    if name == "$+":
        held = [each for each in match.match.groups() if each is not None]
        return held[-1] if held else None
    if name == "$&":
        return match.match.group()
    if name == "$`":
        return match.match.string[: match.match.start()]
    if name == "$'":
        return match.match.string[match.match.end() :]
    return None


# Names that the library English gives to global variables.
_ENGLISH = {
    "$ERROR_INFO": "$!",
    "$ERROR_POSITION": "$@",
    "$LAST_MATCH_INFO": "$~",
    "$LAST_PAREN_MATCH": "$+",
    "$MATCH": "$&",
    "$PREMATCH": "$`",
    "$POSTMATCH": "$'",
    "$INPUT_RECORD_SEPARATOR": "$/",
    "$RS": "$/",
    "$PROCESS_ID": "$$",
    "$PID": "$$",
    "$PROGRAM_NAME": "$0",
}
_FIXED = {"$/": "\n", "$0": "puppet", "$VERBOSE": False, "$DEBUG": False}


def set_global_variable(ruby: Interpreter, name: str, value: object) -> object:
    """Assign a global variable; templates and functions have none."""
    if not ruby.host.has_machine:
        raise UnsupportedError(f"assignment to {name}")
    if name == "$~":
        ruby.match = value if isinstance(value, MatchData) else None
    else:
        ruby.host.globals[_ENGLISH.get(name, name)] = value
    return value


def unsupported(construct: str, file: str | None, line: int | None) -> NoReturn:
    """Reject a construct that this Ruby does not know, now that it is reached."""
    raise UnsupportedError(construct, file, line)


# ---- defined?


def defined_instance_variable(ruby: Interpreter, self: Any, name: str) -> str | None:
    if hasattr(type(self), "ruby_has_variable"):
        return "instance-variable" if self.ruby_has_variable(ruby, name) else None
    known = isinstance(self, RubyObject | RubyModule) and name in self.variables
    return "instance-variable" if known else None


def defined_method(ruby: Interpreter, self: object, name: str) -> str | None:
    return "method" if name in kernel_methods() or responds_to(ruby, self, name) else None


def defined_block(block: object) -> str | None:
    return None if block is None else "yield"


def defined_value(value: object, word: str) -> str | None:
    return None if value is None else word


def defined_call(ruby: Interpreter, attempt: Callable[[], Any], name: str) -> str | None:
    """Return whether a receiver exists and has a method, which is not called."""
    try:
        receiver = attempt()
    except RESCUED:
        return None
    return "method" if responds_to(ruby, receiver, name) else None


def defined_expression(attempt: Callable[[], Any]) -> str | None:
    try:
        attempt()
    except RESCUED:
        return None
    return "expression"
