"""Puppet::Resource::Catalog as types and providers see it: the resources of the run."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.resources.desired import Desired
from duckrow.puppet.ruby_host.objects import PROVIDER, class_at, is_kind
from duckrow.puppet.ruby_host.plain import plain
from duckrow.puppet.ruby_host.types.known import attributes, name_of
from duckrow.puppet.ruby_host.types.logs import desired_of
from duckrow.puppet.ruby_host.types.shown import object_of
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import UnsupportedError
from duckrow.ruby.values.kinds import RubyModule, RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from duckrow.puppet.resources.desired import Neighbours
    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter

    class Catalog(Neighbours, Protocol):
        """The catalog of the run."""

        name: str
        environment: str
        version: Any
        nodes: list[Any]

        is_applied: bool
        is_stopped: bool

        def add(self, node: Desired, containers: list[Any]) -> None: ...


_CATALOG = " catalog"
_OBJECT = "catalog"


def catalog_object(ruby: Interpreter, catalog: Any) -> RubyObject | None:
    """Return the object of Ruby that represents the catalog of a run."""
    if catalog is None:
        return None
    class_ = class_at(ruby, "Puppet::Resource::Catalog")
    known = class_.variables.get(_OBJECT)
    if isinstance(known, RubyObject) and known.variables[_CATALOG] is catalog:
        return known
    made = RubyObject(class_)
    made.variables[_CATALOG] = catalog
    class_.variables[_OBJECT] = made
    return made


def current_catalog(class_: RubyModule) -> Catalog | None:
    """Return the catalog of the run, which the class of catalogs knows."""
    known = class_.variables.get(_OBJECT)
    return catalog_of(known) if isinstance(known, RubyObject) else None


def catalog_of(self: RubyObject) -> Catalog:
    """Return the catalog of the run."""
    found: Any = self.variables[_CATALOG]
    return found  # type: ignore[no-any-return]


def _environment(_ruby: Interpreter, _self: RubyObject) -> object:
    from duckrow.puppet.ruby_host.util.environments import EnvironmentValue

    return EnvironmentValue()


def _resource(ruby: Interpreter, self: RubyObject, type_: object, title: object = None) -> object:
    if title is None:
        text = to_s(ruby, send(ruby, type_, "ref") if isinstance(type_, RubyObject) else type_)
        name, _, rest = text.partition("[")
        title = rest.removesuffix("]")
    else:
        name = to_s(ruby, type_)
        if name.startswith("Puppet::Type::"):
            name = name.rpartition("::")[2]
    found = catalog_of(self).find(name.lower(), to_s(ruby, title))
    return None if found is None else object_of(ruby, found)


def _resources(ruby: Interpreter, self: RubyObject) -> list[object]:
    return [object_of(ruby, node) for node in catalog_of(self).nodes if isinstance(node, Desired)]


def _resource_refs(_ruby: Interpreter, self: RubyObject) -> list[str]:
    return [node.ref for node in catalog_of(self).nodes]


def _resource_keys(_ruby: Interpreter, self: RubyObject) -> list[object]:
    return [[node.type, node.title] for node in catalog_of(self).nodes]


def _classes(_ruby: Interpreter, self: RubyObject) -> list[object]:
    return list(getattr(catalog_of(self), "classes", ()))


def _add_resource(ruby: Interpreter, self: RubyObject, *resources: object) -> None:
    """Add resources that Ruby code made; nothing contains them."""
    catalog = catalog_of(self)
    if catalog.is_applied:
        raise UnsupportedError("Puppet::Resource::Catalog#add_resource while resources are applied")
    for each in resources:
        catalog.add(desired_for(ruby, each, catalog, None), [])


def desired_for(
    ruby: Interpreter, made: object, catalog: Neighbours, around: Desired | None
) -> Desired:
    """Return the resource of the engine for a resource that Ruby code made.

    It has the location and the tags of the resource `around` which Ruby code made it.
    """
    if not is_kind(ruby, made, "Puppet::Type"):
        raise ProviderError(f"{to_s(ruby, made)} is not a resource")
    assert isinstance(made, RubyObject)
    known = desired_of(made)
    if known is not None:
        return known
    values = {}
    for name, attribute in attributes(made).items():
        if name == PROVIDER:
            continue
        value = plain(ruby, send(ruby, attribute, "value"))
        # Every object has a loglevel; the usual one says nothing.
        if value is not None and (name.name, value) != ("loglevel", "notice"):
            values[name.name] = value
    kind = name_of(made.class_).name
    title = to_s(ruby, send(ruby, made, "title"))
    # The object that Ruby code made is the one to use: it may hold more than its attributes.
    return catalog.make(kind, title, values, around, made)


METHODS: Methods = {
    "resource": _resource,
    "resources": _resources,
    "vertices": _resources,
    "resource_refs": _resource_refs,
    "resource_keys": _resource_keys,
    "classes": _classes,
    "add_resource": _add_resource,
    "environment_instance": _environment,
    "host_config?": lambda _ruby, _self: True,
    "name": lambda _ruby, self: catalog_of(self).name,
    "environment": lambda _ruby, self: catalog_of(self).environment,
    "version": lambda _ruby, self: catalog_of(self).version,
    "to_s": lambda _ruby, self: catalog_of(self).name,
}
