"""Objects of Puppet::Type: their attributes."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_host.objects import (
    ABSENT,
    ENSURE,
    NAME,
    RESOURCE,
    class_at,
    dev_error,
    intern,
    is_kind,
    puppet_error,
)
from duckrow.puppet.ruby_host.types.known import attributes, classes, name_of, table
from duckrow.puppet.ruby_host.types.logs import log_about
from duckrow.puppet.ruby_host.types.object_names import ref_of, resource_error
from duckrow.puppet.ruby_host.types.parameter import error_message, read_value
from duckrow.puppet.ruby_host.types.type_class import (
    all_attributes,
    attribute_class,
    is_attribute,
    key_attributes,
)
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send_0, send_1
from duckrow.ruby.exceptions import RESCUED, rescues
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter


def name_var(self: RubyObject) -> Symbol | None:
    """Return the only attribute that names a resource, or None where there are several."""
    keys = key_attributes(self.class_)
    return keys[0] if len(keys) == 1 else None


def _real_name(ruby: Interpreter, self: RubyObject, name: object) -> Symbol:
    word = intern(ruby, name)
    return (name_var(self) or word) if word == NAME else word


def get(ruby: Interpreter, self: RubyObject, name: object) -> object:
    """Return the value of an attribute."""
    word = name if type(name) is Symbol else intern(ruby, name)
    known: Any = self.variables.get("parameters") or attributes(self)
    found = known.get(word)
    if found is None:
        if not is_attribute(ruby, self.class_, word):
            raise puppet_error(f"Invalid parameter {word.name}(:{word.name})")
        found = known.get(_real_name(ruby, self, word))
    return None if found is None else read_value(ruby, found)


def set_attribute(ruby: Interpreter, self: RubyObject, name: object, value: object) -> object:
    """Set an attribute; a value that its type rejects is an error with the resource's location."""
    word = intern(ruby, name)
    if not is_attribute(ruby, self.class_, word):
        raise puppet_error(f"no parameter named '{word.name}'")
    word = _real_name(ruby, self, word)
    if value is None:
        raise puppet_error(f"Got nil value for {word.name}")
    made = send_1(ruby, self, "newattr", word)
    if made is None:
        return value
    try:
        send_1(ruby, made, "value=", value)
    except RESCUED as error:
        known = (class_at(ruby, "Puppet::Error"), known_class(ruby, "ArgumentError"))
        if not rescues(ruby, error, *known):
            raise
        detail = error_message(ruby, error)
        message = f"Parameter {word.name} failed on {ref_of(ruby, self)}: {detail}"
        raise resource_error(self, message) from error
    return value


def newattr(ruby: Interpreter, self: RubyObject, name: object) -> object:
    """Make the object of an attribute, unless the provider lacks a feature that it needs."""
    word = name_of(name) if isinstance(name, RubyModule) else intern(ruby, name)
    class_ = attribute_class(ruby, self.class_, word)
    if class_ is None:
        raise puppet_error(
            f"Resource type {name_of(self.class_).name} does not support parameter {word.name}"
        )
    needed = class_.variables.get("required_features")
    provider = self.variables.get("provider") if needed else None
    if isinstance(provider, RubyObject) and isinstance(needed, list):
        provider_class = send_0(ruby, provider, "class")
        if send_1(ruby, provider_class, "supports_parameter?", class_) in (None, False):
            lacking = [
                each.name
                for each in needed
                if send_1(ruby, provider_class, "feature?", each) in (None, False)
            ]
            message = (
                f"Provider {to_s(ruby, send_0(ruby, provider_class, 'name'))} does not support "
                f"features {', '.join(lacking)}; not managing attribute {word.name}"
            )
            log_about(ruby, self, "debug", message)
            return None
    known = attributes(self)
    if word not in known:
        known[word] = send_1(ruby, class_, "new", {RESOURCE: self})
    return known[word]


def _should(ruby: Interpreter, self: RubyObject, name: object) -> object:
    found = attributes(self).get(intern(ruby, name))
    return send_0(ruby, found, "should") if is_kind(ruby, found, "Puppet::Property") else None


def get_property(ruby: Interpreter, self: RubyObject, name: object) -> object:
    """Return a property that is set, or None."""
    found = attributes(self).get(intern(ruby, name))
    return found if is_kind(ruby, found, "Puppet::Property") else None


def properties(self: RubyObject) -> list[Any]:
    """Return the properties that are set, in the order of the type."""
    known = attributes(self)
    names = (name_of(each) for each in classes(self.class_, "properties"))
    return [known[name] for name in names if name in known]


def _value(ruby: Interpreter, self: RubyObject, name: object) -> object:
    found = attributes(self).get(intern(ruby, name))
    return None if found is None else read_value(ruby, found)


def _to_hash(ruby: Interpreter, self: RubyObject) -> dict[Any, Any]:
    return {name: read_value(ruby, found) for name, found in attributes(self).items()}


def _delete(ruby: Interpreter, self: RubyObject, name: object) -> object:
    word = intern(ruby, name)
    if word not in attributes(self):
        raise dev_error(f"Undefined attribute '{word.name}' in {to_s(ruby, self)}")
    return attributes(self).pop(word)


def _with_value(ruby: Interpreter, self: RubyObject) -> list[Any]:
    known = attributes(self)
    return [known[name] for name in all_attributes(ruby, self.class_) if name in known]


def _each_property(ruby: Interpreter, self: RubyObject, *, block: Proc) -> None:
    for each in properties(self):
        block(ruby, each)


def _each_parameter(ruby: Interpreter, self: RubyObject, *, block: Proc) -> None:
    for each in _with_value(ruby, self):
        block(ruby, each)


def _is_managed(ruby: Interpreter, self: RubyObject) -> bool:
    if not self.variables.get("managed"):
        self.variables["managed"] = any(
            send_0(ruby, each, "should") not in (None, False)
            and not each.class_.variables.get("unmanaged")
            for each in properties(self)
        )
    return bool(self.variables["managed"])


def _is_deleting(ruby: Interpreter, self: RubyObject) -> bool:
    found = attributes(self).get(ENSURE)
    return found is not None and send_0(ruby, found, "should") == ABSENT


def _uniqueness_key(ruby: Interpreter, self: RubyObject) -> list[object]:
    names = sorted(key_attributes(self.class_), key=lambda each: each.name)
    return [get(ruby, self, name) for name in names]


def _copy_metaparams(ruby: Interpreter, self: RubyObject, many: object) -> None:
    for name, each in many.items() if isinstance(many, dict) else ():
        if each.class_.variables.get("metaparam") and name != symbol("alias"):
            set_attribute(ruby, self, name, send_0(ruby, each, "value"))


def _remove(_ruby: Interpreter, self: RubyObject, *_: object) -> None:
    attributes(self).clear()
    self.variables.pop("provider", None)


ATTRIBUTES: Methods = {
    "[]": get,
    "[]=": set_attribute,
    "should": _should,
    "value": _value,
    "newattr": newattr,
    "parameter": lambda ruby, self, name: attributes(self).get(intern(ruby, name)),
    "parameters": lambda _ruby, self: dict(attributes(self)),
    "property": get_property,
    "properties": lambda _ruby, self: properties(self),
    "propertydefined?": lambda ruby, self, name: intern(ruby, name) in attributes(self),
    "add_property_parameter": lambda ruby, self, name: (
        name in table(self.class_, "validproperties")
        and name not in attributes(self)
        and newattr(ruby, self, name) is not None
    ),
    "to_hash": _to_hash,
    "delete": _delete,
    "eachproperty": _each_property,
    "eachparameter": _each_parameter,
    "parameters_with_value": _with_value,
    "name_var": lambda _ruby, self: name_var(self),
    "uniqueness_key": _uniqueness_key,
    "copy_metaparams": _copy_metaparams,
    "managed?": _is_managed,
    "deleting?": _is_deleting,
    "remove": _remove,
}
