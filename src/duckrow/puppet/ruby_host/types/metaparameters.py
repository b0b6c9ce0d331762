"""The metaparameters of Puppet::Type."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.puppet.ruby_host.objects import class_at, flat, intern, is_kind, items_of, puppet_error
from duckrow.puppet.ruby_host.types.known import classes, name_of, table
from duckrow.puppet.ruby_host.types.parameter import resource_of
from duckrow.puppet.ruby_host.types.resource import new_resource
from duckrow.puppet.ruby_host.types.type_class import is_attribute
from duckrow.puppet.ruby_host.types.values import ValueCollection, collection_of
from duckrow.puppet.runtime.definition import METAPARAMETERS, RELATIONS
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import RubyModule, RubyObject, symbol
from duckrow.source.levels import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter

# The order in which the reference defines them, and so sets them.
_ORDER = ("noop", "schedule", "audit", "loglevel", "alias", "tag")


def add_metaparameters(ruby: Interpreter, type_: RubyModule) -> None:
    """Give Puppet::Type its metaparameters."""
    parameter = class_at(ruby, "Puppet::Parameter")
    for name in dict.fromkeys((*_ORDER, *METAPARAMETERS)):
        made = RubyModule(
            f"Puppet::Type::MetaParam{name.capitalize()}",
            parameter,
            methods=_RELATION if name in RELATIONS else _METHODS.get(name),
        )
        made.variables |= {
            "name": symbol(name),
            "metaparam": True,
            "value_collection": ValueCollection(),
        }
        classes(type_, "metaparams").append(made)
        table(type_, "metaparamhash")[symbol(name)] = made
    meta = table(type_, "metaparamhash")
    for word in ("true", "false"):
        collection_of(meta[symbol("noop")]).add(ruby, symbol(word))
    for word in (*LEVELS, "verbose"):
        collection_of(meta[symbol("loglevel")]).add(ruby, symbol(word))


def _munge_noop(ruby: Interpreter, self: RubyObject, value: object) -> object:
    is_noop = to_s(ruby, value) == "true"
    resource_of(self).variables["noop"] = is_noop
    return is_noop


def _munge_level(ruby: Interpreter, self: RubyObject, value: object) -> object:
    word = collection_of(self.class_).munge(ruby, value)
    return symbol("info") if word == symbol("verbose") else word


def _validate_audit(ruby: Interpreter, self: RubyObject, value: object) -> None:
    names = [intern(ruby, each) for each in items_of(value)]
    if names == [symbol("all")]:
        return
    resource = resource_of(self)
    for name in names:
        if not is_attribute(ruby, resource.class_, name):
            raise puppet_error(
                f"Cannot audit {name.name}: not a valid attribute for {to_s(ruby, resource)}"
            )


def _munge_audit(ruby: Interpreter, self: RubyObject, value: object) -> list[Symbol]:
    resource = resource_of(self)
    names = [intern(ruby, each) for each in items_of(value)]
    if names == [symbol("all")]:
        provider = send(ruby, resource, "provider")
        known = classes(resource.class_, "properties")
        names = [
            name_of(each)
            for each in known
            if provider is None
            or send(ruby, send(ruby, provider, "class"), "supports_parameter?", each)
        ]
    for name in names:
        if name in table(resource.class_, "validproperties"):
            send(ruby, resource, "newattr", name)
    return names


def _munge_tag(ruby: Interpreter, self: RubyObject, value: object) -> object:
    send(ruby, resource_of(self), "tag", *flat(items_of(value)))
    return value


def _munge_references(ruby: Interpreter, _self: RubyObject, value: object) -> list[object]:
    return [
        each
        if is_kind(ruby, each, "Puppet::Resource")
        else new_resource(ruby, to_s(ruby, each), None)
        for each in flat(items_of(value))
    ]


_METHODS: dict[str, Methods] = {
    "noop": {"unsafe_munge": _munge_noop},
    "audit": {"unsafe_validate": _validate_audit, "unsafe_munge": _munge_audit},
    "loglevel": {
        "unsafe_munge": _munge_level,
        "default": lambda _ruby, _self: symbol("notice"),
    },
    "tag": {"unsafe_munge": _munge_tag},
}
_RELATION: Methods = {
    "munge": _munge_references,
    "unsafe_munge": _munge_references,
}
