"""Puppet::ResourceApi::SimpleProvider: `set` as calls of create, update and delete."""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import ENSURE
from duckrow.puppet.ruby_host.resource_api.definition import (
    check_schema,
    has_feature,
    is_ensurable,
    namevars,
)
from duckrow.ruby.core.basics import equal, to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import Proc, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.data.symbol import Symbol
    from duckrow.puppet.ruby_host.objects import Method, Methods
    from duckrow.ruby.interpreter import Interpreter

    Hash = dict[Any, Any]

_IS, _SHOULD = symbol("is"), symbol("should")


def build_name(names: list[Symbol], resource: Hash) -> object:
    """Return what names a resource: one value, or a hash of several."""
    if len(names) > 1:
        return {name: resource.get(name) for name in names}
    return resource.get(names[0]) if names else None


def _set(ruby: Interpreter, self: RubyObject, context: RubyObject, changes: Hash) -> None:
    definition = send(ruby, context, "type")
    for key, change in changes.items():
        name = from_key(key)
        current = change[_IS] if _IS in change else _current(ruby, self, context, name)
        if _IS not in change:
            check_schema(ruby, definition, current)
        if not is_ensurable(definition):
            raise RubyError(
                "RuntimeError", "SimpleProvider cannot be used with a Type that is not ensurable"
            )
        should = change.get(_SHOULD)
        was, wanted = _ensure(ruby, current), _ensure(ruby, should)
        names = namevars(definition)
        arguments: tuple[object, ...]
        called = {each: should.get(each) for each in names} if len(names) > 1 else name
        if was == "absent" and wanted == "present":
            step, arguments = ("creating", "create"), (called, should)
        elif was == "present" and wanted == "absent":
            step, arguments = ("deleting", "delete"), (called,)
        elif was == "present":
            step, arguments = ("updating", "update"), (called, should)
        else:
            continue
        work = _calls(self, step[1], context, *arguments)
        send(ruby, context, step[0], name, block=work)


def _calls(self: RubyObject, method: str, *arguments: object) -> Proc:
    return Proc(lambda ruby: send(ruby, self, method, *arguments))


def _current(ruby: Interpreter, self: RubyObject, context: RubyObject, name: object) -> Any:
    definition = send(ruby, context, "type")
    filters = ([name],) if has_feature(definition, "simple_get_filter") else ()
    for each in send(ruby, self, "get", context, *filters) or ():
        if equal(ruby, build_name(namevars(definition), each), name):
            return each
    return None


def _ensure(ruby: Interpreter, state: Hash | None) -> str:
    return "absent" if state is None else to_s(ruby, state.get(ENSURE))


def _lacking(name: str) -> Method:
    def lack(_ruby: Interpreter, self: RubyObject, *_: object) -> object:
        raise RubyError("RuntimeError", f"{self.class_.name} has not implemented `{name}`")

    return lack


METHODS: Methods = {
    "set": _set,
    **{name: _lacking(name) for name in ("create", "update", "delete")},
}
CLASS_METHODS: Methods = {
    "build_name": lambda _ruby, _self, names, resource: build_name(names, resource),
}
