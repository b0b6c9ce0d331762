"""Puppet::Resource: the type, title and attributes of a resource, as the catalog has them."""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import (
    NAME,
    capitalize,
    class_at,
    intern,
    is_kind,
    option,
    puppet_error,
    reader,
    writer,
)
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import inspect, to_s
from duckrow.ruby.dispatch import send_0, send_1, send_2
from duckrow.ruby.errors import argument_error
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter

TYPE = " type"  # the variable that holds the class of the resource


def make(ruby: Interpreter) -> dict[str, object]:
    """Return Puppet::Resource and Puppet::Resource::Catalog."""
    from duckrow.puppet.ruby_host.types.catalog import METHODS as CATALOG

    object_ = known_class(ruby, "Object")
    resource = RubyModule("Puppet::Resource", object_, methods=METHODS)
    resource.includes.append(class_at(ruby, "Enumerable"))
    catalog = RubyModule("Puppet::Resource::Catalog", object_, methods=CATALOG)
    resource.constants["Catalog"] = catalog
    return {"Puppet::Resource": resource, "Puppet::Resource::Catalog": catalog}


def new_resource(ruby: Interpreter, type_: object, title: object) -> RubyObject:
    """Make a resource of a type with a title."""
    made = RubyObject(class_at(ruby, "Puppet::Resource"))
    _initialize(ruby, made, type_, title)
    return made


def _initialize(
    ruby: Interpreter,
    self: RubyObject,
    type_: object,
    title: object = None,
    options: object = None,
) -> None:
    self.variables |= {"parameters": {}, "sensitive_parameters": [], "exported": False}
    if is_kind(ruby, type_, "Puppet::Resource"):
        assert isinstance(type_, RubyObject)
        self.variables |= type_.variables
        self.variables["parameters"] = dict(parameters(type_))
        return
    type_, title = _type_and_title(ruby, type_, title)
    if isinstance(type_, RubyModule):
        self.variables[TYPE] = type_
        name = to_s(ruby, type_.variables.get("name"))
    else:
        name = to_s(ruby, type_)
    self.variables["type"] = "::".join(capitalize(part) for part in name.split("::"))
    self.variables["title"] = to_s(ruby, title)
    for key, value in (option(options, "parameters") or {}).items():
        send_2(ruby, self, "[]=", key, value)


def _type_and_title(ruby: Interpreter, type_: object, title: object) -> tuple[object, object]:
    if title is None and isinstance(type_, str) and "[" in type_ and type_.endswith("]"):
        name, _, rest = type_.partition("[")
        return name, rest[:-1]
    if title is not None:
        return type_, title
    if is_kind(ruby, type_, "Puppet::Type"):
        assert isinstance(type_, RubyObject)
        return type_.class_, send_0(ruby, type_, "title")
    raise argument_error(
        f"No title provided and {inspect(ruby, type_)} is not a valid resource reference"
    )


def parameters(self: RubyObject) -> dict[Any, Any]:
    """Return the attributes of a resource."""
    found = self.variables["parameters"]
    assert isinstance(found, dict)
    return found


def type_class(ruby: Interpreter, self: RubyObject) -> RubyModule | None:
    """Return the class of the type, or None for a class or define of a manifest."""
    found = self.variables.get(TYPE)
    if found is None:
        name = to_s(ruby, self.variables["type"]).lower()
        if "::" not in name:
            found = send_1(ruby, class_at(ruby, "Puppet::Type"), "type", symbol(name))
        self.variables[TYPE] = found or False
    return found if isinstance(found, RubyModule) else None


def _attribute(ruby: Interpreter, self: RubyObject, name: object) -> object:
    if is_kind(ruby, name, "Puppet::Parameter"):
        name = send_0(ruby, name, "name")
    word = symbol(to_s(ruby, name).lower())
    if word == NAME:
        class_ = type_class(ruby, self)
        keys = [] if class_ is None else send_0(ruby, class_, "key_attributes")
        if len(keys) == 1:
            return keys[0]
    return word


def _get(ruby: Interpreter, self: RubyObject, name: object) -> object:
    return parameters(self).get(_attribute(ruby, self, name))


def _set(ruby: Interpreter, self: RubyObject, name: object, value: object) -> object:
    parameters(self)[_attribute(ruby, self, name)] = value
    return value


def parse_title(ruby: Interpreter, type_: RubyModule | None, title: str) -> dict[Any, Any]:
    """Return the attributes that a title holds, by the patterns of its type."""
    patterns = None if type_ is None else send_0(ruby, type_, "title_patterns")
    if patterns is None:
        return {NAME: title}
    for pattern, names in patterns:
        match = pattern.search(title)
        if match is None:
            continue
        found: dict[Any, Any] = {}
        groups = match.groups()
        for number, each in enumerate(names):
            capture = groups[number] if number < len(groups) else None
            many = each if isinstance(each, list) else [each]
            convert = many[1] if len(many) > 1 else None
            found[many[0]] = capture if convert is None else send_1(ruby, convert, "call", capture)
        return found
    raise puppet_error(f'No set of title patterns matched the title "{title}".')


def to_hash(ruby: Interpreter, self: RubyObject) -> dict[Any, Any]:
    """Return the attributes, with those that the title holds."""
    title = to_s(ruby, self.variables["title"])
    return {**parse_title(ruby, type_class(ruby, self), title), **parameters(self)}


def _each(ruby: Interpreter, self: RubyObject, *, block: Proc) -> RubyObject:
    for key, value in list(parameters(self).items()):
        block(ruby, key, value)
    return self


def _delete(ruby: Interpreter, self: RubyObject, name: object) -> object:
    return parameters(self).pop(intern(ruby, name), None)


def _ref(ruby: Interpreter, self: RubyObject) -> str:
    return f"{to_s(ruby, self.variables['type'])}[{to_s(ruby, self.variables['title'])}]"


def _to_ral(ruby: Interpreter, self: RubyObject) -> object:
    class_ = type_class(ruby, self)
    if class_ is None:
        raise puppet_error(f"Resource type '{to_s(ruby, self.variables['type'])}' was not found")
    return send_1(ruby, class_, "new", self)


def _resolve(ruby: Interpreter, self: RubyObject) -> object:
    catalog = self.variables.get("catalog")
    return None if catalog is None else send_1(ruby, catalog, "resource", _ref(ruby, self))


def _equal(ruby: Interpreter, self: RubyObject, other: object) -> bool:
    if self is other:
        return True
    return is_kind(ruby, other, "Puppet::Resource") and (
        _ref(ruby, self) == _ref(ruby, other)  # type: ignore[arg-type]
    )


METHODS: Methods = {
    **{name: reader(name) for name in ("type", "title", "file", "line", "catalog", "tags")},
    **{
        f"{name}=": writer(name)
        for name in ("file", "line", "catalog", "tags", "virtual", "exported", "kind")
    },
    "sensitive_parameters": reader("sensitive_parameters"),
    "sensitive_parameters=": writer("sensitive_parameters"),
    "exported": reader("exported"),
    "virtual": reader("virtual"),
    "initialize": _initialize,
    "[]": _get,
    "[]=": _set,
    "==": _equal,
    "parameters": lambda _ruby, self: parameters(self),
    "to_hash": to_hash,
    "to_h": to_hash,
    "each": _each,
    "delete": _delete,
    "has_key?": lambda ruby, self, name: _attribute(ruby, self, name) in parameters(self),
    "include?": lambda ruby, self, name: _attribute(ruby, self, name) in parameters(self),
    "key?": lambda ruby, self, name: _attribute(ruby, self, name) in parameters(self),
    "keys": lambda _ruby, self: list(parameters(self)),
    "values": lambda _ruby, self: list(parameters(self).values()),
    "ref": _ref,
    "to_ref": _ref,
    "to_s": _ref,
    "inspect": _ref,
    "name": lambda ruby, self: _ref(ruby, self).replace("[", "/").rstrip("]"),
    "resource_type": type_class,
    "resolve": _resolve,
    "to_ral": _to_ral,
    "copy_as_resource": lambda ruby, self: new_resource(ruby, self, None),
}
