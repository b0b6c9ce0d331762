"""A scope as Ruby code sees it: variables, the catalog, and functions by name."""

from __future__ import annotations

from duckrow.puppet.ruby_code.calling import LanguageError, call
from duckrow.puppet.ruby_code.lending import keep, lend
from duckrow.puppet.ruby_code.stand_ins import stand_in
from duckrow.puppet.ruby_code.values import from_ruby
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Function
from duckrow.puppet.runtime.variables import assign, find
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.dispatch import call_method, methods_of, no_method
from duckrow.ruby.errors import RubyError, UnsupportedError, argument_error
from duckrow.ruby.literals import splat as spread
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import RubyObject, symbol
from duckrow.source.levels import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

_ALWAYS_THERE = frozenset(("module_name", "caller_module_name"))
_MISSING = object()
# Functions whose older names raise an error that names the newer call.
_ONLY_NEWER = frozenset(
    """
    assert_type binary_file break defined dig each epp filter find_file hiera hiera_array
    hiera_hash hiera_include inline_epp lest lookup map match new next reduce regsubst return
    reverse_each slice split step strftime then type with
    """.split()
)


class ScopeHost:
    """A Puppet::Parser::Scope."""

    __slots__ = ("scope",)

    ruby_class_name = "Puppet::Parser::Scope"

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScopeHost) and self.scope.body() is other.scope.body()

    def __hash__(self) -> int:
        return hash(self.scope.body())

    def ruby_responds_to(self, _ruby: Interpreter, name: str) -> bool:
        if name.startswith("function_"):
            return self.scope.build.loaders.find_older_function(name[9:]) is not None
        return name in METHODS or name in LEVELS

    def ruby_define(self, _ruby: Interpreter, name: str, _function: object) -> None:
        from duckrow.puppet.ruby_code.older_functions import illegal_method

        raise illegal_method(name)

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], block: Proc | None
    ) -> Any:
        stub = stand_in(self, name)
        if stub is not None:
            return stub(ruby, self, *arguments)
        method = METHODS.get(name)
        if method is not None:
            return call_method(ruby, method, self, arguments, block)
        if name.startswith("function_"):
            return self.call_older(ruby, name.removeprefix("function_"), arguments)
        if name in LEVELS:
            return self.log_message(ruby, name, list(arguments))
        return everybodys(ruby, self, name, arguments, block)

    def log_message(self, ruby: Interpreter, level: str, messages: list[object]) -> str:
        text = " ".join(to_s(ruby, part) for each in messages for part in splat(each))
        self.scope.build.log(level, text, to_s(ruby, self))
        return text

    def call_language(
        self, ruby: Interpreter, name: str, arguments: list[object], block: Proc | None = None
    ) -> object:
        """Call a function of the language."""
        function = self.scope.build.loaders.find_function(name, self.scope.module_name)
        if function is None:
            raise RubyError("ArgumentError", f"Unknown function '{name}'")
        return call(ruby, function, self.scope, arguments, block)

    def call_older(self, ruby: Interpreter, name: str, arguments: tuple[Any, ...]) -> Any:
        """Call a function of the older family: function_NAME([...])."""
        if name in LEVELS:
            return self.log_message(ruby, name, arguments[0] if arguments else [])
        function = self.scope.build.loaders.find_older_function(name)
        if name in _ONLY_NEWER and isinstance(function, Function):  # no module has an older one
            raise RubyError(
                "Puppet::ParseError",
                f"{name}() can only be called using the 4.x function API. See Scope#call_function",
            )
        if function is None:
            raise RubyError(
                "NoMethodError",
                f"undefined method `function_{name}' for {self.scope.label}:{self.ruby_class_name}",
            )
        if not arguments or not isinstance(arguments[0], list):
            raise argument_error(
                "custom functions must be called with a single array that contains the "
                "arguments. For example, function_example([1]) instead of function_example(1)"
            )
        return call(ruby, _as_given(function), self.scope, arguments[0])

    def variable(self, ruby: Interpreter, name: object) -> Any:
        """Return a variable by name; an unknown one is nil, and may log a warning."""
        if not isinstance(name, str):
            raise RubyError(
                "Puppet::ParseError",
                f"Scope variable name {inspect(ruby, name)} is a {class_name(name)}, not a string",
            )
        found = find(self.scope, name, _MISSING)
        if found is _MISSING:
            return self._unknown(ruby, name)
        return lend(self.scope, found)

    def _unknown(self, ruby: Interpreter, name: str) -> None:
        reason = ""
        written = name
        if "::" in name:
            class_, _, leaf = name.removeprefix("::").rpartition("::")
            build = self.scope.build
            if not class_ or class_ == "settings":
                pass
            elif build.loaders.find_class(class_) is None:
                reason = f"class {class_} could not be found"
            elif class_ not in build.class_scopes:
                reason = f"class {class_} has not been evaluated"
            written = f"{class_}::{leaf}" if reason else f"::{name.removeprefix('::')}"
        elif name in _ALWAYS_THERE or name.isdigit():
            return
        own = self.scope.build.memo.get("settings of Ruby code", {})
        strict = to_s(ruby, own.get("strict", self.scope.build.settings.strict))
        message = f"Undefined variable '{written}'; {reason}"
        if strict == "error":
            raise argument_error(message)
        if strict == "warning":
            self.scope.build.warn_once("undefined_variables", f"Variable: {written}", message)


def splat(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _as_given(function: Any) -> Any:
    """Return a function of the older family that takes its arguments as they are."""
    run = getattr(function, "run", None)
    if run is None:
        return function
    name, arity = function.name, function.arity

    def called(scope: Scope, *arguments: object) -> Any:
        count = len(arguments)
        if arity >= 0 and count != arity:
            wanted = str(arity)
        elif arity < 0 and count < -arity - 1:
            wanted = f"minimum {-arity - 1}"
        else:
            result = run(scope, list(arguments))
            return None if function.is_statement else result
        raise argument_error(f"{name}(): Wrong number of arguments given ({count} for {wanted})")

    return called


def everybodys(
    ruby: Interpreter, host: object, name: str, arguments: tuple[object, ...], block: Proc | None
) -> Any:
    """Call a method that every object has, or a function that is there everywhere."""
    from duckrow.ruby.core.objects.kernel import METHODS as KERNEL

    method = KERNEL.get(name) or methods_of(ruby, RubyObject).get(name)
    if method is None:
        raise no_method(ruby, host, name)
    return call_method(ruby, method, host, arguments, block)


def _lookupvar(ruby: Interpreter, host: ScopeHost, name: object, _options: object = None) -> object:
    return host.variable(ruby, name)


def _element(ruby: Interpreter, host: ScopeHost, name: object) -> object:
    stub = stand_in(host, "lookupvar")
    return host.variable(ruby, name) if stub is None else stub(ruby, host, name, {})


def includes(ruby: Interpreter, host: ScopeHost, name: object) -> bool:
    return find(host.scope, to_s(ruby, name)) is not None


def _exists(ruby: Interpreter, host: ScopeHost, name: object) -> bool:
    word = to_s(ruby, name)
    return find(host.scope, word, _MISSING) is not _MISSING or word in _ALWAYS_THERE


def _is_bound(ruby: Interpreter, host: ScopeHost, name: object) -> bool:
    return host.scope.is_set(to_s(ruby, name))


def _to_hash(
    _ruby: Interpreter, host: ScopeHost, recursive: object = True, undef: object = False
) -> dict[str, object]:
    seen = host.scope.all_variables() if recursive else host.scope.variables
    return {
        name: lend(host.scope, value) for name, value in seen.items() if undef or value is not None
    }


def _call_function(
    ruby: Interpreter,
    host: ScopeHost,
    name: object,
    arguments: object = None,
    *,
    block: Proc | None = None,
) -> object:
    # The arguments are spread as Ruby spreads them: a hash becomes its pairs.
    return host.call_language(ruby, to_s(ruby, name), spread(ruby, arguments), block)


def _catalog(_ruby: Interpreter, host: ScopeHost) -> object:
    from duckrow.puppet.ruby_code.catalog import CatalogHost

    return CatalogHost(host.scope)


def _compiler(_ruby: Interpreter, host: ScopeHost) -> object:
    from duckrow.puppet.ruby_code.catalog import CompilerHost

    return CompilerHost(host.scope)


def _environment(_ruby: Interpreter, host: ScopeHost) -> Any:
    from duckrow.puppet.ruby_code.catalog import EnvironmentHost

    return EnvironmentHost(host.scope)


def _resource(_ruby: Interpreter, host: ScopeHost) -> object:
    from duckrow.puppet.ruby_code.catalog import ResourceHost

    return None if host.scope.resource is None else ResourceHost(host.scope.resource)


def _source(_ruby: Interpreter, host: ScopeHost) -> object:
    from duckrow.puppet.ruby_code.catalog import SourceHost

    return SourceHost(host.scope)


def _find_resource(
    ruby: Interpreter, host: ScopeHost, reference: object, title: object = None
) -> object:
    from duckrow.puppet.ruby_code.catalog import find_resource

    return find_resource(ruby, host.scope, reference, title)


def _set_variable(
    ruby: Interpreter, host: ScopeHost, name: object, value: object, *_rest: object
) -> object:
    made = from_ruby(value)
    try:
        assign(host.scope.body(), to_s(ruby, name), made)
    except EvaluationError as error:
        raise LanguageError(error) from error
    keep(host.scope, made, value)
    return value


def _defaults(ruby: Interpreter, host: ScopeHost, type_: object) -> dict[Any, Any]:
    """Return the defaults of a resource type that hold here, by the name of the attribute."""
    from duckrow.puppet.ruby_code.catalog import ParameterHost

    wanted = to_s(ruby, type_).lower()
    found: dict[Any, Any] = {}
    scope: Scope | None = host.scope.body()
    while scope is not None:
        for name, given in (scope.defaults or {}).items():
            if name.lower() == wanted:
                for attribute, value in given.items():
                    found.setdefault(symbol(attribute), ParameterHost(attribute, value))
        scope = scope.parent
    return found


def _known_class(ruby: Interpreter, host: ScopeHost, name: Any) -> Any:
    return _environment(ruby, host).ask_hostclass(ruby, name)


def _known_define(ruby: Interpreter, host: ScopeHost, name: Any) -> Any:
    return _environment(ruby, host).ask_definition(ruby, name)


def _class_scope(ruby: Interpreter, host: ScopeHost, class_: object) -> object:
    name = class_ if isinstance(class_, str) else getattr(class_, "name", "")
    found = host.scope.build.class_scopes.get(to_s(ruby, name).removeprefix("::"))
    return None if found is None else ScopeHost(found)


def _parent(_ruby: Interpreter, host: ScopeHost) -> object:
    parent = host.scope.body().parent
    return None if parent is None else ScopeHost(parent)


def _transformed(_ruby: Interpreter, _host: ScopeHost, *_: object) -> object:
    raise UnsupportedError("the names of classes as the compiler makes them")


METHODS: dict[str, Callable[..., object]] = {
    "lookupvar": _lookupvar,
    "[]": _element,
    "[]=": _set_variable,
    "include?": includes,
    "exist?": _exists,
    "bound?": _is_bound,
    "to_hash": _to_hash,
    "call_function": _call_function,
    "catalog": _catalog,
    "compiler": _compiler,
    "environment": _environment,
    "known_resource_types": _environment,
    "resource": _resource,
    "findresource": _find_resource,
    "find_hostclass": _known_class,
    "find_definition": _known_define,
    "find_global_scope": lambda _ruby, host: ScopeHost(host.scope.build.top),
    "lookupdefaults": _defaults,
    "setvar": _set_variable,
    "class_scope": _class_scope,
    "parent": _parent,
    "source": _source,
    "transform_and_assert_classnames": _transformed,
    "module_name": lambda _ruby, host: host.scope.module_name or None,
    "to_s": lambda _ruby, host: host.scope.label,
    "inspect": lambda _ruby, host: host.scope.label,
}
