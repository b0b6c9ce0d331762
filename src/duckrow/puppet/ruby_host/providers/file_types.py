"""Puppet::Util::FileType: how the files of a ParsedFile provider are read and written."""

from __future__ import annotations

from duckrow.machine.paths import absolute
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.puppet.ruby_host.objects import intern, puppet_error, reader
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.objects.evaluate import class_exec
from duckrow.ruby.definitions import new_class
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.nesting import put_constant
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.machine import Machine
    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

_HEADER = "# HEADER"
_MODE = 0o600  # of a new file


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the class and its kinds of files."""
    name = "Puppet::Util::FileType"
    base = RubyModule(name, known_class(ruby, "Object"), methods=METHODS)
    base.singleton["filetype"] = _filetype
    base.singleton["newfiletype"] = _newfiletype
    made: dict[str, object] = {name: base}
    for kind, methods in (("flat", FLAT), ("ram", RAM)):
        class_ = RubyModule(f"{name}::FileType{kind.capitalize()}", base, methods=methods)
        base.constants[f"FileType{kind.capitalize()}"] = class_
        made[class_.name] = class_
    return made


def _filetype(ruby: Interpreter, self: RubyModule, name: object) -> object:
    return self.constants.get(f"FileType{intern(ruby, name).name.capitalize()}")


def _newfiletype(ruby: Interpreter, self: RubyModule, name: object, *, block: Proc) -> RubyModule:
    """Define a kind of files: newfiletype(:name) { def read … }."""
    word = intern(ruby, name).name
    constant = f"FileType{word.capitalize()}"
    if constant in self.constants:
        raise RubyError(
            "Puppet::ConstantAlreadyDefined", f"Class {constant} is already defined in {self.name}"
        )
    made = new_class(ruby, "#<Class>", self)
    put_constant(ruby, self, constant, made)
    kinds = self.variables.setdefault("filetypes", {})
    assert isinstance(kinds, dict)
    kinds[intern(ruby, name)] = made
    class_exec(ruby, made, block=block)
    return made


def _initialize(_ruby: Interpreter, self: RubyObject, path: object, mode: object = None) -> None:
    if path is None:
        raise argument_error("Path is nil")
    self.variables |= {"path": path, "default_mode": mode}


def _machine(ruby: Interpreter) -> Machine:
    return machine_host(ruby).machine("a file of records")


def _path(ruby: Interpreter, self: RubyObject) -> str:
    return absolute(to_s(ruby, self.variables["path"]))


def _failed(ruby: Interpreter, self: RubyObject, verb: str, error: OSError) -> Exception:
    path = _path(ruby, self)
    step = "io_fread" if isinstance(error, IsADirectoryError) and verb == "read" else "rb_sysopen"
    why = f"{error.strerror} @ {step} - {path}"
    message = f"{self.class_.name} could not {verb} {path}: {why}"
    machine_host(ruby).log("err", message)
    return puppet_error(message)


def _read(ruby: Interpreter, self: RubyObject) -> str:
    files = _machine(ruby).files
    path = _path(ruby, self)
    if files.facts(path, follow=True) is None:
        return ""
    try:
        text = files.read(path).decode("utf-8", "surrogateescape")
    except OSError as error:
        raise _failed(ruby, self, "read", error) from error
    lines = text.splitlines(keepends=True)
    return "".join(_without_header(line) for line in lines)


def _without_header(line: str) -> str:
    """Return a line without the header that an earlier run wrote."""
    start = line.find(_HEADER)
    return line if start < 0 or not line.endswith("\n") else line[:start]


def _write(ruby: Interpreter, self: RubyObject, text: object) -> None:
    files = _machine(ruby).files
    path = _path(ruby, self)
    mode = self.variables["default_mode"]
    content = to_s(ruby, text).encode("utf-8", "surrogateescape")
    is_new = files.facts(path, follow=True) is None
    new_mode = (mode if isinstance(mode, int) else _MODE) if is_new else None
    try:
        files.replace(path, content, new_mode, follow=True)
    except OSError as error:
        raise _failed(ruby, self, "write", error) from error


def _remove(ruby: Interpreter, self: RubyObject) -> None:
    files = _machine(ruby).files
    if files.facts(_path(ruby, self)) is not None:
        files.remove(_path(ruby, self))


def _write_memory(_ruby: Interpreter, self: RubyObject, text: object) -> None:
    self.variables["text"] = text


def _cron_arguments(ruby: Interpreter, self: RubyObject) -> dict[object, object]:
    """Return the options of a command that works on the crontab of a user."""
    from duckrow.machine.this_process import effective_user
    from duckrow.puppet.ruby_host.util.util import account_id

    options: dict[object, object] = {symbol("failonfail"): True, symbol("combine"): True}
    if account_id(ruby, self.variables["path"], "user") != effective_user():
        options[symbol("uid")] = self.variables["path"]
    return options


METHODS: Methods = {"initialize": _initialize, "path": reader("path"), "cronargs": _cron_arguments}
FLAT: Methods = {"read": _read, "write": _write, "remove": _remove}
RAM: Methods = {
    "read": lambda ruby, self: to_s(ruby, self.variables.get("text") or ""),
    "write": _write_memory,
    "remove": lambda ruby, self: _write_memory(ruby, self, ""),
}
