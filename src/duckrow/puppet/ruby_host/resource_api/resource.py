"""The resources of a registered type: their state comes from `get` and goes to `set`."""

from __future__ import annotations

from copy import deepcopy

from duckrow.puppet.ruby_code.values import from_ruby
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.puppet.ruby_host.objects import ABSENT, ENSURE, NAME, is_kind
from duckrow.puppet.ruby_host.resource_api.definition import (
    INIT_ONLY,
    NAMEVAR,
    PARAMETER,
    READ_ONLY,
    TITLE,
    attributes_of,
    check_schema,
    complain,
    data_type,
    definition_of,
    has_feature,
    is_ensurable,
    namevars,
    strictness,
    type_name,
)
from duckrow.puppet.ruby_host.resource_api.simple_provider import build_name
from duckrow.puppet.ruby_host.types.known import DEFINITION, attributes
from duckrow.puppet.ruby_host.types.resource import new_resource, parse_title, to_hash
from duckrow.puppet.ruby_host.types.type_object import METHODS as TYPE
from duckrow.puppet.types.model.choices import OptionalType
from duckrow.puppet.values.sensitive import Sensitive
from duckrow.ruby.core.basics import equal, inspect, to_s, truthy
from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.values.keys import to_key
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter

    Hash = dict[Any, Any]

_STATES = " states"  # of the resources that the provider has listed, by what names them
_HAS_ALL = " has all states"
_STATE = "rsapi_current_state"
_TARGET = "rsapi_canonicalized_target_state"
_MISSING = "missing_attrs"


def definition(type_: RubyModule) -> RubyObject:
    """Return the definition of a type."""
    found = type_.variables[DEFINITION]
    assert isinstance(found, RubyObject)
    return found


def build_title(_ruby: Interpreter, described: RubyObject, values: Hash) -> object:
    """Return what names a resource of a provider."""
    return build_name(namevars(described), values)


# ---- making one


def _initialize(ruby: Interpreter, self: RubyObject, given: object) -> None:
    described = definition(self.class_)
    secret: list[Any] = []
    if is_kind(ruby, given, "Puppet::Resource"):
        assert isinstance(given, RubyObject)
        self.variables |= {name: given.variables.get(name) for name in ("title", "catalog")}
        names = given.variables.get("sensitive_parameters")
        secret = list(names) if isinstance(names, list) else []
        values = to_hash(ruby, given)
    else:
        assert isinstance(given, dict)
        self.variables["ral_find_absent"] = True
        values = dict(given)
    for name in secret:
        value = values.get(name)
        if name in values and not isinstance(value, Sensitive):
            values[name] = Sensitive(from_ruby(value))
    if has_feature(described, "canonicalize"):
        values = _canonical(ruby, self, values)
    if NAME not in attributes_of(described) and values.get(TITLE) is None:
        title = values.pop(NAME, None)
        values[TITLE] = self.variables.get("title") if title is None else title
    if secret:
        values[symbol("sensitive_parameters")] = secret
    TYPE["initialize"](ruby, self, values)


def _canonical(ruby: Interpreter, self: RubyObject, values: Hash) -> Hash:
    provider = send(ruby, self.class_, "my_provider")
    context = send(ruby, self.class_, "context")
    found = send(ruby, provider, "canonicalize", context, [values])
    first: Hash = found[0]
    return first


def _validate(ruby: Interpreter, self: RubyObject) -> None:
    """Find the mandatory attributes without a value; a missing parameter is an error."""
    missing, parameters = [], []
    described = definition(self.class_)
    if not self.variables.get("ral_find_absent"):
        for name, options in attributes_of(described).items():
            behaviour = options.get(symbol("behaviour"))
            is_optional = type(data_type(described, name)) is OptionalType
            if behaviour in (READ_ONLY, NAMEVAR) or is_optional:
                continue
            if send(ruby, self, "value", name) is None:
                missing.append(name)
                if behaviour == PARAMETER:
                    parameters.append(name)
    self.variables[_MISSING] = [name for name in missing if name != ENSURE]
    if parameters:
        raise _not_provided("parameters", parameters)


def _not_provided(kind: str, names: list[Any]) -> RubyError:
    listed = ", \n    *  ".join(name.name for name in names)
    return RubyError(
        "Puppet::ResourceError",
        f"The following mandatory {kind} were not provided:\n    *  {listed}",
    )


def _raise_missing(ruby: Interpreter, self: RubyObject) -> None:
    names = self.variables.get(_MISSING)
    ensure = send(ruby, self, "value", ENSURE) if is_ensurable(definition(self.class_)) else None
    if isinstance(names, list) and names and ensure not in (None, ABSENT):
        raise _not_provided("attributes", names)


# ---- the state on the host


def provider_get(ruby: Interpreter, self: RubyModule, names: object = None) -> list[Any]:
    """Ask the provider for its resources; those that it returned once are remembered."""
    states = _states(self)
    if names is None and self.variables.get(_HAS_ALL):
        return list(states.values())
    described = definition(self)
    filters = has_feature(described, "simple_get_filter")
    provider, context = send(ruby, self, "my_provider"), send(ruby, self, "context")
    found: list[Any] = send(ruby, provider, "get", context, *([names] if filters else ()))
    for each in found:
        states[to_key(build_title(ruby, described, each))] = each
    if names is None and not filters:
        self.variables[_HAS_ALL] = True
    return found


def _states(type_: RubyModule) -> Hash:
    found = type_.variables.setdefault(_STATES, {})
    assert isinstance(found, dict)
    return found


def instances(ruby: Interpreter, self: RubyModule) -> list[object]:
    """Return a resource for each one that the provider returns."""
    described = definition(self)
    made: list[object] = []
    for state in list(provider_get(ruby, self)):
        check_schema(ruby, described, state)
        title = state[TITLE] if TITLE in state else build_title(ruby, described, state)
        each = send(ruby, self, "new", {TITLE: title})
        _set_state(ruby, each, state)
        _strict_check(ruby, each, state)
        made.append(each)
    return made


def _title(ruby: Interpreter, self: RubyObject) -> object:
    if "rsapi_title" not in self.variables:
        names = namevars(definition(self.class_))
        values = {name: send(ruby, self, "[]", name) for name in names}
        self.variables["rsapi_title"] = build_name(names, values)
    return self.variables["rsapi_title"]


def _state(ruby: Interpreter, self: RubyObject) -> Any:
    found = self.variables.get(_STATE)
    if found is None:
        found = _states(self.class_).get(to_key(_title(ruby, self)))
        if found is not None:
            _strict_check(ruby, self, found)
        self.variables[_STATE] = found
    return found


def _set_state(ruby: Interpreter, self: RubyObject, state: Hash) -> Hash:
    _states(self.class_)[to_key(_title(ruby, self))] = state
    self.variables[_STATE] = state
    return state


def _refresh_state(ruby: Interpreter, self: RubyObject) -> None:
    described = definition(self.class_)
    title = _title(ruby, self)
    many = send(ruby, self.class_, "rsapi_provider_get", [title])
    state = next((each for each in many if _is_named(ruby, self, each)), None)
    if state is not None:
        check_schema(ruby, described, state)
        _strict_check(ruby, self, state)
    else:
        state = dict(title) if isinstance(title, dict) else {TITLE: title}
        if is_ensurable(described):
            state[ENSURE] = ABSENT
    _set_state(ruby, self, state)


def _is_named(ruby: Interpreter, self: RubyObject, state: Hash) -> bool:
    known = attributes(self)
    return all(
        name in known and equal(ruby, state.get(name), send(ruby, known[name], "value"))
        for name in namevars(definition(self.class_))
    )


def _retrieve(ruby: Interpreter, self: RubyObject) -> RubyObject:
    if _state(ruby, self) is None:
        _refresh_state(ruby, self)
    state = _state(ruby, self)
    machine_host(ruby).log("debug", f"Current State: {inspect(ruby, state)}")
    result = new_resource(ruby, self.class_, send(ruby, self, "title"))
    for name, value in state.items():
        if name != TITLE:
            is_ensure = name == ENSURE and isinstance(value, str)
            send(ruby, result, "[]=", name, symbol(value) if is_ensure else value)
    _raise_missing(ruby, self)
    return result


# ---- the state that is asked for


def _target(ruby: Interpreter, self: RubyObject) -> Hash:
    found = self.variables.get(_TARGET)
    if not isinstance(found, dict):
        described = definition(self.class_)
        known = attributes_of(described)
        found = {
            name: send(ruby, each, "rs_value")
            for name, each in attributes(self).items()
            if name in known
        }
        if has_feature(described, "canonicalize"):
            found = _canonical(ruby, self, found)
        self.variables[_TARGET] = found
    return found


def _flush(ruby: Interpreter, self: RubyObject) -> None:
    """Hand the state that is asked for to the provider, unless it is there already."""
    _raise_missing(ruby, self)
    target = _target(ruby, self)
    if _state(ruby, self) is None:
        _retrieve(ruby, self)
    state = _state(ruby, self)
    if equal(ruby, state, target):
        return
    machine_host(ruby).log("debug", f"Target State: {inspect(ruby, target)}")
    described = definition(self.class_)
    _check_init_only(ruby, described, state, target)
    provider, context = (send(ruby, self.class_, name) for name in ("my_provider", "context"))
    change = {symbol("is"): state, symbol("should"): target}
    changes = {to_key(_title(ruby, self)): change}
    is_noop = truthy(send(ruby, self, "noop?"))
    if has_feature(described, "supports_noop"):
        send(ruby, provider, "set", context, changes, {symbol("noop"): is_noop})
    elif not is_noop:
        send(ruby, provider, "set", context, changes)
    if truthy(send(ruby, context, "failed?")):
        send(ruby, context, "reset_failed")
        raise RubyError("RuntimeError", "Execution encountered an error")
    _set_state(ruby, self, target)


def _check_init_only(ruby: Interpreter, described: RubyObject, state: Hash, target: Hash) -> None:
    if any(each.get(ENSURE) != "present" for each in (state, target)):
        return
    for name, value in target.items():
        options = attributes_of(described)[name]
        was = state.get(name)
        if options.get(symbol("behaviour")) == INIT_ONLY and not equal(ruby, value, was):
            change = f"from `{to_s(ruby, was)}` to `{to_s(ruby, value)}`"
            message = f"Attempting to change `{name.name}` init_only attribute value {change}"
            complain(ruby, message, "Puppet::ResourceError")


def generate(ruby: Interpreter, self: RubyObject) -> object:
    """Return the resources that the provider makes for this one."""
    provider = send(ruby, self.class_, "my_provider")
    if not responds_to(ruby, provider, "generate"):
        raise RubyError("Puppet::DevError", "No generate method found within the types provider")
    context = send(ruby, self.class_, "context")
    target, state = _target(ruby, self), _state(ruby, self)
    return send(ruby, provider, "generate", context, _title(ruby, self), state, target)


# ---- what the setting `strict` checks


def _strict_check(ruby: Interpreter, self: RubyObject, state: Hash) -> None:
    if strictness(ruby) == "off":
        return
    described = definition(self.class_)
    if has_feature(described, "canonicalize"):
        _check_canonical(ruby, self, described, state)
    patterns = definition_of(described).get(symbol("title_patterns"))
    if len(namevars(described)) > 1 and patterns:
        _check_title(ruby, self, described, state)


def _about(ruby: Interpreter, self: RubyObject, described: RubyObject) -> str:
    return f"{type_name(ruby, described)}[{to_s(ruby, self.variables.get('title'))}]#get"


def _check_canonical(
    ruby: Interpreter, self: RubyObject, described: RubyObject, state: Hash
) -> None:
    wanted = _canonical(ruby, self, deepcopy(state))
    if wanted is not None and not equal(ruby, state, wanted):
        message = (
            f"{_about(ruby, self, described)} has not provided canonicalized values.\n"
            f"Returned values:       {inspect(ruby, state)}\n"
            f"Canonicalized values:  {inspect(ruby, wanted)}"
        )
        complain(ruby, message)


def _check_title(ruby: Interpreter, self: RubyObject, described: RubyObject, state: Hash) -> None:
    about = _about(ruby, self, described)
    if TITLE not in state:
        complain(ruby, f"{about} has not provided a title attribute.")
        return
    try:
        parsed = parse_title(ruby, self.class_, to_s(ruby, state[TITLE]))
    except RubyError:
        parsed = {}  # no pattern matches
    expected = _title(ruby, self)
    assert isinstance(expected, dict)
    if equal(ruby, parsed, expected):
        return
    names = [each for each in expected if not equal(ruby, parsed.get(each), expected[each])]
    message = (
        f"{about} has provided a title attribute which does not match all namevars.\n"
        f"Namevars which do not match: {inspect(ruby, names)}\n"
        f"Returned parsed title hash:  {inspect(ruby, parsed)}\n"
        f"Expected hash:               {inspect(ruby, expected)}"
    )
    complain(ruby, message)


METHODS: Methods = {
    "initialize": _initialize,
    "validate": _validate,
    "name": lambda ruby, self: send(ruby, self, "title"),
    "my_provider": lambda ruby, self: send(ruby, self.class_, "my_provider"),
    "context": lambda ruby, self: send(ruby, self.class_, "context"),
    "type_definition": lambda _ruby, self: definition(self.class_),
    "rsapi_title": _title,
    "rsapi_current_state": _state,
    "rsapi_current_state=": _set_state,
    "rsapi_canonicalized_target_state": _target,
    "refresh_current_state": _refresh_state,
    "retrieve": _retrieve,
    "flush": _flush,
}
