"""Objects of Puppet::Type: how one is made from a resource of the catalog."""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import PROVIDER, class_at, dev_error, intern, is_kind, reader
from duckrow.puppet.ruby_host.types.known import attributes, name_of, table
from duckrow.puppet.ruby_host.types.logs import log_about
from duckrow.puppet.ruby_host.types.object_attributes import name_var, set_attribute
from duckrow.puppet.ruby_host.types.object_names import ref_of, resource_error
from duckrow.puppet.ruby_host.types.parameter import error_message
from duckrow.puppet.ruby_host.types.resource import to_hash
from duckrow.puppet.ruby_host.types.type_class import (
    attribute_class,
    attributes_with_default,
    in_order,
)
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send_0, send_1, send_2
from duckrow.ruby.exceptions import RESCUED, rescues
from duckrow.ruby.values.kinds import RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.data.symbol import Symbol
    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter


def _initialize(ruby: Interpreter, self: RubyObject, given: object) -> None:
    resource = given
    if not is_kind(ruby, given, "Puppet::Resource"):
        resource = send_1(ruby, self.class_, "hash2resource", given)
    assert isinstance(resource, RubyObject)
    for name in ("title", "file", "line", "catalog", "exported", "virtual"):
        value = resource.variables.get(name)
        if value is not None:
            self.variables[name] = value
    attributes(self)
    tags = resource.variables.get("tags")
    self.variables["tags"] = list(tags) if isinstance(tags, list) else [name_of(self.class_).name]
    original = to_hash(ruby, resource)
    self.variables["original_parameters"] = original
    named = name_var(self)
    if named is not None and named in original:
        set_attribute(ruby, self, named, original.pop(named))
    _set_default(ruby, self, PROVIDER)
    _set_all(ruby, self, original)
    _validate_resource(ruby, self)
    _mark_sensitive(ruby, self, resource.variables.get("sensitive_parameters"))


def _set_all(ruby: Interpreter, self: RubyObject, given: dict[Any, Any]) -> None:
    for name in in_order(ruby, self.class_, given):
        try:
            if given[name] is not None:
                send_2(ruby, self, "[]=", name, given[name])
        except RESCUED as error:
            known = [known_class(ruby, each) for each in ("ArgumentError", "TypeError")]
            if rescues(ruby, error, *known, class_at(ruby, "Puppet::Error")) or not rescues(
                ruby, error
            ):
                raise
            raise dev_error(
                f"Could not set {to_s(ruby, name)} on {name_of(self.class_).name}: "
                f"{error_message(ruby, error)}"
            ) from error
    for name in attributes_with_default(ruby, self.class_):
        if name not in given:
            _set_default(ruby, self, name)


def _set_default(ruby: Interpreter, self: RubyObject, name: Symbol) -> None:
    class_ = attribute_class(ruby, self.class_, name)
    if class_ is None or class_.find_method("default") is None or name in attributes(self):
        return
    made = send_1(ruby, self, "newattr", name)
    if made is None:
        return
    value = send_0(ruby, made, "default")
    if value is None or value is False:
        attributes(self).pop(name, None)
    else:
        send_1(ruby, made, "value=", value)


def _validate_resource(ruby: Interpreter, self: RubyObject) -> None:
    if self.class_.find_method("validate") is None:
        return
    try:
        send_0(ruby, self, "validate")
    except RESCUED as error:
        known = (class_at(ruby, "Puppet::Error"), known_class(ruby, "ArgumentError"))
        if not rescues(ruby, error, *known):
            raise
        message = f"Validation of {ref_of(ruby, self)} failed: {error_message(ruby, error)}"
        raise resource_error(self, message) from error


def _mark_sensitive(ruby: Interpreter, self: RubyObject, names: object) -> None:
    for each in names if isinstance(names, list) else ():
        name = intern(ruby, each)
        found = attributes(self).get(name)
        if found is not None and is_kind(ruby, found, "Puppet::Property"):
            found.variables["sensitive"] = True
            continue
        start = f"Unable to mark '{name.name}' as sensitive: "
        if found is not None:
            why = (
                f"{name.name} is a parameter and not a property, and cannot be automatically "
                "redacted."
            )
            log_about(ruby, self, "warning", start + why)
        elif name in table(self.class_, "validproperties"):
            why = "the property itself was not assigned a value."
            log_about(ruby, self, "warning", start + why)
        else:
            type_name = name_of(self.class_).name
            why = f"the property itself is not defined on {type_name}."
            log_about(ruby, self, "err", start + why)
    for found in attributes(self).values():
        if found.class_.find_method("is_sensitive") is not None:
            found.variables["sensitive"] = send_0(ruby, found, "is_sensitive")


MAKING: Methods = {
    "initialize": _initialize,
    "set_default": _set_default,
    "validate_resource": _validate_resource,
    "original_parameters": reader("original_parameters"),
}
