"""Puppet and Facter as Ruby code names them: the part of them that functions and templates use.

A name that is not here does not exist for Ruby code. Each is made when an environment first asks
for it.
"""

from __future__ import annotations

from duckrow.puppet.catalog.catalog import capitalized
from duckrow.puppet.ruby_code import facter, messages
from duckrow.puppet.ruby_code.host import PuppetHost, scope_of
from duckrow.puppet.ruby_code.values import from_ruby, to_ruby
from duckrow.puppet.types.errors import TypeSyntaxError
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.ruby.constants import find_constant, known_class
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, UnsupportedError, argument_error
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import RubyModule, symbol
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

    Methods = dict[str, Callable[..., object]]


def find(ruby: Interpreter, path: str) -> Any:
    """Return the constant of a name such as Puppet::Util, or None."""
    known = ruby.known.made
    made = known.get(path)
    if made is None:
        with ruby.known.lock:
            made = known.get(path) or _make(ruby, path)
            if made is not None:
                known[path] = made
    return made


def _make(ruby: Interpreter, path: str) -> Any:
    if path == "Puppet::Functions::Function":
        return RubyModule(path, RubyModule("Puppet::Pops::Functions::Function"))
    if path == "Puppet::Functions::InternalFunction":
        return RubyModule(path, find(ruby, "Puppet::Functions::Function"))
    if path == "Puppet::Parser::Functions":
        from duckrow.puppet.ruby_code.older_functions import FunctionsModule

        return FunctionsModule()
    if path == "Puppet::Util::TagSet":
        from duckrow.puppet.ruby_code.tag_set import tag_set_class

        return tag_set_class(ruby)
    if path in _MODULES:
        return RubyModule(path, is_class=False, singleton=_MODULES[path])
    if path in _CLASSES:
        return RubyModule(path, _object(ruby), singleton=_CLASSES[path])
    # Every type of the language is a class, and all of them are Any.
    if path.startswith("Puppet::Pops::Types::P") and path.endswith("Type"):
        if path == "Puppet::Pops::Types::PAnyType":
            return RubyModule(path, _object(ruby), singleton={"new": _new_type})
        return RubyModule(path, find(ruby, "Puppet::Pops::Types::PAnyType"))
    return None


def _new_type(_ruby: Interpreter, class_: RubyModule, *_: object) -> object:
    raise UnsupportedError(f"{class_.name}.new")


def _object(ruby: Interpreter) -> RubyModule:
    return known_class(ruby, "Object")


def _versioncmp(ruby: Interpreter, _self: object, one: object, other: object) -> object:
    from duckrow.puppet.runtime.calls import find_function

    scope = scope_of(ruby)
    return find_function(scope, "versioncmp")(scope, to_s(ruby, one), to_s(ruby, other))


_SLASH, _LABEL = r"[\\/]", r"[^\\/]+"
_WINDOWS = (
    rf"(?mi)^(?:[A-Z]:{_SLASH}|{_SLASH}{_SLASH}{_LABEL}{_SLASH}{_LABEL}"
    rf"|{_SLASH}{_SLASH}\?{_SLASH}{_LABEL})"
)


def is_absolute(ruby: Interpreter, _self: object, path: object, platform: object = None) -> bool:
    if not isinstance(path, str):
        scope_of(ruby).build.log(
            "warning",
            f"Cannot check if {to_s(ruby, path)} is an absolute path because it is a "
            f"'{class_name(path)}' and not a String'",
        )
        return False
    if platform == symbol("windows"):
        import re

        return re.search(_WINDOWS, path) is not None
    return path.startswith("/") or "\n/" in path


def _type_and_title(
    ruby: Interpreter, _self: object, reference: object, title: object = None
) -> list[str]:
    """Take a reference apart; a type may also come with its title."""
    import re

    text = to_s(ruby, reference)
    if title is not None:
        return [text, to_s(ruby, title)]
    match = re.search(r"(?ms)^([^\[\]]+)\[(.+)\]$", text)
    if match is None:
        raise argument_error(
            f"No title provided and {inspect(ruby, text)} is not a valid resource reference"
        )
    return [match[1], match[2]]


def _find_template(
    ruby: Interpreter, _self: object, name: object, _environment: object = None
) -> object:
    from duckrow.puppet.ruby_code.files import find_in_module

    return find_in_module(scope_of(ruby), to_s(ruby, name), "templates")


def _find_file(
    ruby: Interpreter, _self: object, name: object, _environment: object = None
) -> object:
    from duckrow.puppet.ruby_code.files import find_in_module

    return find_in_module(scope_of(ruby), to_s(ruby, name), "files")


def _find_module(
    ruby: Interpreter, _self: object, name: object, _environment: object = None
) -> object:
    from duckrow.puppet.ruby_code.catalog import EnvironmentHost

    return EnvironmentHost(scope_of(ruby)).ask_module(ruby, name)


def _true(_ruby: Interpreter, _self: object, value: object) -> bool:
    return value not in ("", None, False) and value != symbol("undef")


def _sensitive(ruby: Interpreter, _self: object, value: object) -> object:
    made = Sensitive(from_ruby(value))
    if isinstance(ruby.host, PuppetHost):  # else it runs on the host that it manages
        listener = scope_of(ruby).build.listener
        if listener is not None:
            listener("secret", made)
    return made


def load_json(ruby: Interpreter, _self: object, *arguments: object) -> object:
    """Return the value of a JSON text."""
    try:
        return send(ruby, find_constant(ruby, "JSON"), "parse", *arguments)
    except RubyError as error:
        if error.class_name != "JSON::ParserError":
            raise
        raise RubyError("Puppet::Util::Json::ParseError", error.message) from error


def dump_json(ruby: Interpreter, _self: object, *arguments: object) -> object:
    """Return a value as a JSON text."""
    return send(ruby, find_constant(ruby, "JSON"), "generate", *arguments)


def _create_function(
    ruby: Interpreter, self: Any, *arguments: Any, block: Proc | None = None
) -> Any:
    from duckrow.puppet.ruby_code.newer_functions import create_function

    return create_function(ruby, self, *arguments, block=block)


def _exists(ruby: Interpreter, _self: object, path: object) -> bool:
    return ruby.host.kind_of(to_s(ruby, path)) != ""


def _read(ruby: Interpreter, _self: object, path: object, *_: object) -> str:
    return ruby.host.read(to_s(ruby, path))


def _infer(_ruby: Interpreter, _self: object, value: object) -> object:
    from duckrow.puppet.types.infer import infer_detailed

    return infer_detailed(from_ruby(value))


def _is_instance(_ruby: Interpreter, _self: object, type_: Any, value: Any) -> bool:
    from duckrow.puppet.types.instance import accepts

    return accepts(type_, from_ruby(value))


def random_below(ruby: Interpreter, _self: object, seed: object, limit: object) -> object:
    return send(ruby, send(ruby, find_constant(ruby, "Random"), "new", seed), "rand", limit)


def _iterable(_ruby: Interpreter, _self: object, _caller: object, value: object) -> object:
    from duckrow.puppet.ruby_code.iterable import IterableHost

    return IterableHost(value)


def _to_data(_ruby: Interpreter, _self: object, value: object, _options: object = None) -> object:
    from duckrow.puppet.types.rich_data.write import to_data

    return to_ruby(to_data(from_ruby(value)))


def _parse_type(ruby: Interpreter, _self: object, text: object, _context: object = None) -> object:
    from duckrow.puppet.types.parse import parse_type

    try:
        return parse_type(to_s(ruby, text), scope_of(ruby).build.loaders.find_type)
    except (TypeSyntaxError, DuckrowError) as error:
        raise argument_error(str(error)) from error


def _describe(ruby: Interpreter, _self: Any, name: Any, expected: Any, actual: Any) -> str:
    from duckrow.puppet.types.describe.mismatch import describe_mismatch

    return describe_mismatch(to_s(ruby, name), expected, actual)


_SENSITIVE: Methods = {"new": _sensitive}
# Objects of these classes have no state, so the class serves as its own instance.
_ONE: Methods = {"new": lambda _ruby, self: self, "singleton": lambda _ruby, self: self}
_CALCULATOR: Methods = {
    **_ONE,
    "infer": _infer,
    "infer_set": _infer,
    "instance?": _is_instance,
}


def _find_resource_type_or_class(
    ruby: Interpreter, _self: object, _scope: object, name: object
) -> str | None:
    """Return the name of a resource type or class that exists, as references write it."""
    word = to_s(ruby, name).lower()
    loaders = scope_of(ruby).build.loaders
    finders = (loaders.find_resource_type, loaders.find_define, loaders.find_class)
    is_known = word == "class" or any(find(word) is not None for find in finders)
    return capitalized(word) if is_known else None


_MODULES: dict[str, Methods] = {
    "Puppet": messages.METHODS,
    "Puppet::Functions": {"create_function": _create_function},
    "Puppet::Parser": {},
    "Puppet::Parser::Files": {"find_template": _find_template, "find_file": _find_file},
    "Puppet::FileSystem": {
        "exist?": _exists,
        "read": _read,
        "binread": _read,
        "read_preserve_line_endings": _read,
    },
    "Puppet::Pops": {},
    "Puppet::Pops::Evaluator": {},
    "Puppet::Pops::Evaluator::Runtime3ResourceSupport": {
        "find_resource_type_or_class": _find_resource_type_or_class,
    },
    "Puppet::Pops::PuppetStack": messages.STACK,
    "Puppet::Pops::Serialization": {},
    "Puppet::Pops::Types": {},
    "Puppet::Pops::Types::Iterable": {"asserted_iterable": _iterable},
    "Puppet::Util": {
        "absolute_path?": is_absolute,
        "deterministic_rand_int": random_below,
        "deterministic_rand": lambda ruby, self, *rest: to_s(ruby, random_below(ruby, self, *rest)),
        "versioncmp": _versioncmp,
    },
    "Puppet::Util::Package": {"versioncmp": _versioncmp},
    "Puppet::Util::Json": {"load": load_json, "dump": dump_json},
    "Puppet::Util::Logging": messages.LOGS,
    "Facter": facter.METHODS,
}
_CLASSES: dict[str, Methods] = {
    "Puppet::Module": {"find": _find_module},
    "Puppet::Node": {},
    "Puppet::Node::Environment": {},
    "Puppet::Parser::Compiler": {},
    "Puppet::Parser::Resource": {},
    "Puppet::Parser::Scope": {"true?": _true},
    "Puppet::Parser::TemplateWrapper": {},
    "Puppet::Pops::Time::Timespan": {},
    "Puppet::Pops::Time::Timestamp": {},
    "Puppet::Pops::Serialization::ToDataConverter": {"convert": _to_data},
    "Puppet::Pops::Types::PBinaryType::Binary": {},
    "Puppet::Pops::Types::PSensitiveType::Sensitive": _SENSITIVE,
    "Puppet::Pops::Types::TypeCalculator": _CALCULATOR,
    "Puppet::Pops::Types::TypeMismatchDescriber": {**_ONE, "describe_mismatch": _describe},
    "Puppet::Pops::Types::TypeParser": {**_ONE, "parse": _parse_type},
    "Puppet::Resource": {"type_and_title": _type_and_title},
    "Puppet::Resource::Catalog": {},
    "SemanticPuppet::Version": {},
    "SemanticPuppet::VersionRange": {},
}
