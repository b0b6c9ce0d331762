"""Puppet::ResourceApi::TypeDefinition: what a module registers, checked."""

from __future__ import annotations

from duckrow.puppet.ruby_host.host import machine_host
from duckrow.puppet.ruby_host.objects import ENSURE, class_at, dev_error, reader
from duckrow.puppet.ruby_host.resource_api.data_types import check_ensure, mismatch, read_type
from duckrow.puppet.ruby_host.util.puppet import setting
from duckrow.ruby.core.basics import inspect, to_s, truthy
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.kinds import RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.data.symbol import Symbol
    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.puppet.types.model.base import Type
    from duckrow.ruby.interpreter import Interpreter

    Hash = dict[Any, Any]

_CLASS = "Puppet::ResourceApi::TypeDefinition"
_TYPES = " data types"  # by the names of the attributes
TITLE = symbol("title")
NAMEVAR, READ_ONLY, PARAMETER, INIT_ONLY = map(
    symbol, ("namevar", "read_only", "parameter", "init_only")
)
_BEHAVIOURS = (NAMEVAR, READ_ONLY, PARAMETER, INIT_ONLY)
_BEHAVIOUR = symbol("behaviour")
_RESERVED = (
    "title provider alias audit before consume export loglevel noop notify require schedule stage "
    "subscribe tag"
).split()
_FEATURES = (
    "supports_noop",
    "canonicalize",
    "custom_insync",
    "remote_resource",
    "simple_get_filter",
    "custom_generate",
)
_MOST_WARNINGS = 100  # about data of providers, in one run
_RESERVED_TRIGGER = (
    "`rsapi_custom_insync_trigger` cannot be specified as an attribute; it is reserved for "
    "propertyless types with the custom_insync feature"
)


def make_definition(ruby: Interpreter, given: object) -> RubyObject:
    """Return the definition of a type; a mistake in it raises an error."""
    made = RubyObject(class_at(ruby, _CLASS))
    _initialize(ruby, made, given)
    return made


def _initialize(ruby: Interpreter, self: RubyObject, given: object) -> None:
    if not isinstance(given, dict):
        raise dev_error(f"{_CLASS} must be a Hash, not `{class_name(given)}`")
    for key, words in (("name", "a name"), ("attributes", "`attributes`")):
        if symbol(key) not in given:
            raise dev_error(f"{_CLASS} must have {words}")
    name = to_s(ruby, given[symbol("name")])
    attributes = given[symbol("attributes")]
    if not isinstance(attributes, dict):
        raise dev_error(f"`{name}.attributes` must be a hash, not `{class_name(attributes)}`")
    _check_docs(ruby, name, given)
    types = {key: _check_attribute(ruby, name, key, each) for key, each in attributes.items()}
    for word in _RESERVED:
        if symbol(word) in attributes:
            raise dev_error(f"must not define an attribute called `:{word}`")
    patterns = given.get(symbol("title_patterns"), [])
    if not isinstance(patterns, list):
        raise dev_error(f"`:title_patterns` must be an array, not `{class_name(patterns)}`")
    if ENSURE in types:
        check_ensure(types[ENSURE])
    features = given.setdefault(symbol("features"), [])
    unknown = [each for each in features if each not in _FEATURES]
    if unknown:
        _warn(ruby, f"Unknown feature detected: {inspect(ruby, unknown)}")
    self.variables |= {"definition": given, "attributes": attributes, _TYPES: types}


def _warn(ruby: Interpreter, message: str) -> None:
    machine_host(ruby).log("warning", message)


def _check_docs(ruby: Interpreter, name: str, given: Hash) -> None:
    docs, desc = symbol("docs"), symbol("desc")
    if docs in given:
        if given.get(desc):
            raise dev_error(f"`{name}` has both `desc` and `docs`, prefer using `desc`")
        given[desc] = given.pop(docs)
    if desc not in given:
        _warn(ruby, f"`{name}` has no documentation, add it using a `desc` key")


def _check_attribute(ruby: Interpreter, name: str, key: object, given: object) -> Type:
    word = to_s(ruby, key)
    if word == "rsapi_custom_insync_trigger":
        raise dev_error(_RESERVED_TRIGGER)
    if not isinstance(given, dict):
        raise dev_error(f"`{name}.{word}` must be a Hash, not a {class_name(given)}")
    if symbol("type") not in given:
        raise dev_error(f"`{name}.{word}` has no type")
    if symbol("desc") not in given:
        _warn(ruby, f"`{name}.{word}` has no documentation, add it using a `desc` key")
    type_ = read_type(ruby, key, given[symbol("type")])
    american = symbol("behavior")
    if given.get(american):
        if given.get(_BEHAVIOUR):
            raise dev_error(
                f"the '{word}' attribute has both a `behavior` and a `behaviour`, only use one"
            )
        given[_BEHAVIOUR] = given.pop(american)
    return type_


# ---- questions


def definition_of(self: RubyObject) -> Hash:
    """Return the hash that the module registered."""
    found = self.variables["definition"]
    assert isinstance(found, dict)
    return found


def attributes_of(self: RubyObject) -> Hash:
    """Return the attributes of the type: their options by name."""
    found = self.variables["attributes"]
    assert isinstance(found, dict)
    return found


def type_name(ruby: Interpreter, self: RubyObject) -> str:
    """Return the name of the type."""
    return to_s(ruby, definition_of(self)[symbol("name")])


def data_type(self: RubyObject, name: Symbol) -> Type:
    """Return the type of an attribute."""
    types = self.variables[_TYPES]
    assert isinstance(types, dict)
    found: Type = types[name]
    return found


def behaviour_of(ruby: Interpreter, options: Hash) -> object:
    """Return the behaviour of an attribute, or None for a property."""
    found = options.get(_BEHAVIOUR)
    if found is not None and found not in _BEHAVIOURS:
        raise RubyError(
            "Puppet::ResourceError", f"`{to_s(ruby, found)}` is not a valid behaviour value"
        )
    return found


def namevars(self: RubyObject) -> list[Symbol]:
    """Return the names of the attributes that name a resource."""
    many = attributes_of(self).items()
    return [name for name, options in many if options.get(_BEHAVIOUR) == NAMEVAR]


def read_only_attributes(self: RubyObject) -> frozenset[str]:
    """Return the names of the attributes that no manifest can set."""
    return frozenset(
        name.name
        for name, options in attributes_of(self).items()
        if options.get(_BEHAVIOUR) == READ_ONLY
    )


def insyncable_attributes(self: RubyObject) -> list[Symbol]:
    """Return the attributes without a behaviour: the properties that can change."""
    return [name for name, each in attributes_of(self).items() if _BEHAVIOUR not in each]


def has_feature(self: RubyObject, name: str) -> bool:
    """Return whether the type has a feature."""
    return name in definition_of(self)[symbol("features")]


def is_ensurable(self: RubyObject) -> bool:
    """Return whether the type has the attribute `ensure`."""
    return ENSURE in attributes_of(self)


# ---- the data that a provider returns


def check_schema(
    ruby: Interpreter, self: RubyObject, resource: Hash, prefix: object = None
) -> None:
    """Complain about a resource of a provider that does not fit the definition."""
    name = type_name(ruby, self)
    for each in namevars(self):
        if resource.get(each) is None:
            raise RubyError(
                "Puppet::ResourceError",
                f"`{name}.get` did not return a value for the `{each.name}` namevar attribute",
            )
    known = attributes_of(self)
    unknown = [key for key in resource if key != TITLE and key not in known]
    wrong = _wrong_values(ruby, self, resource)
    if not unknown and not wrong:
        return
    start = "Provider returned data that does not match the Type Schema"
    if prefix is not None:
        start = to_s(ruby, prefix)
    title = to_s(ruby, resource.get(namevars(self)[0])) if namevars(self) else ""
    message = f"{start} for `{name}[{title}]`"
    if unknown:
        message += "\n Unknown attribute:\n"
        message += "".join(f"    * {to_s(ruby, key)}\n" for key in unknown)
    if wrong:
        message += "\n Value type mismatch:\n"
        message += "".join(f"    * {key}: {why}\n" for key, why in wrong.items())
    _notify(ruby, message)


def _wrong_values(ruby: Interpreter, self: RubyObject, resource: Hash) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in resource.items():
        if key not in attributes_of(self):
            continue
        options = attributes_of(self)[key]
        why = mismatch(data_type(self, key), value, "")
        if why and options.get(symbol("sensitive")) is True:
            found[key.name] = f"<< redacted value >> {why}"
        elif why:
            found[key.name] = f"{to_s(ruby, value)} ({why})"
    return found


def strictness(ruby: Interpreter) -> str:
    """Return the setting `strict`."""
    return to_s(ruby, setting(ruby, None, "strict"))


def complain(ruby: Interpreter, message: str, error: str = "Puppet::DevError") -> None:
    """Log a warning, raise an error or do nothing, as the setting `strict` says."""
    level = strictness(ruby)
    if level == "error":
        raise RubyError(error, message)
    if level == "warning":
        _warn(ruby, message)


def _notify(ruby: Interpreter, message: str) -> None:
    level = strictness(ruby)
    if level == "off":
        machine_host(ruby).log("debug", message)
        return
    module = class_at(ruby, "Puppet::ResourceApi").variables
    count = module.get("warning_count", 0)
    assert isinstance(count, int)
    if level == "warning":
        module["warning_count"] = count + 1
        if count >= _MOST_WARNINGS:
            return
    complain(ruby, message)


METHODS: Methods = {
    "initialize": _initialize,
    "definition": reader("definition"),
    "attributes": reader("attributes"),
    "name": lambda _ruby, self: definition_of(self)[symbol("name")],
    "namevars": lambda _ruby, self: namevars(self),
    "insyncable_attributes": lambda _ruby, self: insyncable_attributes(self),
    "ensurable?": lambda _ruby, self: is_ensurable(self),
    "feature?": lambda _ruby, self, name: truthy(has_feature(self, name)),
    "title_patterns": lambda _ruby, self: definition_of(self).setdefault(
        symbol("title_patterns"), []
    ),
    "check_schema": check_schema,
}
