"""Puppet::Property: an attribute with a state that can be read, compared and changed."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_host.objects import (
    ABSENT,
    ENSURE,
    CouldNotSetError,
    class_at,
    define,
    dev_error,
    flat,
    intern,
    items_of,
    puppet_error,
    reader,
    writer,
)
from duckrow.puppet.ruby_host.types.logs import location_text
from duckrow.puppet.ruby_host.types.parameter import (
    display,
    error_message,
    resource_of,
    to_boolean,
)
from duckrow.puppet.ruby_host.types.values import Value, collection_of
from duckrow.ruby.core.basics import equal, inspect, to_s
from duckrow.ruby.dispatch import responds_to, send_0, send_1, send_2
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.exceptions import rescues
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.ruby_host.objects import Method, Methods
    from duckrow.ruby.interpreter import Interpreter

_ALL = symbol("all")
_FIRST = symbol("first")


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the classes of properties by name."""
    from duckrow.puppet.ruby_host.types import property_lists

    parameter = class_at(ruby, "Puppet::Parameter")
    property_ = RubyModule("Puppet::Property", parameter, methods=METHODS, singleton=CLASS_METHODS)
    ensure = RubyModule("Puppet::Property::Ensure", property_, methods=ENSURE_METHODS)
    ensure.singleton["defaultvalues"] = _defaultvalues
    ensure.variables["name"] = ENSURE
    boolean = RubyModule("Puppet::Property::Boolean", property_)
    boolean.methods["unsafe_munge"] = lambda ruby, _self, value: to_boolean(ruby, value)
    made = (property_, ensure, boolean, *property_lists.make(property_))
    for each in made[1:]:
        property_.constants[each.name.rpartition("::")[2]] = each
    return {each.name: each for each in made}


# ---- the class


def _array_matching(_ruby: Interpreter, self: RubyModule) -> object:
    return self.variables.get("array_matching", _FIRST)


def _set_array_matching(ruby: Interpreter, self: RubyModule, value: object) -> object:
    word = intern(ruby, value)
    if word not in (_ALL, _FIRST):
        raise argument_error("Supported values for Property#array_matching are 'first' and 'all'")
    self.variables["array_matching"] = word
    return word


def _newvalue(
    ruby: Interpreter,
    self: RubyModule,
    name: object,
    options: object = None,
    *,
    block: Proc | None = None,
) -> object:
    value = collection_of(self).add(ruby, name, options, block)
    if value.method is not None:
        if value.block is not None:
            define(ruby, self, value.method, value.block)
        elif self.find_method(value.method) is None:
            self.methods[value.method] = call_provider
    return None


def _value_name(ruby: Interpreter, self: RubyModule, name: object) -> object:
    found = collection_of(self).match(ruby, name)
    return None if found is None else found.name


def _value_option(ruby: Interpreter, self: RubyModule, name: object, option: object) -> object:
    found = collection_of(self).named(name)
    return None if found is None else _option_of(found, to_s(ruby, option))


def _option_of(value: Value, option: str) -> object:
    if option in ("name", "block", "method"):
        found: object = getattr(value, option)
        return found
    return value.options.get(option)


CLASS_METHODS: Methods = {
    "array_matching": _array_matching,
    "array_matching=": _set_array_matching,
    "idempotent": lambda _ruby, self: self.variables.get("idempotent", True),
    "idempotent=": writer("idempotent"),
    "unmanaged": reader("unmanaged"),
    "unmanaged=": writer("unmanaged"),
    "newvalue": _newvalue,
    "value_name": _value_name,
    "value_option": _value_option,
}


# ---- objects


def name_of(ruby: Interpreter, self: RubyObject) -> str:
    """Return the name of a property."""
    return to_s(ruby, send_0(ruby, self, "name"))


def call_provider(ruby: Interpreter, self: RubyObject, *value: object) -> object:
    """Set a value through the method NAME= of the provider."""
    provider = send_0(ruby, resource_of(self), "provider")
    name = name_of(ruby, self)
    given = value[0] if value else send_0(ruby, self, "should")
    if provider is None:
        raise puppet_error(f"{name} cannot handle values of type {inspect(ruby, given)}")
    if not responds_to(ruby, provider, f"{name}=") and not _missing(ruby, provider, f"{name}="):
        raise puppet_error(
            f"The {_class_name(ruby, provider)} provider can not handle attribute {name}"
        )
    return send_1(ruby, provider, f"{name}=", given)


def _missing(ruby: Interpreter, provider: object, name: str) -> bool:
    return send_1(ruby, provider, "respond_to?", symbol(name)) not in (None, False)


def _change_to_s(ruby: Interpreter, self: RubyObject, current: object, new: object) -> str:
    name = name_of(ruby, self)
    try:
        if current == ABSENT:
            return f"defined '{name}' as {_shown(ruby, self, 'should_to_s', new)}"
        if new in (ABSENT, [ABSENT]):
            return f"undefined '{name}' from {_shown(ruby, self, 'is_to_s', current)}"
        was = _shown(ruby, self, "is_to_s", current)
        return f"{name} changed {was} to {_shown(ruby, self, 'should_to_s', new)}"
    except RubyError as error:
        if rescues(ruby, error, class_at(ruby, "Puppet::Error")) or not rescues(ruby, error):
            raise
        message = f"Could not convert change '{name}' to string: {error_message(ruby, error)}"
        raise dev_error(message) from error


def _shown(ruby: Interpreter, self: RubyObject, method: str, value: object) -> str:
    return to_s(ruby, send_1(ruby, self, method, value))


def _event_name(ruby: Interpreter, self: RubyObject) -> Symbol:
    value = send_0(ruby, self, "should")
    option = _value_option(ruby, self.class_, value, symbol("event"))
    if option is not None:
        return intern(ruby, option)
    name = name_of(ruby, self)
    if name != "ensure":
        return symbol(f"{name}_changed")
    ending = {"present": "created", "absent": "removed"}.get(
        value.name if type(value) is Symbol else "", "changed"
    )
    return symbol(f"{to_s(ruby, send_0(ruby, resource_of(self), 'type'))}_{ending}")


def _safe_insync(ruby: Interpreter, self: RubyObject, current: object) -> object:
    if self.variables.get("should") is None:
        return True
    return send_1(ruby, self, "insync?", current)


def _insync(ruby: Interpreter, self: RubyObject, current: object) -> bool:
    should = self.variables.get("should")
    if not isinstance(should, list):
        raise dev_error(f"{name_of(ruby, self)}'s should is not array")
    if not should:
        return True
    if _matches_all(ruby, self):
        if not isinstance(current, list) or len(current) != len(should):
            return False
        texts = [to_s(ruby, each) for each in should]
        return equal(ruby, current, should) or equal(ruby, current, texts)
    return any(
        send_2(ruby, self, "property_matches?", current, wanted) not in (None, False)
        for wanted in should
    )


def _property_matches(
    ruby: Interpreter, _self: RubyObject, current: object, wanted: object
) -> bool:
    return equal(ruby, current, wanted) or equal(ruby, current, to_s(ruby, wanted))


def _insync_values(ruby: Interpreter, self: RubyObject, should: object, current: object) -> object:
    kept = self.variables.get("should")
    self.variables["should"] = should
    try:
        return send_1(ruby, self, "insync?", current)
    except RubyError as error:
        if not rescues(ruby, error):
            raise
        return None
    finally:
        self.variables["should"] = kept


def _matches_all(ruby: Interpreter, self: RubyObject) -> bool:
    return send_0(ruby, self, "match_all?") not in (None, False)


def _set(ruby: Interpreter, self: RubyObject, value: object) -> object:
    name = send_1(ruby, self.class_, "value_name", value)
    found = collection_of(self.class_).named(name)
    method = None if found is None else found.method
    if method is not None and responds_to(ruby, self, method):
        try:
            return send_0(ruby, self, method)
        except RubyError as error:
            if rescues(ruby, error, class_at(ruby, "Puppet::Error")) or not rescues(ruby, error):
                raise
            raise _could_not_set(ruby, self, value, error) from error
    if found is not None and found.block is not None:
        return found.block.with_self(ruby, self)
    return send_1(ruby, self, "call_provider", value)


def _class_name(ruby: Interpreter, provider: object) -> str:
    return to_s(ruby, send_0(ruby, send_0(ruby, provider, "class"), "name"))


def _could_not_set(
    ruby: Interpreter, self: RubyObject, value: object, error: RubyError
) -> RubyError:
    cause = error_message(ruby, error)
    return CouldNotSetError(
        f"Could not set '{to_s(ruby, value)}' on {name_of(ruby, self)}: "
        f"{cause}{location_text(resource_of(self))}",
        cause,
    )


def _should(ruby: Interpreter, self: RubyObject) -> object:
    should = self.variables.get("should")
    if should is None:
        return None
    if not isinstance(should, list):
        raise dev_error(f"should for {name_of(ruby, self)} is not an array")
    if _matches_all(ruby, self):
        return [send_1(ruby, self, "unmunge", each) for each in should]
    return send_1(ruby, self, "unmunge", should[0] if should else None)


def _set_should(ruby: Interpreter, self: RubyObject, values: object) -> object:
    many = values if isinstance(values, list) else [values]
    self.variables["shouldorig"] = many
    for each in many:
        send_1(ruby, self, "validate", each)
    self.variables["should"] = [send_1(ruby, self, "munge", each) for each in many]
    return values


def _sync(ruby: Interpreter, self: RubyObject) -> object:
    should = send_0(ruby, self, "should")
    if should is None or should is False:
        raise dev_error("Got a nil value for should")
    return send_1(ruby, self, "set", should)


def _retrieve(ruby: Interpreter, self: RubyObject) -> object:
    return send_1(ruby, send_0(ruby, self, "provider"), "send", send_0(ruby, self, "name"))


def _unsafe_validate(ruby: Interpreter, self: RubyObject, value: object) -> None:
    collection_of(self.class_).validate(ruby, value)
    send_1(ruby, self, "validate_features_per_value", value)


def _validate_features(ruby: Interpreter, self: RubyObject, value: object) -> None:
    found = collection_of(self.class_).match(ruby, value)
    needed = None if found is None else found.options.get("required_features")
    if needed is None:
        return
    features = flat(items_of(needed))
    provider = send_0(ruby, self, "provider")
    if send_1(ruby, provider, "satisfies?", features) in (None, False):
        raise argument_error(
            f"Provider {_class_name(ruby, provider)} must have features "
            f"'{', '.join(to_s(ruby, each) for each in features)}' to set "
            f"'{name_of(ruby, self)}' to '{to_s(ruby, value)}'"
        )


METHODS: Methods = {
    "shouldorig": reader("shouldorig"),
    "noop=": writer("noop"),
    "noop": lambda ruby, self: send_0(ruby, resource_of(self), "noop?"),
    "call_provider": call_provider,
    "change_to_s": _change_to_s,
    "event_name": _event_name,
    "safe_insync?": _safe_insync,
    "insync?": _insync,
    "insync_values?": _insync_values,
    "property_matches?": _property_matches,
    "is_to_s": lambda ruby, _self, value: display(ruby, value),
    "should_to_s": lambda ruby, _self, value: display(ruby, value),
    "match_all?": lambda ruby, self: send_0(ruby, self.class_, "array_matching") == _ALL,
    "idempotent?": lambda ruby, self: send_0(ruby, self.class_, "idempotent"),
    "retrieve": _retrieve,
    "set": _set,
    "should": _should,
    "should=": _set_should,
    "value": lambda ruby, self: send_0(ruby, self, "should"),
    "value=": lambda ruby, self, values: send_1(ruby, self, "should=", values),
    "sync": _sync,
    "unsafe_validate": _unsafe_validate,
    "validate_features_per_value": _validate_features,
}


# ---- Ensure


def _ask(ruby: Interpreter, self: RubyObject, method: str) -> None:
    resource = resource_of(self)
    provider = send_0(ruby, resource, "provider")
    if provider is not None and responds_to(ruby, provider, method):
        send_0(ruby, provider, method)
    else:
        send_0(ruby, resource, method)


def _defaultvalues(ruby: Interpreter, self: RubyModule) -> None:
    for name, method in (("present", "create"), ("absent", "destroy")):
        value = collection_of(self).add(ruby, symbol(name))
        value.method = f"set_{name}"
        self.methods[value.method] = _asks(method)
    self.methods["default"] = _default_ensure
    self.variables.setdefault("doc", "The basic property that the resource should be in.")


def _asks(method: str) -> Method:
    return lambda ruby, self: _ask(ruby, self, method)


def _default_ensure(ruby: Interpreter, self: RubyObject) -> object:
    is_managed = send_0(ruby, resource_of(self), "managed?") not in (None, False)
    return symbol("present") if is_managed else None


def _ensure_change(ruby: Interpreter, self: RubyObject, current: object, new: object) -> str:
    if current is None or current == ABSENT:
        return "created"
    if new == ABSENT:
        return "removed"
    was = _shown(ruby, self, "is_to_s", current)
    return f"{name_of(ruby, self)} changed {was} to {_shown(ruby, self, 'should_to_s', new)}"


def _retrieve_ensure(ruby: Interpreter, self: RubyObject) -> Symbol:
    resource = resource_of(self)
    provider = send_0(ruby, resource, "provider")
    if provider is not None and responds_to(ruby, provider, "exists?"):
        result = send_0(ruby, provider, "exists?")
    elif responds_to(ruby, resource, "exists?"):
        result = send_0(ruby, resource, "exists?")
    else:
        name = to_s(ruby, send_0(ruby, resource.class_, "name"))
        raise dev_error(f"No ability to determine if {name} exists")
    return ABSENT if result is None or result is False else symbol("present")


ENSURE_METHODS: Methods = {
    "change_to_s": _ensure_change,
    "retrieve": _retrieve_ensure,
    "default": _default_ensure,
}
