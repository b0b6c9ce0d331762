"""Puppet::ResourceApi: register_type makes the Puppet::Type of a definition."""

from __future__ import annotations

from duckrow.puppet.ruby_host.objects import class_at, dev_error, flat
from duckrow.puppet.ruby_host.resource_api import attributes, context, resource, simple_provider
from duckrow.puppet.ruby_host.resource_api import definition as definitions
from duckrow.puppet.ruby_host.resource_api.attributes import TRIGGER, add_attribute
from duckrow.puppet.ruby_host.resource_api.context import make_context
from duckrow.puppet.ruby_host.resource_api.data_types import read_type
from duckrow.puppet.ruby_host.resource_api.definition import (
    attributes_of,
    data_type,
    definition_of,
    has_feature,
    insyncable_attributes,
    make_definition,
    namevars,
    type_name,
)
from duckrow.puppet.ruby_host.types.known import DEFINITION
from duckrow.puppet.ruby_host.types.type_class import PLURALS
from duckrow.regexp import regexp
from duckrow.ruby.constants import known_class
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import Proc, RubyModule, RubyObject, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter

_PREFIX = "Puppet::ResourceApi"
_PROVIDER = " provider"


def make(ruby: Interpreter) -> dict[str, object]:
    """Return Puppet::ResourceApi and its classes by name."""
    object_ = known_class(ruby, "Object")
    parameter = class_at(ruby, "Puppet::Parameter")
    own = RubyModule(f"{_PREFIX}::Parameter", parameter, methods=attributes.PARAMETERS)
    base = RubyModule(f"{_PREFIX}::BaseContext", object_, methods=context.METHODS)
    made = [
        own,
        base,
        RubyModule(f"{_PREFIX}::ReadOnlyParameter", own, methods=attributes.READ_ONLY_PARAMETERS),
        RubyModule(
            f"{_PREFIX}::Property",
            class_at(ruby, "Puppet::Property"),
            methods=attributes.PROPERTIES,
        ),
        RubyModule(f"{_PREFIX}::PuppetContext", base),
        RubyModule(f"{_PREFIX}::TypeDefinition", object_, methods=definitions.METHODS),
        RubyModule(
            f"{_PREFIX}::SimpleProvider",
            object_,
            methods=simple_provider.METHODS,
            singleton=simple_provider.CLASS_METHODS,
        ),
    ]
    module = RubyModule(_PREFIX, is_class=False, singleton=METHODS)
    for each in made:
        module.constants[each.name.rpartition("::")[2]] = each
    return {_PREFIX: module, **{each.name: each for each in made}}


def _register_type(ruby: Interpreter, _self: RubyModule, given: object) -> RubyModule:
    definition = make_definition(ruby, given)
    name = type_name(ruby, definition)
    # The files of providers, which run with the type, define their classes in this module.
    providers = class_at(ruby, "Puppet::Provider")
    word = _class_name(name)
    if word not in providers.constants:
        providers.constants[word] = RubyModule(f"{providers.name}::{word}", is_class=False)

    def body(ruby: Interpreter, *, self: RubyModule | None = None) -> None:
        assert self is not None
        _fill(ruby, self, definition)

    type_ = class_at(ruby, "Puppet::Type")
    made = send(ruby, type_, "newtype", symbol(name), block=Proc(body))
    assert isinstance(made, RubyModule)
    return made


def _fill(ruby: Interpreter, type_: RubyModule, definition: RubyObject) -> None:
    """Add the methods and attributes of a definition to its type."""
    type_.variables[DEFINITION] = definition
    type_.variables["doc"] = definition_of(definition).get(symbol("desc")) or ""
    type_.singleton.update(TYPE_METHODS)
    type_.methods.update(resource.METHODS)
    if has_feature(definition, "custom_generate"):
        type_.methods["generate"] = resource.generate
    if has_feature(definition, "custom_insync") and not insyncable_attributes(definition):
        _add_trigger(ruby, type_, definition)
    for name, options in attributes_of(definition).items():
        add_attribute(ruby, type_, definition, name, data_type(definition, name), options)
    for kind in PLURALS:
        for related, values in (definition_of(definition).get(symbol(kind)) or {}).items():
            word = symbol(to_s(ruby, related).lower())
            send(ruby, type_, kind, word, block=_related(values))


def _add_trigger(ruby: Interpreter, type_: RubyModule, definition: RubyObject) -> None:
    """Add the hidden property that lets a type without properties be out of sync."""
    text = "Enum[do_not_specify_in_manifest]"
    options = {symbol("type"): text, symbol("default"): "do_not_specify_in_manifest"}
    read = read_type(ruby, TRIGGER, text)
    add_attribute(ruby, type_, definition, TRIGGER, read, options)


def _related(values: object) -> Proc:
    """Return the block of a relationship: texts such as $path are values of attributes."""

    def related(ruby: Interpreter, *, self: RubyObject | None = None) -> list[object]:
        found: list[object] = []
        for each in flat([values]):
            is_attribute = isinstance(each, str) and each.startswith("$")
            found.append(send(ruby, self, "[]", symbol(each[1:])) if is_attribute else each)
        return [each for each in flat(found) if each is not None]

    return Proc(related)


# ---- the methods of the type


def _class_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _my_provider(ruby: Interpreter, self: RubyModule) -> RubyObject:
    """Return the only object of the provider, which serves all resources of the type."""
    found = self.variables.get(_PROVIDER)
    if not isinstance(found, RubyObject):
        name = type_name(ruby, resource.definition(self))
        found = send(ruby, _load_provider(ruby, class_at(ruby, _PREFIX), name), "new")
        assert isinstance(found, RubyObject)
        self.variables[_PROVIDER] = found
    return found


def _load_provider(ruby: Interpreter, _self: RubyModule, given: object) -> RubyModule:
    name = to_s(ruby, given)
    word = _class_name(name)
    type_ = send(ruby, class_at(ruby, "Puppet::Type"), "type", symbol(name))
    send(ruby, type_, "provider", symbol(name))  # its file is run, if that is not done
    around = class_at(ruby, "Puppet::Provider").constants.get(word)
    found = around.constants.get(word) if isinstance(around, RubyModule) else None
    if not isinstance(found, RubyModule):
        path = f"puppet/provider/{name}/{name}"
        raise dev_error(f"provider class Puppet::Provider::{word}::{word} not found in {path}")
    return found


def _context(ruby: Interpreter, self: RubyModule) -> RubyObject:
    found = self.variables.get("context")
    if not isinstance(found, RubyObject):
        found = self.variables["context"] = make_context(ruby, resource.definition(self))
    return found


def _title_patterns(ruby: Interpreter, self: RubyModule) -> list[object]:
    definition = resource.definition(self)
    patterns = definition_of(definition).get(symbol("title_patterns"))
    if not patterns:
        return [[regexp("(?m)(.*)"), [[namevars(definition)[0]]]]]
    found: list[object] = []
    for each in patterns:
        pattern = each[symbol("pattern")]
        if isinstance(pattern, str):
            pattern = regexp(pattern)
        names = send(ruby, pattern, "names")
        found.append([pattern, [[symbol(name)] for name in names]])
    return found


TYPE_METHODS: Methods = {
    "my_provider": _my_provider,
    "context": _context,
    "type_definition": lambda _ruby, self: resource.definition(self),
    "title_patterns": _title_patterns,
    "instances": resource.instances,
    "rsapi_provider_get": resource.provider_get,
    "build_title": lambda ruby, _self, definition, values: resource.build_title(
        ruby, definition, values
    ),
    "providify": lambda _ruby, _self: None,  # a resource cannot choose a provider
}
METHODS: Methods = {
    "register_type": _register_type,
    "load_provider": _load_provider,
    "class_name_from_type_name": lambda ruby, _self, name: _class_name(to_s(ruby, name)),
    "warning_count": lambda _ruby, self: self.variables.get("warning_count", 0),
}
