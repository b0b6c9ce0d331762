"""The attributes of a registered type: parameters and properties whose values have a data type."""

from __future__ import annotations

from copy import deepcopy

from duckrow.puppet.ruby_host.objects import ENSURE, class_at, dev_error, reader
from duckrow.puppet.ruby_host.resource_api.data_types import checked, values_text
from duckrow.puppet.ruby_host.resource_api.definition import (
    NAMEVAR,
    PARAMETER,
    READ_ONLY,
    behaviour_of,
    has_feature,
)
from duckrow.puppet.ruby_host.types import property as plain_property
from duckrow.puppet.ruby_host.types.docs import VALUES
from duckrow.puppet.ruby_host.types.logs import desired_of
from duckrow.puppet.ruby_host.types.parameter import resource_of
from duckrow.puppet.types.model.base import Type
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.data.symbol import Symbol
    from duckrow.puppet.ruby_host.objects import Method, Methods
    from duckrow.ruby.interpreter import Interpreter

    Hash = dict[Any, Any]

_DATA_TYPE = " data type"
_SUBJECT = " subject"  # TYPE.ATTRIBUTE, for messages
TRIGGER = symbol("rsapi_custom_insync_trigger")
_OUT_OF_SYNC = "Custom insync logic determined that this resource is out of sync"
_NO_INSYNC = (
    "No insync? method defined in the provider; an insync? method must be defined if the "
    "custom_insync feature is defined for the type"
)


def add_attribute(
    ruby: Interpreter,
    type_: RubyModule,
    definition: RubyObject,
    name: Symbol,
    data_type: Type,
    options: Hash,
) -> None:
    """Add the class of an attribute to a type."""
    behaviour = behaviour_of(ruby, options)
    if behaviour in (PARAMETER, NAMEVAR):
        kind, parent = "newparam", "Parameter"
    elif behaviour == READ_ONLY:
        kind, parent = "newparam", "ReadOnlyParameter"
    else:
        kind, parent = "newproperty", "Property"
    above = class_at(ruby, f"Puppet::ResourceApi::{parent}")
    made = send(ruby, type_, kind, name, {symbol("parent"): above})
    assert isinstance(made, RubyModule)
    made.variables |= {
        _DATA_TYPE: data_type,
        _SUBJECT: f"{to_s(ruby, type_.variables['name'])}.{name.name}",
    }
    if options.get(symbol("desc")):
        text = f"{to_s(ruby, options[symbol('desc')])} (a {to_s(ruby, options[symbol('type')])})"
        made.variables["doc"] = text
    made.variables[VALUES] = values_text(data_type, to_s(ruby, options.get(symbol("type"))))
    if behaviour == NAMEVAR:
        send(ruby, made, "isnamevar")
        type_.variables.pop("key_attributes", None)
    if behaviour != READ_ONLY and symbol("default") in options:
        made.methods["default"] = _default(options[symbol("default")])
    if kind == "newproperty" and has_feature(definition, "custom_insync"):
        made.methods |= {"insync?": _custom_insync, "change_to_s": _change_to_s}
    elif name == ENSURE:
        made.methods["insync?"] = _ensure_insync


def _default(value: object) -> Method:
    if isinstance(value, bool):
        return lambda _ruby, _self: symbol("true" if value else "false")
    return lambda _ruby, _self: deepcopy(value) if isinstance(value, (list, dict)) else value


def _checked(self: RubyObject, value: object) -> object:
    data_type = self.class_.variables[_DATA_TYPE]
    assert isinstance(data_type, Type)
    desired = desired_of(resource_of(self))
    is_text = getattr(None if desired is None else desired.catalog, "has_texts", False)
    return checked(data_type, value, str(self.class_.variables[_SUBJECT]), is_text=is_text)


# ---- parameters


def _set_value(_ruby: Interpreter, self: RubyObject, value: object) -> object:
    self.variables["value"] = _checked(self, value)
    return value


def _refuse(ruby: Interpreter, self: RubyObject, value: object) -> object:
    name = to_s(ruby, self.class_.variables["name"])
    raise RubyError(
        "Puppet::ResourceError",
        f"Attempting to set `{name}` read_only attribute value to `{to_s(ruby, value)}`",
    )


PARAMETERS: Methods = {
    "value": reader("value"),
    "value=": _set_value,
    "rs_value": reader("value"),
    "unsafe_munge": lambda _ruby, _self, value: value,
}
READ_ONLY_PARAMETERS: Methods = {"value=": _refuse}


# ---- properties


def rs_value(self: RubyObject) -> object:
    """Return the value that the manifest asks for, as the provider gets it."""
    should = self.variables.get("should")
    return should[0] if isinstance(should, list) and should else None


def _should(_ruby: Interpreter, self: RubyObject) -> object:
    value = rs_value(self)
    if isinstance(value, bool):
        return symbol("true" if value else "false")  # Puppet takes false for no value
    is_ensure = self.class_.variables["name"] == ENSURE
    return symbol(value) if is_ensure and isinstance(value, str) else value


def _set_should(ruby: Interpreter, self: RubyObject, value: object) -> object:
    self.variables["shouldorig"] = value
    given = to_s(ruby, value) if self.class_.variables["name"] == ENSURE else value
    self.variables["should"] = [_checked(self, given)]
    return value


def _ensure_insync(ruby: Interpreter, self: RubyObject, current: object) -> bool:
    return to_s(ruby, rs_value(self)) == to_s(ruby, current)


def _custom_insync(ruby: Interpreter, self: RubyObject, current: object) -> object:
    resource = resource_of(self)
    name = self.class_.variables["name"]
    if name == TRIGGER:
        self.variables["change_to_s_value"] = _OUT_OF_SYNC
    provider = send(ruby, resource.class_, "my_provider")
    if not responds_to(ruby, provider, "insync?"):
        raise dev_error(_NO_INSYNC)
    words = ("rsapi_current_state", "rsapi_canonicalized_target_state")
    states = [send(ruby, resource, each) for each in words]
    context = send(ruby, resource.class_, "context")
    title = send(ruby, resource, "rsapi_title")
    found = send(ruby, provider, "insync?", context, title, name, *states)
    many = [*found, None, None] if isinstance(found, list) else [found, None]
    answer, message = many[0], many[1]
    if answer is not None and message not in (None, ""):
        self.variables["change_to_s_value"] = message
    if answer is None:
        if name == ENSURE:
            return _ensure_insync(ruby, self, current)
        return plain_property.METHODS["insync?"](ruby, self, current)
    if not isinstance(answer, bool):
        raise dev_error(
            f"Custom insync for {to_s(ruby, name)} returned a {class_name(answer)} with a value of "
            f"{inspect(ruby, answer)} instead of true/false; insync? MUST return nil or the "
            "boolean true or false"
        )
    return answer


def _change_to_s(ruby: Interpreter, self: RubyObject, current: object, new: object) -> object:
    own = self.variables.get("change_to_s_value")
    if own is not None:
        return own
    return plain_property.METHODS["change_to_s"](ruby, self, current, new)


PROPERTIES: Methods = {
    "should": _should,
    "should=": _set_should,
    "rs_value": lambda _ruby, self: rs_value(self),
    "unsafe_munge": lambda _ruby, _self, value: value,
    "call_provider": lambda _ruby, _self, *_value: None,
}
