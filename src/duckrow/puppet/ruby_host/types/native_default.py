"""The default provider of a type that duckrow has, as a class for Ruby code that asks for it."""

from __future__ import annotations

from duckrow.puppet.providers.index import Providers
from duckrow.puppet.resources.behaviour import behaviour_of
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.puppet.ruby_host.objects import class_at
from duckrow.ruby.values.kinds import RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.ruby.interpreter import Interpreter

NATIVE = " native"  # the table of a type that duckrow has


def native_default(ruby: Interpreter, type_: RubyModule) -> RubyModule | None:
    """Return the default provider on this host; None for types in Ruby."""
    table = type_.variables.get(NATIVE)
    if not isinstance(table, ResourceTypeTable):
        return None
    providers = Providers(machine_host(ruby).machine("Puppet::Type.defaultprovider"))
    found = providers.default(behaviour_of(table))
    if found is None:
        return None
    made = RubyModule(
        f"{type_.name}::Provider{found.name.capitalize()}", class_at(ruby, "Puppet::Provider")
    )
    made.variables |= {"name": symbol(found.name), "resource_type": type_}
    return made
