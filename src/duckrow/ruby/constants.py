"""The constants of Ruby that duckrow has: classes, modules and the constants in them.

Each is made when an environment first asks for it. Classes are RubyModule objects; their
`singleton` methods are the methods of the class itself: `File.basename`, `Digest::MD5.hexdigest`. A
name that is not listed does not exist, even if a real Ruby has it.
"""

from __future__ import annotations

from importlib import import_module

from duckrow.ruby.values.kinds import OwnClass, RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

# Classes by name, each with its parent.
_CLASSES = {
    "BasicObject": "",
    "Object": "BasicObject",
    "Module": "Object",
    "Class": "Module",
    "NilClass": "Object",
    "TrueClass": "Object",
    "FalseClass": "Object",
    "String": "Object",
    "Symbol": "Object",
    "Numeric": "Object",
    "Integer": "Numeric",
    "Float": "Numeric",
    "Array": "Object",
    "Hash": "Object",
    "Range": "Object",
    "Regexp": "Object",
    "MatchData": "Object",
    "Proc": "Object",
    "Method": "Object",
    "UnboundMethod": "Object",
    "Exception": "Object",
    "ScriptError": "Exception",
    "LoadError": "ScriptError",
    "NotImplementedError": "ScriptError",
    "SystemStackError": "Exception",
    "NoMemoryError": "Exception",
    "StandardError": "Exception",
    "ArgumentError": "StandardError",
    "UncaughtThrowError": "ArgumentError",
    "EncodingError": "StandardError",
    "FiberError": "StandardError",
    "IOError": "StandardError",
    "EOFError": "IOError",
    "IndexError": "StandardError",
    "KeyError": "IndexError",
    "StopIteration": "IndexError",
    "LocalJumpError": "StandardError",
    "NameError": "StandardError",
    "NoMatchingPatternError": "StandardError",
    "NoMethodError": "NameError",
    "RangeError": "StandardError",
    "FloatDomainError": "RangeError",
    "RegexpError": "StandardError",
    "RuntimeError": "StandardError",
    "FrozenError": "RuntimeError",
    "SecurityError": "Exception",
    "SystemExit": "Exception",
    "Interrupt": "Exception",
    "SystemCallError": "StandardError",
    "ThreadError": "StandardError",
    "TypeError": "StandardError",
    "ZeroDivisionError": "StandardError",
    "JSON::JSONError": "StandardError",
    "JSON::ParserError": "JSON::JSONError",
    "PSON::PSONError": "StandardError",
    "PSON::ParserError": "PSON::PSONError",
    "Psych::SyntaxError": "StandardError",
    "URI::Error": "StandardError",
    "URI::InvalidURIError": "URI::Error",
    "IPAddr::Error": "ArgumentError",
    "IPAddr::InvalidAddressError": "IPAddr::Error",
    "IPAddr::AddressFamilyError": "IPAddr::Error",
}
# Modules by name, each with the module of `core` that has its methods; Kernel's are everywhere.
_MODULES = {
    "Kernel": "",
    "Comparable": "objects.comparable",
    "Enumerable": "collections.enumerable",
}
# Names that classes had before.
_FORMER = {"Fixnum": "Integer", "Bignum": "Integer"}


def known_class(ruby: Interpreter, name: str) -> RubyModule:
    """Return a class of Ruby's own, or an exception class of the host."""
    made: RubyModule | None = ruby.known.made.get(name)
    return _keep(ruby, name, _make_class) if made is None else made


def known_module(ruby: Interpreter, name: str) -> RubyModule:
    """Return a module of Ruby's own."""
    made: RubyModule | None = ruby.known.made.get(name)
    return _keep(ruby, name, _make_module) if made is None else made


def _keep(
    ruby: Interpreter, name: str, make: Callable[[Interpreter, str], RubyModule]
) -> RubyModule:
    """Make a class or module and keep it, unless another thread has just done so."""
    known = ruby.known
    with known.lock:
        made: RubyModule | None = known.made.get(name)
        if made is None:
            made = make(ruby, name)
            made.home = known
            known.made[name] = made  # last, so that other threads only find a complete module
    return made


def _make_class(ruby: Interpreter, name: str) -> RubyModule:
    parent = _CLASSES[name] if name in _CLASSES else ruby.host.exceptions[name]
    made = RubyModule(name, known_class(ruby, parent) if parent else None)
    made.singleton.update(_singleton(name))
    if name in ("String", "Symbol", "Numeric"):
        made.includes.append(known_module(ruby, "Comparable"))
    elif name in ("Array", "Hash", "Range"):
        made.includes.append(known_module(ruby, "Enumerable"))
    elif name == "Object":
        made.includes.append(known_module(ruby, "Kernel"))
    elif name == "Exception":
        made.methods.update(import_module("duckrow.ruby.exceptions").METHODS)
    return made


def _make_module(_ruby: Interpreter, name: str) -> RubyModule:
    made = RubyModule(name, None, is_class=False)
    made.singleton.update(_singleton(name))
    if _MODULES[name]:
        found = import_module(f"duckrow.ruby.core.{_MODULES[name]}")
        made.methods.update(found.METHODS)
    return made


def _singleton(name: str) -> dict[str, Any]:
    """Return the class methods of a class."""
    try:
        module = import_module("duckrow.ruby.core.objects.singletons")
    except ModuleNotFoundError:
        return {}
    found: dict[str, Any] = module.SINGLETONS.get(name, {})
    return found


def find_constant(ruby: Interpreter, path: str) -> Any:
    """Return a constant by its whole name, or None."""
    path = path.removeprefix("::")
    path = _FORMER.get(path, path)
    host = ruby.host
    if path in _CLASSES or path in host.exceptions:
        return known_class(ruby, path)
    if path in _MODULES:
        return known_module(ruby, path)
    if path.partition("::")[0] in host.families:
        found = host.constant(ruby, path)
        if found is not None:
            return found
    from duckrow.ruby.library import find_in_library

    return find_in_library(ruby, path)


def class_of(ruby: Interpreter, value: object) -> RubyModule:
    """Return the class of a value."""
    from duckrow.ruby.values.class_names import class_name

    if isinstance(value, RubyObject):
        made = value.class_
        return made.parent or made if type(made) is OwnClass else made
    own = getattr(value, "class_", None)
    if isinstance(own, RubyModule):
        return own
    name = class_name(value)
    found = find_constant(ruby, name)
    return found if isinstance(found, RubyModule) else known_class(ruby, "Object")
