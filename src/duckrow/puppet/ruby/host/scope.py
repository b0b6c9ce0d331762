"""A scope as Ruby code sees it: variables, the catalog, and functions by name."""

from __future__ import annotations

from duckrow.puppet.ruby.core.basics import to_s
from duckrow.puppet.ruby.errors import RubyError
from duckrow.puppet.ruby.host.values import from_ruby, to_ruby
from duckrow.puppet.runtime.calls import find_function
from duckrow.puppet.runtime.variables import exists, find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.puppet.ruby.values import Proc
    from duckrow.puppet.runtime.scope import Scope


class ScopeHost:
    """Stands for a Puppet::Parser::Scope."""

    __slots__ = ("scope",)

    ruby_class_name = "Puppet::Parser::Scope"

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def ruby_responds_to(self, name: str) -> bool:
        return name in _METHODS or name.startswith("function_")

    def ruby_send(self, name: str, arguments: tuple[Any, ...], block: Proc | None) -> Any:
        method = _METHODS.get(name)
        if method is not None:
            return method(self, *arguments)
        if name.startswith("function_"):
            given = arguments[0] if arguments and isinstance(arguments[0], list) else []
            return self.call(name.removeprefix("function_"), given, block)
        from duckrow.puppet.ruby.core.kernel import METHODS
        from duckrow.puppet.ruby.dispatch import call_method, methods_of, no_method
        from duckrow.puppet.ruby.values import RubyObject

        method = METHODS.get(name) or methods_of(RubyObject).get(name)
        if method is None:
            raise no_method(self, name)
        return call_method(method, self, arguments, block)

    def call(self, name: str, arguments: list[Any], block: Proc | None = None) -> Any:
        """Call a function of the language."""
        function = find_function(self.scope, name)
        given = [from_ruby(argument) for argument in arguments]
        if block is not None:
            from duckrow.puppet.runtime.block import Block

            called = block
            given.append(
                Block(
                    lambda *values: from_ruby(called(*map(to_ruby, values))),
                    self.scope,
                    low=max(block.count, 0),
                    high=None if block.has_rest else max(block.count, 0),
                )
            )
        return to_ruby(function(self.scope, *given))

    def variable(self, name: str) -> Any:
        return to_ruby(find(self.scope, name))


def _lookupvar(host: ScopeHost, name: Any, _options: Any = None) -> Any:
    return host.variable(to_s(name))


def _has(host: ScopeHost, name: Any) -> bool:
    name = to_s(name)
    return exists(host.scope, name) and find(host.scope, name) is not None


def _to_hash(host: ScopeHost, _recursive: Any = True, _undef: Any = False) -> dict[str, Any]:
    seen = host.scope.all_variables()
    return {name: to_ruby(value) for name, value in seen.items() if value is not None}


def _call_function(host: ScopeHost, name: Any, arguments: Any = None) -> Any:
    given = arguments if isinstance(arguments, list) else [arguments]
    return host.call(to_s(name), [] if arguments is None else given)


def _catalog(host: ScopeHost) -> Any:
    from duckrow.puppet.ruby.host.catalog import CatalogHost

    return CatalogHost(host.scope)


def _compiler(host: ScopeHost) -> Any:
    from duckrow.puppet.ruby.host.catalog import CompilerHost

    return CompilerHost(host.scope)


def _environment(host: ScopeHost) -> Any:
    from duckrow.puppet.ruby.host.catalog import EnvironmentHost

    return EnvironmentHost(host.scope)


def _resource(host: ScopeHost) -> Any:
    from duckrow.puppet.ruby.host.catalog import ResourceHost

    return ResourceHost(host.scope.resource)


def _find_resource(host: ScopeHost, reference: Any, title: Any = None) -> Any:
    from duckrow.puppet.ruby.host.catalog import find_resource

    return find_resource(host.scope, reference, title)


def _set_variable(_host: ScopeHost, name: Any, _value: Any, *_rest: Any) -> Any:
    raise RubyError("NoMethodError", f"setting the variable {to_s(name)} from Ruby")


_METHODS: dict[str, Callable[..., Any]] = {
    "lookupvar": _lookupvar,
    "[]": _lookupvar,
    "include?": _has,
    "exist?": _has,
    "bound?": _has,
    "has_variable?": _has,
    "to_hash": _to_hash,
    "call_function": _call_function,
    "catalog": _catalog,
    "compiler": _compiler,
    "environment": _environment,
    "known_resource_types": _environment,
    "resource": _resource,
    "findresource": _find_resource,
    "setvar": _set_variable,
    "self": lambda host: host,
    "scope": lambda host: host,
    "class_scope": lambda host, *_: host,
    "tags": lambda host: _catalog(host).ruby_send("tags", (), None),
    "source": _resource,
    "module_name": lambda host: host.scope.module_name or None,
    "to_s": lambda host: host.scope.label,
    "inspect": lambda host: host.scope.label,
    "nil?": lambda _: False,
    "is_a?": lambda _host, _class: False,
}
