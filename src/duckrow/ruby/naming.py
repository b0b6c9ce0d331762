"""Names in compiled Ruby: variables, constants, classes and methods, and `defined?`."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.basics import described
from duckrow.ruby.dispatch import call_method, methods_of, responds_to
from duckrow.ruby.errors import RubyError, UnsupportedError
from duckrow.ruby.exceptions import RESCUED, exception_of
from duckrow.ruby.values.kinds import OwnClass, Proc, RubyModule, RubyObject, symbol

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
    if hasattr(type(self), "ruby_variable"):
        return self.ruby_variable(ruby, name)
    return self.variables.get(name) if isinstance(self, RubyObject | RubyModule) else None


def set_instance_variable(ruby: Interpreter, self: Any, name: str, value: Any) -> object:
    if hasattr(type(self), "ruby_set_variable"):
        self.ruby_set_variable(ruby, name, value)
    elif isinstance(self, RubyObject | RubyModule):
        self.variables[name] = value
    return value


def global_variable(ruby: Interpreter, name: str) -> Any:
    match = ruby.match
    if name == "$~":
        return match
    if name in ("$LOAD_PATH", "$:"):
        return []  # additions have no effect: files are found by their module
    if name == "$!":
        return None if ruby.error is None else exception_of(ruby, ruby.error)
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


def constant(ruby: Interpreter, constants: dict[str, Any], path: str) -> object:
    """Return a constant: one of the file's own, or one of those that are known."""
    found = constants.get(path)
    if found is None and path not in constants:
        found = constant_or_nil(ruby, constants, path)
        if found is None:
            if ruby.host.is_missing(path):
                raise UnsupportedError(path)
            raise RubyError("NameError", f"uninitialized constant {path}")
    return found


def constant_or_nil(ruby: Interpreter, constants: dict[str, Any], path: str) -> object:
    if path in constants:
        return constants[path]
    found = find_constant(ruby, path)
    if found is None and "::" in path:
        outer, _, name = path.rpartition("::")
        holder = constant_or_nil(ruby, constants, outer)
        if isinstance(holder, RubyModule):
            holders = (each for each in holder.ancestors() if name in each.constants)
            found = next((each.constants[name] for each in holders), None)
    return found


def set_constant(
    constants: dict[str, Any], name: str, value: object, self: object = None
) -> object:
    constants[name] = value
    if isinstance(self, RubyModule):
        self.constants[name] = value
    if isinstance(value, RubyModule) and value.name.startswith("#<"):
        value.name = name  # a class without a name gets that of its first constant
    return value


def unsupported(construct: str, file: str | None, line: int | None) -> NoReturn:
    """Reject a construct that this Ruby does not know, now that it is reached."""
    raise UnsupportedError(construct, file, line)


# ---- definitions


def open_class(
    ruby: Interpreter,
    constants: dict[str, Any],
    name: str,
    is_class: bool,
    parent: Any,
    body: Callable[..., Any],
    self: object = None,
) -> object:
    """Run the body of a class or module, made when it is first met."""
    path = name.removeprefix("::")
    if isinstance(self, RubyModule) and path == name:
        path = f"{self.name}::{name}"
    made = constant_or_nil(ruby, constants, path)
    if not isinstance(made, RubyModule):
        made = RubyModule(
            path, parent or (known_class(ruby, "Object") if is_class else None), is_class
        )
        outer, _, last = path.rpartition("::")
        holder = constant_or_nil(ruby, constants, outer) if outer else None
        if isinstance(holder, RubyModule):
            holder.constants[last] = made
    constants[path] = made
    # Code inside of the modules around it says less of the name.
    while "::" in path:
        path = path.partition("::")[2]
        if find_constant(ruby, path) is None:
            constants.setdefault(path, made)
    return body(ruby, made, None)


def open_singleton(ruby: Interpreter, self: Any, body: Callable[..., Any]) -> object:
    """Run class << self: the methods defined there are methods of the class itself."""
    if isinstance(self, RubyObject):
        return body(ruby, _own_class(ruby, self), None)
    made = RubyModule(f"{described(ruby, self)}.singleton", None)
    made.methods = self.singleton
    return body(ruby, made, None)


def define_method(ruby: Interpreter, self: Any, name: str, function: Callable[..., Any]) -> Symbol:
    if hasattr(type(self), "ruby_define"):
        self.ruby_define(ruby, name, function)
    elif isinstance(self, RubyModule):
        _check_new(ruby, self, name, self.methods)
        self.methods[name] = function
    elif isinstance(self, RubyObject):
        self.class_.methods[name] = function
    else:
        raise RubyError("TypeError", f"can't define method {name} here")
    return symbol(name)


def define_singleton(
    ruby: Interpreter, self: object, name: str, function: Callable[..., Any]
) -> Symbol:
    if isinstance(self, RubyModule):
        _check_new(ruby, self, name, self.singleton)
        self.singleton[name] = function
    elif isinstance(self, RubyObject):
        _own_class(ruby, self).methods[name] = function
    else:
        define_method(ruby, self, name, function)
    return symbol(name)


def _check_new(_ruby: Interpreter, self: RubyModule, name: str, methods: dict[str, Any]) -> None:
    """Raise if a method of Ruby itself would be replaced."""
    if str(getattr(methods.get(name), "__module__", "")).startswith("duckrow."):
        raise UnsupportedError(f"another {self.name}.{name} in place of Ruby's own")


def _own_class(_ruby: Interpreter, self: RubyObject) -> RubyModule:
    if type(self.class_) is not OwnClass:
        self.class_ = OwnClass(self.class_.name, self.class_)
    return self.class_


def send_super(
    ruby: Interpreter,
    self: Any,
    method: Callable[..., Any],
    name: str,
    *arguments: object,
    block: Proc | None = None,
) -> object:
    """Call the method of the same name that comes next among the ancestors of a class."""
    is_module = isinstance(self, RubyModule)
    classes = (
        self.ancestors()
        if is_module
        else getattr(self, "class_", known_class(ruby, "Object")).ancestors()
    )
    tables = [each.singleton if is_module else each.methods for each in classes]
    own = next((i for i, table in enumerate(tables) if table.get(name) is method), -1)
    inherited = next((table[name] for table in tables[own + 1 :] if name in table), None)
    inherited = inherited or methods_of(ruby, RubyModule if is_module else RubyObject).get(name)
    if inherited is not None:
        return call_method(ruby, inherited, self, arguments, block)
    if name in ("initialize", "inherited", "included"):
        return None
    raise RubyError(
        "NoMethodError", f"super: no superclass method `{name}' for {described(ruby, self)}"
    )


def alias_method(_ruby: Interpreter, self: object, new: str, old: str) -> None:
    if isinstance(self, RubyModule):
        found = self.find_method(old)
        if found is not None:
            self.methods[new] = found


# ---- defined?


def defined_instance_variable(ruby: Interpreter, self: Any, name: str) -> str | None:
    if hasattr(type(self), "ruby_has_variable"):
        return "instance-variable" if self.ruby_has_variable(ruby, name) else None
    known = isinstance(self, RubyObject | RubyModule) and name in self.variables
    return "instance-variable" if known else None


def defined_constant(ruby: Interpreter, constants: dict[str, Any], path: str) -> str | None:
    known = path in constants or constant_or_nil(ruby, constants, path) is not None
    return "constant" if known else None


def defined_method(ruby: Interpreter, self: object, name: str) -> str | None:
    return "method" if name in kernel_methods() or responds_to(ruby, self, name) else None


def defined_block(block: object) -> str | None:
    return None if block is None else "yield"


def defined_value(value: object, word: str) -> str | None:
    return None if value is None else word


def defined_expression(attempt: Callable[[], Any]) -> str | None:
    try:
        attempt()
    except RESCUED:
        return None
    return "expression"
