"""Constants and class variables: where code finds the names that classes and modules hold.

A constant is looked up in the classes around the code, the innermost first, then among the
ancestors of the innermost, then among the constants of Object, which are those of Ruby itself and
of the host. A class variable belongs to the class around the code and is that of its heirs too.
"""

from __future__ import annotations

from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.basics import inspect
from duckrow.ruby.errors import RubyError, UnsupportedError, type_error
from duckrow.ruby.values.kinds import OwnClass, RubyModule, RubyObject, own_class, symbol
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter


class Nesting:
    """The class that code is written in, and the classes around that one.

    `found` caches constants until any constant of the environment changes.
    """

    __slots__ = ("around", "found", "module", "state")

    def __init__(self, module: RubyModule, around: Nesting | None = None) -> None:
        self.module = module
        self.around = around
        self.found: dict[str, Any] = {}
        self.state = -1

    def inside(self, module: RubyModule) -> Nesting:
        return Nesting(module, self)

    def modules(self) -> Iterator[RubyModule]:
        """Go through the classes around the code, without Object, which is around all code."""
        here = self
        while here.around is not None:
            yield here.module
            here = here.around


class Autoload:
    """A constant whose file is required when the constant is first used."""

    __slots__ = ("file",)

    def __init__(self, file: str) -> None:
        self.file = file


def main_object(ruby: Interpreter) -> RubyObject:
    """Return the self of code outside of every class: main."""
    made = RubyObject(known_class(ruby, "Object"))
    own = own_class(made)
    own.methods["to_s"] = own.methods["inspect"] = lambda _ruby, _self: "main"
    own.methods["include"] = _include_in_all
    return made


def _include_in_all(ruby: Interpreter, _self: object, *modules: object) -> object:
    """Include modules in Object: their methods are those of all objects."""
    from duckrow.ruby.dispatch import send

    return send(ruby, known_class(ruby, "Object"), "include", *modules)


def top(ruby: Interpreter) -> Nesting:
    """Return the nesting of code outside of every class."""
    return Nesting(known_class(ruby, "Object"))


# ---- constants


def constant(ruby: Interpreter, here: Nesting, path: str) -> object:
    """Return a constant: A, A::B or ::A."""
    if here.state == ruby.known.state:
        found = here.found.get(path)
        if found is not None:
            return found
    found = _cached(ruby, here, path)
    if found is MISSING:
        outer, _, name = path.rpartition("::")
        holder = _cached(ruby, here, outer) if outer else here.module
        return _missing(ruby, holder, name, path)
    return found


def constant_or_nil(ruby: Interpreter, here: Nesting, path: str) -> object:
    found = _cached(ruby, here, path)
    return None if found is MISSING else found


def defined_constant(ruby: Interpreter, here: Nesting, path: str) -> str | None:
    return "constant" if is_loaded(_cached(ruby, here, path)) else None


def is_loaded(found: object) -> bool:
    """Return whether a constant exists for code that asks; not one that duckrow lacks anyway."""
    return found is not MISSING and getattr(found, "is_loaded", True) is True


def _cached(ruby: Interpreter, here: Nesting, path: str) -> object:
    state = ruby.known.state
    if here.state != state:
        here.found = {}
        here.state = state
    found = here.found.get(path, MISSING)
    if found is MISSING:
        found = _find(ruby, here, path)
        if found is not MISSING:
            here.found[path] = found
    return found


def _find(ruby: Interpreter, here: Nesting, path: str) -> object:
    first, *rest = path.removeprefix("::").split("::")
    if path.startswith("::"):
        found = own_constant(ruby, known_class(ruby, "Object"), first)
    else:
        found = _find_around(ruby, here, first)
    for name in rest:
        if found is not MISSING:
            found = inner_constant(ruby, found, name)
    if found is MISSING and rest:
        whole = find_constant(ruby, path)  # the host knows names whose outer parts it does not
        return MISSING if whole is None else whole
    return found


def _find_around(ruby: Interpreter, here: Nesting, name: str) -> object:
    for module in here.modules():
        found = own_constant(ruby, module, name)
        if found is not MISSING:
            return found
    if here.around is not None:
        found = inner_constant(ruby, here.module, name)
        if found is not MISSING:
            return found
    return own_constant(ruby, known_class(ruby, "Object"), name)


def own_constant(ruby: Interpreter, module: RubyModule, name: str) -> object:
    """Return a constant of a class itself, or MISSING."""
    found = module.constants.get(name, MISSING)
    if type(found) is Autoload:
        del module.constants[name]
        ruby.host.require(ruby, found.file)
        found = module.constants.get(name, MISSING)
    if found is MISSING and type(module) is not OwnClass:
        path = name if module.name == "Object" else f"{module.name}::{name}"
        known = find_constant(ruby, path)
        return MISSING if known is None else known
    return found


def inner_constant(ruby: Interpreter, holder: object, name: str) -> object:
    """Return the constant holder::name, of the class or an ancestor, or MISSING."""
    if not isinstance(holder, RubyModule):
        outer = getattr(holder, "name", None)
        if type(outer) is not str:
            raise type_error(f"{outer} is not a class/module")
        found = find_constant(ruby, f"{outer}::{name}")
        return MISSING if found is None else found
    for each in holder.ancestors():
        if each.name != "Object" or each is holder:
            value = own_constant(ruby, each, name)
            if value is not MISSING:
                return value
    return MISSING


def constant_of(ruby: Interpreter, holder: object, name: str) -> object:
    """Return holder::name, where the holder is the value of an expression."""
    if not isinstance(holder, RubyModule) and type(getattr(holder, "name", None)) is not str:
        raise type_error(f"{inspect(ruby, holder)} is not a class/module")
    found = inner_constant(ruby, holder, name)
    if found is not MISSING:
        return found
    return _missing(ruby, holder, name, name)


def _missing(ruby: Interpreter, holder: object, name: str, path: str) -> object:
    """Ask a class for a constant that it lacks, or raise the error about it."""
    path = path.removeprefix("::")
    if ruby.host.is_missing(path):
        raise UnsupportedError(path)
    if isinstance(holder, RubyModule):
        hook = holder.find_singleton("const_missing")
        if hook is not None:
            return hook(ruby, holder, symbol(name))
        if holder.name != "Object" and type(holder) is not OwnClass:
            path = f"{holder.name}::{name}"
    error = RubyError("NameError", f"uninitialized constant {path}")
    error.sought = (holder, name)
    raise error


def set_constant(ruby: Interpreter, here: Nesting, path: str, value: object) -> object:
    """Assign a constant of the class around the code, or of the one that the path names."""
    outer, _, name = path.rpartition("::")
    holder: object = here.module
    if outer:
        holder = constant(ruby, here, outer)
    elif path.startswith("::"):
        holder = known_class(ruby, "Object")
    return put_constant(ruby, holder, name, value)


def put_constant(ruby: Interpreter, holder: object, name: str, value: object) -> object:
    """Assign a constant of a class."""
    if not isinstance(holder, RubyModule):
        raise type_error(f"{getattr(holder, 'name', holder)} is not a class/module")
    holder.constants[name] = value
    ruby.known.state += 1
    if isinstance(value, RubyModule) and value.name.startswith("#<"):
        # A class without a name gets that of its first constant.
        value.name = name if holder.name == "Object" else f"{holder.name}::{name}"
    return value


# ---- class variables


def _holder(here: Nesting) -> RubyModule:
    module: Any = here.module
    while type(module) is OwnClass:
        module = module.attached if isinstance(module.attached, RubyModule) else module.parent
    found: RubyModule = module
    return found


def class_variable(ruby: Interpreter, here: Nesting, name: str) -> object:
    """Return @@name."""
    found = here.module.class_variables.get(name)
    return class_variable_of(ruby, _holder(here), name) if found is None else found


def class_variable_of(_ruby: Interpreter, module: RubyModule, name: str) -> object:
    if name in module.class_variables:
        return module.class_variables[name]
    for each in module.ancestors():
        if name in each.class_variables:
            return each.class_variables[name]
    raise RubyError("NameError", f"uninitialized class variable {name} in {module.name}")


def class_variable_or_nil(_ruby: Interpreter, here: Nesting, name: str) -> object:
    holders = (each.class_variables for each in _holder(here).ancestors())
    return next((each[name] for each in holders if name in each), None)


def set_class_variable(ruby: Interpreter, here: Nesting, name: str, value: object) -> object:
    """Assign @@name: that of an ancestor, if one has it."""
    return put_class_variable(ruby, _holder(here), name, value)


def put_class_variable(_ruby: Interpreter, module: RubyModule, name: str, value: object) -> object:
    holders = (each for each in module.ancestors() if name in each.class_variables)
    next(holders, module).class_variables[name] = value
    return value


def defined_class_variable(_ruby: Interpreter, here: Nesting, name: str) -> str | None:
    known = any(name in each.class_variables for each in _holder(here).ancestors())
    return "class variable" if known else None
