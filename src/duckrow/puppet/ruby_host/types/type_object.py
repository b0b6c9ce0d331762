"""Puppet::Type, the objects: one resource with its attributes and its provider."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_host.objects import (
    ABSENT,
    ENSURE,
    NAME,
    PROVIDER,
    RESOURCE,
    capitalize,
    class_at,
    dev_error,
    flat,
    intern,
    is_kind,
    puppet_error,
    reader,
    writer,
)
from duckrow.puppet.ruby_host.types import metaparameters, type_class
from duckrow.puppet.ruby_host.types.known import attributes, classes, name_of, table
from duckrow.puppet.ruby_host.types.logs import (
    desired_of,
    location_text,
    log_about,
    logs,
    path_of,
)
from duckrow.puppet.ruby_host.types.native import make_native
from duckrow.puppet.ruby_host.types.parameter import error_message
from duckrow.puppet.ruby_host.types.resource import new_resource, to_hash
from duckrow.puppet.ruby_host.types.type_class import (
    all_attributes,
    attribute_class,
    is_attribute,
    key_attributes,
)
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import responds_to, send, send_0
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.exceptions import RESCUED, rescues
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.ruby_host.objects import Method, Methods
    from duckrow.ruby.interpreter import Interpreter


def make(ruby: Interpreter) -> dict[str, object]:
    """Return Puppet::Type."""
    type_ = RubyModule(
        "Puppet::Type",
        known_class(ruby, "Object"),
        methods=METHODS,
        singleton={**type_class.CLASS_METHODS, "make_native": _make_native},
    )
    names = ("Puppet::Util", "Puppet::Util::Errors", "Puppet::Util::Logging")
    type_.includes += [class_at(ruby, name) for name in names]
    type_.extensions.append(class_at(ruby, "Puppet::Util"))
    metaparameters.add_metaparameters(ruby, type_)
    return {"Puppet::Type": type_}


def _make_native(ruby: Interpreter, _self: RubyModule, name: object) -> object:
    return make_native(ruby, to_s(ruby, name))


# ---- making one


def _initialize(ruby: Interpreter, self: RubyObject, given: object) -> None:
    resource = given
    if not is_kind(ruby, given, "Puppet::Resource"):
        resource = send(ruby, self.class_, "hash2resource", given)
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
        _set(ruby, self, named, original.pop(named))
    _set_default(ruby, self, PROVIDER)
    _set_all(ruby, self, original)
    _validate_resource(ruby, self)
    _mark_sensitive(ruby, self, resource.variables.get("sensitive_parameters"))


def _set_all(ruby: Interpreter, self: RubyObject, given: dict[Any, Any]) -> None:
    missing: list[Symbol] = []
    for name in dict.fromkeys([*all_attributes(ruby, self.class_), *given]):
        try:
            if name not in given:
                missing.append(name)
            elif given[name] is not None:
                send(ruby, self, "[]=", name, given[name])
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
    for name in missing:
        _set_default(ruby, self, name)


def _set_default(ruby: Interpreter, self: RubyObject, name: Symbol) -> None:
    class_ = attribute_class(ruby, self.class_, name)
    if class_ is None or class_.find_method("default") is None or name in attributes(self):
        return
    made = send(ruby, self, "newattr", name)
    if made is None:
        return
    value = send(ruby, made, "default")
    if value is None or value is False:
        attributes(self).pop(name, None)
    else:
        send(ruby, made, "value=", value)


def _validate_resource(ruby: Interpreter, self: RubyObject) -> None:
    if self.class_.find_method("validate") is None:
        return
    try:
        send(ruby, self, "validate")
    except RESCUED as error:
        known = (class_at(ruby, "Puppet::Error"), known_class(ruby, "ArgumentError"))
        if not rescues(ruby, error, *known):
            raise
        message = f"Validation of {_ref(ruby, self)} failed: {error_message(ruby, error)}"
        raise _resource_error(self, message) from error


def _resource_error(self: RubyObject, message: str) -> RubyError:
    return RubyError("Puppet::ResourceError", message + location_text(self))


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
            found.variables["sensitive"] = send(ruby, found, "is_sensitive")


# ---- attributes


def name_var(self: RubyObject) -> Symbol | None:
    """Return the only attribute that names a resource, or None where there are several."""
    keys = key_attributes(self.class_)
    return keys[0] if len(keys) == 1 else None


def _real_name(ruby: Interpreter, self: RubyObject, name: object) -> Symbol:
    word = intern(ruby, name)
    return (name_var(self) or word) if word == NAME else word


def get(ruby: Interpreter, self: RubyObject, name: object) -> object:
    """Return the value of an attribute."""
    known = attributes(self)
    word = name if type(name) is Symbol else intern(ruby, name)
    found = known.get(word)
    if found is None:
        if not is_attribute(ruby, self.class_, word):
            raise puppet_error(f"Invalid parameter {word.name}(:{word.name})")
        found = known.get(_real_name(ruby, self, word))
    return None if found is None else send_0(ruby, found, "value")


def _set(ruby: Interpreter, self: RubyObject, name: object, value: object) -> object:
    word = intern(ruby, name)
    if not is_attribute(ruby, self.class_, word):
        raise puppet_error(f"no parameter named '{word.name}'")
    word = _real_name(ruby, self, word)
    if value is None:
        raise puppet_error(f"Got nil value for {word.name}")
    made = send(ruby, self, "newattr", word)
    if made is None:
        return value
    try:
        send(ruby, made, "value=", value)
    except RESCUED as error:
        known = (class_at(ruby, "Puppet::Error"), known_class(ruby, "ArgumentError"))
        if not rescues(ruby, error, *known):
            raise
        detail = error_message(ruby, error)
        message = f"Parameter {word.name} failed on {_ref(ruby, self)}: {detail}"
        raise _resource_error(self, message) from error
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
        provider_class = send(ruby, provider, "class")
        if send(ruby, provider_class, "supports_parameter?", class_) in (None, False):
            lacking = [
                each.name
                for each in needed
                if send(ruby, provider_class, "feature?", each) in (None, False)
            ]
            message = (
                f"Provider {to_s(ruby, send(ruby, provider_class, 'name'))} does not support "
                f"features {', '.join(lacking)}; not managing attribute {word.name}"
            )
            log_about(ruby, self, "debug", message)
            return None
    known = attributes(self)
    if word not in known:
        known[word] = send(ruby, class_, "new", {RESOURCE: self})
    return known[word]


def _should(ruby: Interpreter, self: RubyObject, name: object) -> object:
    found = attributes(self).get(intern(ruby, name))
    return send(ruby, found, "should") if is_kind(ruby, found, "Puppet::Property") else None


def _property(ruby: Interpreter, self: RubyObject, name: object) -> object:
    found = attributes(self).get(intern(ruby, name))
    return found if is_kind(ruby, found, "Puppet::Property") else None


def properties(self: RubyObject) -> list[Any]:
    """Return the properties that are set, in the order of the type."""
    known = attributes(self)
    names = (name_of(each) for each in classes(self.class_, "properties"))
    return [known[name] for name in names if name in known]


def _value(ruby: Interpreter, self: RubyObject, name: object) -> object:
    found = attributes(self).get(intern(ruby, name))
    return None if found is None else send(ruby, found, "value")


def _to_hash(ruby: Interpreter, self: RubyObject) -> dict[Any, Any]:
    return {name: send(ruby, found, "value") for name, found in attributes(self).items()}


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
            send(ruby, each, "should") not in (None, False)
            and not each.class_.variables.get("unmanaged")
            for each in properties(self)
        )
    return bool(self.variables["managed"])


def _is_deleting(ruby: Interpreter, self: RubyObject) -> bool:
    found = attributes(self).get(ENSURE)
    return found is not None and send(ruby, found, "should") == ABSENT


def _uniqueness_key(ruby: Interpreter, self: RubyObject) -> list[object]:
    names = sorted(key_attributes(self.class_), key=lambda each: each.name)
    return [get(ruby, self, name) for name in names]


def _copy_metaparams(ruby: Interpreter, self: RubyObject, many: object) -> None:
    for name, each in many.items() if isinstance(many, dict) else ():
        if each.class_.variables.get("metaparam") and name != symbol("alias"):
            _set(ruby, self, name, send(ruby, each, "value"))


# ---- the provider


def set_provider(ruby: Interpreter, self: RubyObject, given: object) -> object:
    """Set the provider: an object, or the name of a class."""
    if is_kind(ruby, given, "Puppet::Provider"):
        self.variables["provider"] = given
        send(ruby, given, "resource=", self)
        return given
    class_ = send(ruby, self.class_, "provider", given)
    if class_ is None:
        raise argument_error(
            f"Could not find {to_s(ruby, given)} provider of {name_of(self.class_).name}"
        )
    self.variables["provider"] = send(ruby, class_, "new", self)
    return given


def is_suitable(ruby: Interpreter, self: RubyObject) -> bool:
    """Return whether a provider can manage the resource; the default is chosen again."""
    if PROVIDER not in table(self.class_, "paramhash"):
        return True
    provider = self.variables.get("provider")
    if provider is not None:
        return send(ruby, send(ruby, provider, "class"), "suitable?") not in (None, False)
    default = send(ruby, self.class_, "defaultprovider")
    if default is None:
        return False
    send(ruby, self, "provider=", send(ruby, default, "name"))
    return True


# ---- the state


def _retrieve(ruby: Interpreter, self: RubyObject) -> object:
    provider = self.variables.get("provider")
    if isinstance(provider, RubyObject):
        class_ = send(ruby, provider, "class")
        if send(ruby, class_, "suitable?") in (None, False):
            name = to_s(ruby, send(ruby, class_, "name"))
            raise puppet_error(f"Provider {name} is not functional on this host")
    result = new_resource(ruby, self.class_, send(ruby, self, "title"))
    ensure = _property(ruby, self, ENSURE)
    needs = send(ruby, self.class_, "needs_ensure_retrieved") not in (None, False)
    if ensure is None and needs and ENSURE in table(self.class_, "validproperties"):
        ensure = newattr(ruby, self, ENSURE)
    state: object = None
    if ensure is not None:
        state = send(ruby, ensure, "retrieve")
        send(ruby, result, "[]=", ENSURE, state)
    for each in properties(self):
        name = send(ruby, each, "name")
        if name != ENSURE:
            value = ABSENT if state == ABSENT else send(ruby, each, "retrieve")
            send(ruby, result, "[]=", name, value)
    return result


def _retrieve_resource(ruby: Interpreter, self: RubyObject) -> object:
    found = send(ruby, self, "retrieve")
    if not isinstance(found, dict):
        return found
    made = new_resource(ruby, self.class_, send(ruby, self, "title"))
    for name, value in found.items():
        send(ruby, made, "[]=", name, value)
    return made


def _current_values(ruby: Interpreter, self: RubyObject) -> dict[Any, Any]:
    state: object = None
    found: dict[Any, Any] = {}
    for each in properties(self):
        is_ensure = send(ruby, each, "name") == ENSURE
        value = ABSENT if state == ABSENT and not is_ensure else send(ruby, each, "retrieve")
        state = value if is_ensure else state
        found[each] = value
    return found


def _is_present(ruby: Interpreter, _self: RubyObject, values: object) -> bool:
    return bool(send(ruby, values, "[]", ENSURE) != ABSENT)


def _flush(ruby: Interpreter, self: RubyObject) -> None:
    provider = self.variables.get("provider")
    if provider is not None and responds_to(ruby, provider, "flush"):
        send(ruby, provider, "flush")


def _finish(ruby: Interpreter, self: RubyObject) -> list[object]:
    """Tell the attributes that the catalog is complete."""
    for each in list(attributes(self).values()):
        if responds_to(ruby, each, "post_compile"):
            send(ruby, each, "post_compile")
    return []


def _noop(ruby: Interpreter, self: RubyObject) -> bool:
    own = self.variables.get("noop")
    if own is None:
        own = send(ruby, class_at(ruby, "Puppet"), "[]", symbol("noop"))
    return own not in (None, False)


# ---- names, location, tags


def _title(ruby: Interpreter, self: RubyObject) -> object:
    if self.variables.get("title") is None:
        self.variables["title"] = get(ruby, self, NAME)
    return self.variables["title"]


def _ref(ruby: Interpreter, self: RubyObject) -> str:
    title = to_s(ruby, send(ruby, self, "title"))
    return f"{capitalize(name_of(self.class_).name)}[{title}]"


def _tag(ruby: Interpreter, self: RubyObject, *names: object) -> None:
    tags = self.variables.setdefault("tags", [])
    assert isinstance(tags, list)
    tags += [name for each in flat(list(names)) if (name := to_s(ruby, each)) not in tags]


def _is_tagged(ruby: Interpreter, self: RubyObject, *names: object) -> bool:
    desired = desired_of(self)
    tags: Any = self.variables.get("tags", []) if desired is None else desired.tags
    return any(to_s(ruby, each) in tags for each in flat(list(names)))


def _tags(_ruby: Interpreter, self: RubyObject) -> list[str]:
    desired = desired_of(self)
    tags: Any = self.variables.get("tags", []) if desired is None else desired.tags
    return list(tags)


def _log(ruby: Interpreter, self: RubyObject, message: object) -> None:
    log_about(ruby, self, to_s(ruby, get(ruby, self, "loglevel")), to_s(ruby, message))


def _event(_ruby: Interpreter, _self: RubyObject, options: object = None) -> object:
    return options


def _set_flag(name: str) -> Method:
    def set_(_ruby: Interpreter, self: RubyObject) -> bool:
        self.variables[name] = True
        return True

    return set_


def _version(_ruby: Interpreter, self: RubyObject) -> object:
    desired = desired_of(self)
    return getattr(None if desired is None else desired.catalog, "version", 0)


def _remove(_ruby: Interpreter, self: RubyObject, *_: object) -> None:
    attributes(self).clear()
    self.variables.pop("provider", None)


def _compare(ruby: Interpreter, self: RubyObject, other: object) -> object:
    if not is_kind(ruby, other, "Puppet::Type"):
        return None
    return send(ruby, _ref(ruby, self), "<=>", send(ruby, other, "ref"))


def _relations(kind: str) -> Method:
    def ask(ruby: Interpreter, self: RubyObject, *_: object) -> list[object]:
        from duckrow.puppet.ruby_host.types.relations import related

        return [other for _, others in related(ruby, self, kind) for other in others]

    return ask


METHODS: Methods = {
    **logs(lambda ruby, self: (self, path_of(ruby, self))),
    **{name: reader(name) for name in ("file", "line", "catalog", "exported", "virtual")},
    **{
        f"{name}=": writer(name)
        for name in ("file", "line", "catalog", "exported", "virtual", "title", "noop")
    },
    **{kind: _relations(kind) for kind in type_class.PLURALS},
    "initialize": _initialize,
    "[]": get,
    "[]=": _set,
    "<=>": _compare,
    "should": _should,
    "value": _value,
    "newattr": newattr,
    "parameter": lambda ruby, self, name: attributes(self).get(intern(ruby, name)),
    "parameters": lambda _ruby, self: dict(attributes(self)),
    "property": _property,
    "properties": lambda _ruby, self: properties(self),
    "propertydefined?": lambda ruby, self, name: intern(ruby, name) in attributes(self),
    "set_default": _set_default,
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
    "original_parameters": reader("original_parameters"),
    "name_var": lambda _ruby, self: name_var(self),
    "uniqueness_key": _uniqueness_key,
    "copy_metaparams": _copy_metaparams,
    "managed?": _is_managed,
    "deleting?": _is_deleting,
    "validate_resource": _validate_resource,
    "type": lambda _ruby, self: name_of(self.class_),
    "name": lambda ruby, self: send(ruby, self, "[]", NAME),
    "title": _title,
    "ref": _ref,
    "to_s": lambda ruby, self: send(ruby, self, "ref"),
    "inspect": lambda ruby, self: send(ruby, self, "ref"),
    "path": path_of,
    "pathbuilder": lambda ruby, self: [path_of(ruby, self)],
    "parent": lambda _ruby, _self: None,
    "tags": _tags,
    "tag": _tag,
    "tagged?": _is_tagged,
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
    "noop": lambda ruby, self: send(ruby, self, "noop?"),
    "log": _log,
    "event": _event,
    "version": _version,
    "remove": _remove,
    "purging": _set_flag("purging"),
    "purging?": lambda _ruby, self: self.variables.get("purging", False),
    "virtual?": lambda _ruby, self: self.variables.get("virtual") not in (None, False),
    "exported?": lambda _ruby, self: self.variables.get("exported") not in (None, False),
    "isomorphic?": lambda ruby, self: send(ruby, self.class_, "isomorphic?"),
    "self_refresh?": lambda ruby, self: send(ruby, self.class_, "self_refresh"),
    "depthfirst?": lambda _ruby, _self: False,
    "ancestors": lambda _ruby, _self: [],
    "pre_run_check": lambda _ruby, _self: None,
    "finish": _finish,
    "builddepends": lambda _ruby, _self: [],
    "appliable_to_host?": lambda ruby, self: send(
        ruby, self.class_, "can_apply_to", symbol("host")
    ),
    "appliable_to_device?": lambda ruby, self: send(
        ruby, self.class_, "can_apply_to", symbol("device")
    ),
}
