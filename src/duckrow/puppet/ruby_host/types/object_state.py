"""Objects of Puppet::Type: the provider, and the state that it reads."""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import (
    ABSENT,
    ENSURE,
    PROVIDER,
    class_at,
    is_kind,
    puppet_error,
    reader,
    writer,
)
from duckrow.puppet.ruby_host.types.known import name_of, table
from duckrow.puppet.ruby_host.types.object_attributes import get_property, newattr, properties
from duckrow.puppet.ruby_host.types.resource import new_resource
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import responds_to, send_0, send_1, send_2
from duckrow.ruby.errors import argument_error
from duckrow.ruby.values.kinds import RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter


# ---- the provider


def set_provider(ruby: Interpreter, self: RubyObject, given: object) -> object:
    """Set the provider: an object, or the name of a class."""
    if is_kind(ruby, given, "Puppet::Provider"):
        self.variables["provider"] = given
        send_1(ruby, given, "resource=", self)
        return given
    class_ = send_1(ruby, self.class_, "provider", given)
    if class_ is None:
        raise argument_error(
            f"Could not find {to_s(ruby, given)} provider of {name_of(self.class_).name}"
        )
    self.variables["provider"] = send_1(ruby, class_, "new", self)
    return given


def is_suitable(ruby: Interpreter, self: RubyObject) -> bool:
    """Return whether a provider can manage the resource; the default is chosen again."""
    if PROVIDER not in table(self.class_, "paramhash"):
        return True
    provider = self.variables.get("provider")
    if provider is not None:
        return send_0(ruby, send_0(ruby, provider, "class"), "suitable?") not in (None, False)
    default = send_0(ruby, self.class_, "defaultprovider")
    if default is None:
        return False
    send_1(ruby, self, "provider=", send_0(ruby, default, "name"))
    return True


# ---- the state


def _retrieve(ruby: Interpreter, self: RubyObject) -> object:
    provider = self.variables.get("provider")
    if isinstance(provider, RubyObject):
        class_ = send_0(ruby, provider, "class")
        if send_0(ruby, class_, "suitable?") in (None, False):
            name = to_s(ruby, send_0(ruby, class_, "name"))
            raise puppet_error(f"Provider {name} is not functional on this host")
    result = new_resource(ruby, self.class_, send_0(ruby, self, "title"))
    ensure = get_property(ruby, self, ENSURE)
    needs = send_0(ruby, self.class_, "needs_ensure_retrieved") not in (None, False)
    if ensure is None and needs and ENSURE in table(self.class_, "validproperties"):
        ensure = newattr(ruby, self, ENSURE)
    state: object = None
    if ensure is not None:
        state = send_0(ruby, ensure, "retrieve")
        send_2(ruby, result, "[]=", ENSURE, state)
    for each in properties(self):
        name = send_0(ruby, each, "name")
        if name != ENSURE:
            value = ABSENT if state == ABSENT else send_0(ruby, each, "retrieve")
            send_2(ruby, result, "[]=", name, value)
    return result


def _retrieve_resource(ruby: Interpreter, self: RubyObject) -> object:
    found = send_0(ruby, self, "retrieve")
    if not isinstance(found, dict):
        return found
    made = new_resource(ruby, self.class_, send_0(ruby, self, "title"))
    for name, value in found.items():
        send_2(ruby, made, "[]=", name, value)
    return made


def _current_values(ruby: Interpreter, self: RubyObject) -> dict[Any, Any]:
    state: object = None
    found: dict[Any, Any] = {}
    for each in properties(self):
        is_ensure = send_0(ruby, each, "name") == ENSURE
        value = ABSENT if state == ABSENT and not is_ensure else send_0(ruby, each, "retrieve")
        state = value if is_ensure else state
        found[each] = value
    return found


def _is_present(ruby: Interpreter, _self: RubyObject, values: object) -> bool:
    return bool(send_1(ruby, values, "[]", ENSURE) != ABSENT)


def _flush(ruby: Interpreter, self: RubyObject) -> None:
    provider = self.variables.get("provider")
    if provider is not None and responds_to(ruby, provider, "flush"):
        send_0(ruby, provider, "flush")


def _noop(ruby: Interpreter, self: RubyObject) -> bool:
    own = self.variables.get("noop")
    if own is None:
        own = send_1(ruby, class_at(ruby, "Puppet"), "[]", symbol("noop"))
    return own not in (None, False)


STATE: Methods = {
    "provider": reader("provider"),
    "provider=": set_provider,
    "suitable?": is_suitable,
    "retrieve": _retrieve,
    "retrieve_resource": _retrieve_resource,
    "to_resource": _retrieve_resource,
    "currentpropvalues": _current_values,
    "present?": _is_present,
    "flush": _flush,
    "noop?": _noop,
    "noop": lambda ruby, self: send_0(ruby, self, "noop?"),
    "noop=": writer("noop"),
}
