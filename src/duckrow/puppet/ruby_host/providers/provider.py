"""Puppet::Provider: the class and the objects that manage the resources of one type."""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import (
    ABSENT,
    NAME,
    class_at,
    dev_error,
    intern,
    is_kind,
    reader,
    writer,
)
from duckrow.puppet.ruby_host.providers.commands import COMMANDS
from duckrow.puppet.ruby_host.providers.confines import CONFINES, fact_text
from duckrow.puppet.ruby_host.types.docs import PROVIDER_DOCS, pairs_of
from duckrow.puppet.ruby_host.types.features import satisfies
from duckrow.puppet.ruby_host.types.logs import logs
from duckrow.puppet.ruby_host.types.type_class import attribute_class
from duckrow.regexp import RubyRegexp
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.ruby_host.objects import Method, Methods
    from duckrow.ruby.interpreter import Interpreter

    Conditions = dict[Any, Any] | list[Any]


def make(ruby: Interpreter) -> dict[str, object]:
    """Return Puppet::Provider."""
    provider = RubyModule(
        "Puppet::Provider", known_class(ruby, "Object"), methods=METHODS, singleton=CLASS_METHODS
    )
    names = ("Puppet::Util", "Puppet::Util::Errors")
    provider.includes += [class_at(ruby, name) for name in names]
    provider.extensions += [
        class_at(ruby, name) for name in ("Puppet::Util", "Puppet::Util::Logging")
    ]
    _initvars(ruby, provider)
    return {"Puppet::Provider": provider}


# ---- the class


def _initvars(_ruby: Interpreter, self: RubyModule) -> None:
    self.variables |= {"defaults": [], "notdefaults": [], "commands": {}}


def _declared_feature(ruby: Interpreter, self: RubyModule, name: object) -> bool:
    declared = self.variables.get("declared_features")
    return isinstance(declared, list) and intern(ruby, name) in declared


def _add_default(key: str) -> Method:
    def add(_ruby: Interpreter, self: RubyModule, conditions: object) -> None:
        known = self.variables.setdefault(key, [])
        assert isinstance(known, list)
        known.append(conditions)

    return add


def _default_match(ruby: Interpreter, self: RubyModule) -> Conditions | None:
    """Return the conditions under which it is the default, if they hold here."""
    if _some_match(ruby, self.variables.get("notdefaults")) is not None:
        return None
    return _some_match(ruby, self.variables.get("defaults"))


def _some_match(ruby: Interpreter, many: object) -> Conditions | None:
    for conditions in many if isinstance(many, list) else ():
        if all(_holds(ruby, key, value) for key, value in pairs_of(conditions)):
            found: Conditions = conditions
            return found
    return None


def _holds(ruby: Interpreter, key: object, values: object) -> bool:
    name = to_s(ruby, key)
    if name == "feature":
        features = send(ruby, class_at(ruby, "Puppet"), "features")
        return send(ruby, features, f"{to_s(ruby, values)}?") not in (None, False)
    value = fact_text(ruby, name)
    if not value:
        return False
    return any(
        each.search(value) is not None
        if isinstance(each, RubyRegexp)
        else to_s(ruby, each).lower() == value
        for each in (values if isinstance(values, list) else [values])
    )


def _specificity(ruby: Interpreter, self: RubyModule) -> int:
    match = _default_match(ruby, self)
    count = sum(1 for each in self.ancestors() if each.is_class)
    return (0 if match is None else len(match)) * 100 + count


def _instances(ruby: Interpreter, self: RubyModule) -> object:
    name = to_s(ruby, send(ruby, self, "name"))
    raise dev_error(
        f"To support listing resources of this type the '{name}' provider needs to implement an "
        "'instances' class method returning the current set of resources. We recommend porting "
        "your module to the simpler Resource API instead: "
        "https://puppet.com/search/docs?keys=resource+api"
    )


def _mk_resource_methods(ruby: Interpreter, self: RubyModule) -> None:
    type_ = send(ruby, self, "resource_type")
    names = [*send(ruby, type_, "validproperties"), *send(ruby, type_, "parameters")]
    for name in names:
        if name != NAME:
            self.methods[name.name] = _property_reader(name)
            self.methods[f"{name.name}="] = _property_writer(name)


def property_hash(self: RubyObject) -> dict[Any, Any]:
    """Return what the provider knows about its resource."""
    found = self.variables.get("property_hash")
    if not isinstance(found, dict):
        found = self.variables["property_hash"] = {}
    return found


def _property_reader(name: object) -> Any:
    def read(_ruby: Interpreter, self: RubyObject) -> object:
        value = property_hash(self).get(name)
        return ABSENT if value is None else value

    return read


def _property_writer(name: object) -> Any:
    def write(_ruby: Interpreter, self: RubyObject, value: object) -> object:
        property_hash(self)[name] = value
        return value

    return write


def inherited(self: RubyModule, name: str) -> object:
    """Return a variable of a class or of the nearest class above it that has it."""
    class_: RubyModule | None = self
    while class_ is not None and name not in class_.variables:
        class_ = class_.parent
    return None if class_ is None else class_.variables[name]


def _source(ruby: Interpreter, self: RubyModule) -> object:
    return self.variables.get("source") or send(ruby, self, "name")


def _supports(ruby: Interpreter, self: RubyModule, parameter: object) -> bool:
    class_ = parameter
    if not isinstance(parameter, RubyModule):
        type_ = send(ruby, self, "resource_type")
        class_ = attribute_class(ruby, type_, intern(ruby, parameter))
        if class_ is None:
            name = to_s(ruby, send(ruby, type_, "name"))
            raise dev_error(f"'{to_s(ruby, parameter)}' is not a valid parameter for {name}")
    assert isinstance(class_, RubyModule)
    needed = class_.variables.get("required_features")
    return not isinstance(needed, list) or satisfies(ruby, self, *needed)


def _execution(name: str) -> Any:
    def run(
        ruby: Interpreter, _self: object, *arguments: object, block: Proc | None = None
    ) -> object:
        return send(ruby, class_at(ruby, "Puppet::Util::Execution"), name, *arguments, block=block)

    return run


CLASS_METHODS: Methods = {
    **PROVIDER_DOCS,
    **COMMANDS,
    **CONFINES,
    "initvars": _initvars,
    "name": reader("name"),
    "name=": writer("name"),
    "to_s": lambda _ruby, self: self.name,
    "source": _source,
    "source=": writer("source"),
    "resource_type": lambda _ruby, self: inherited(self, "resource_type"),
    "resource_type=": writer("resource_type"),
    "declared_feature?": _declared_feature,
    "default?": lambda ruby, self: _default_match(ruby, self) is not None,
    "default_match": _default_match,
    "defaultfor": _add_default("defaults"),
    "notdefaultfor": _add_default("notdefaults"),
    "specificity": _specificity,
    "fact_match": lambda ruby, _self, fact, values: _holds(ruby, fact, values),
    "feature_match": lambda ruby, _self, value: _holds(ruby, symbol("feature"), value),
    "instances": _instances,
    "mk_resource_methods": _mk_resource_methods,
    "supports_parameter?": _supports,
    "execute": _execution("execute"),
    "execpipe": _execution("execpipe"),
}


# ---- objects


def _initialize(ruby: Interpreter, self: RubyObject, given: object = None) -> None:
    self.variables["property_hash"] = given if isinstance(given, dict) else {}
    if given is not None and not isinstance(given, dict):
        self.variables["resource"] = given
    del ruby


def _get(ruby: Interpreter, self: RubyObject, name: object) -> object:
    value = property_hash(self).get(intern(ruby, name))
    return ABSENT if value is None or value is False else value


def _set(ruby: Interpreter, self: RubyObject, values: object) -> None:
    for name, value in values.items() if isinstance(values, dict) else ():
        property_hash(self)[intern(ruby, name)] = value


def _name(ruby: Interpreter, self: RubyObject) -> object:
    found = property_hash(self).get(NAME)
    if found is not None and found is not False:
        return found
    resource = self.variables.get("resource")
    if resource is None:
        name = to_s(ruby, send(ruby, self.class_, "name"))
        raise dev_error(f"No resource and no name in property hash in {name} instance")
    return send(ruby, resource, "name")


def _text(ruby: Interpreter, self: RubyObject) -> str:
    name = to_s(ruby, send(ruby, send(ruby, self, "class"), "name"))
    return f"{to_s(ruby, self.variables.get('resource'))}(provider={name})"


def _clear(_ruby: Interpreter, self: RubyObject) -> None:
    self.variables["resource"] = None


def _compare(ruby: Interpreter, self: RubyObject, other: object) -> object:
    if not is_kind(ruby, other, "Puppet::Provider"):
        return None
    one, two = (send(ruby, send(ruby, each, "class"), "name") for each in (self, other))
    return send(ruby, one, "<=>", two)


METHODS: Methods = {
    **logs(lambda ruby, self: (self.variables.get("resource"), _text(ruby, self))),
    "initialize": _initialize,
    "resource": reader("resource"),
    "resource=": writer("resource"),
    "get": _get,
    "set": _set,
    "name": _name,
    "to_s": _text,
    "inspect": _text,
    "clear": _clear,
    "command": lambda ruby, self, name: send(ruby, self.class_, "command", name),
    "execute": _execution("execute"),
    "execpipe": _execution("execpipe"),
    "<=>": _compare,
}
