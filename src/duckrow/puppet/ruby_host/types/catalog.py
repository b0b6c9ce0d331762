"""Puppet::Resource::Catalog as types and providers see it: the resources of the run."""

from __future__ import annotations

from duckrow.puppet.resources.desired import Desired
from duckrow.puppet.ruby_host.objects import class_at, is_kind
from duckrow.puppet.ruby_host.types.shown import object_of
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import RubyObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from duckrow.puppet.ruby_host.objects import Methods
    from duckrow.ruby.interpreter import Interpreter

    class Catalog(Protocol):
        """The catalog of the run."""

        name: str
        environment: str
        version: Any
        nodes: list[Any]

        def find(self, type_name: str, title: str) -> Desired | None: ...


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
    made.variables |= {_CATALOG: catalog, " made": []}
    class_.variables[_OBJECT] = made
    return made


def catalog_of(self: RubyObject) -> Catalog:
    """Return the catalog of the run."""
    found: Any = self.variables[_CATALOG]
    return found  # type: ignore[no-any-return]


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
    """Remember resources that Ruby code adds: they join the run with those that it generates."""
    made: Any = self.variables[" made"]
    made += [each for each in resources if is_kind(ruby, each, "Puppet::Type")]


METHODS: Methods = {
    "resource": _resource,
    "resources": _resources,
    "vertices": _resources,
    "resource_refs": _resource_refs,
    "resource_keys": _resource_keys,
    "classes": _classes,
    "add_resource": _add_resource,
    "host_config?": lambda _ruby, _self: True,
    "name": lambda _ruby, self: catalog_of(self).name,
    "environment": lambda _ruby, self: catalog_of(self).environment,
    "version": lambda _ruby, self: catalog_of(self).version,
    "to_s": lambda _ruby, self: catalog_of(self).name,
}
