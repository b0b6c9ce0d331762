"""Resources as they are on the machine, and as Puppet code."""

from __future__ import annotations

from duckrow.puppet.providers.base import ABSENT, ProviderError, shown
from duckrow.puppet.providers.index import NEVER_THERE
from duckrow.puppet.resources.behaviour import behaviour_of
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from duckrow.puppet.apply.ral_catalog import RalCatalog
    from duckrow.puppet.providers.base import State
    from duckrow.puppet.resources.behaviour import Behaviour
    from duckrow.puppet.resources.desired import Desired
    from duckrow.puppet.resources.table import ResourceTypeTable


class InspectError(DuckrowError):
    """A resource type or resource that cannot be shown; the message is for the user."""


def find_one(catalog: RalCatalog, table: ResourceTypeTable, title: str) -> tuple[str, State]:
    """Return a resource of a machine, whether it is there or not: its title, and its attributes."""
    behaviour = catalog.behaviour(table)
    if not behaviour.providers and not behaviour.own_providers:
        raise _no_providers(table, behaviour)
    _reject_unlistable(catalog, table)
    # Audited attributes get no default.
    given = {"audit": list(table.properties)}
    desired = catalog.desired(table, title, given, None, None, (table.name,), ())
    return title, _listed_one(catalog, desired) or state_of(catalog, desired, table.properties)


def _listed_one(catalog: RalCatalog, desired: Desired) -> State | None:
    """Return a resource of a type in Ruby as its provider lists it: it may know it no other way."""
    provider = desired.provider
    if desired.instance is None or provider is None:
        return None
    machine = catalog.providers.machine
    try:
        for name, state in provider.instances(machine):
            if name == desired.title:
                return _with_provider(desired.table, provider.listed(machine, state), provider.name)
    except ProviderError:
        pass  # it lists nothing, and can be asked for one
    return None


def state_of(catalog: RalCatalog, desired: Desired, names: Iterable[str]) -> State:
    """Read some properties of a resource, and its parameters."""
    provider = desired.provider
    if provider is None:
        raise InspectError(f"Could not find a suitable provider for {desired.table.name}")
    machine = catalog.providers.machine
    if not catalog.providers.is_suitable(provider):
        raise InspectError(f"Provider {provider.name} is not functional on this host")
    state = provider.described(machine, desired, provider.read(machine, desired))
    found = {name: state.get(name, ABSENT) for name in names}
    if state.get("ensure") == ABSENT:
        found = dict.fromkeys(found, ABSENT)
    if "ensure" in state and "ensure" in desired.table.properties:
        found["ensure"] = state["ensure"]
    for name in desired.table.parameters:
        if name in desired and name not in found:
            found[name] = desired[name]
    return _with_provider(desired.table, found, provider.name)


def find_all(catalog: RalCatalog, table: ResourceTypeTable) -> list[tuple[str, State]]:
    """Return all resources of a type that the machine has, by title."""
    if table.name == "file":
        raise InspectError(
            "Listing all file instances is not supported.  "
            "Please specify a file or directory, e.g. duckrow resource file /etc"
        )
    if table.name in NEVER_THERE:
        return []
    _reject_unlistable(catalog, table)
    behaviour = catalog.behaviour(table)
    providers = catalog.providers
    found: dict[str, State] = {}
    default = providers.default(behaviour)
    others = [each for each in providers.all_of(behaviour) if each is not default]
    sources = set()
    for provider in [default, *others] if default is not None else others:
        # Providers that list the same resources list them once.
        source = getattr(provider, "source", provider.name)
        if source in sources or not providers.is_suitable(provider):
            continue
        sources.add(source)
        try:
            for name, state in provider.instances(providers.machine):
                if name not in found:
                    listed = provider.listed(providers.machine, state)
                    found[name] = _with_provider(table, listed, provider.name)
        except ProviderError as error:
            if provider is default:
                raise InspectError(str(error)) from error
            catalog.warn(f"Could not list {table.name} by {provider.name}: {error}")
    return sorted(found.items())


def _reject_unlistable(catalog: RalCatalog, table: ResourceTypeTable) -> None:
    behaviour = catalog.behaviour(table)
    if behaviour.own_providers:
        return
    has_parameter = "provider" in table.parameters or table.name == "file"
    if not has_parameter or not behaviour.providers:
        raise _no_providers(table, behaviour)


def _no_providers(table: ResourceTypeTable, behaviour: Behaviour) -> InspectError:
    if behaviour.why_no_providers:
        return InspectError(behaviour.why_no_providers)
    return InspectError(f"{table.name} has no providers and has not overridden 'instances'")


def _with_provider(table: ResourceTypeTable, state: State, name: str) -> State:
    if name and ("provider" in table.parameters or table.name == "file"):
        state.setdefault("provider", name)  # an installed Puppet says which one it has
    return state


def shown_attributes(
    table: ResourceTypeTable, state: Mapping[str, object], more: Iterable[str] = ()
) -> dict[str, Any]:
    """Return the attributes to show: properties that are set, and requested parameters."""
    wanted = {"provider", *behaviour_of(table).shown_parameters, *more}
    names = [name for name in sorted(state) if name in table.properties or name in wanted]
    if "ensure" in names:
        names.remove("ensure")
        names.insert(0, "ensure")
    return {
        name: state[name]
        for name in names
        if name == "ensure" or state[name] not in (None, ABSENT, "", [], {}, [ABSENT])
    }


def manifest_text(
    table: ResourceTypeTable,
    title: str,
    attributes: Mapping[str, object],
    read_only: frozenset[str] = frozenset(),
) -> str:
    """Write a resource as Puppet code; attributes that no manifest can set are comments."""
    width = max(map(len, attributes), default=0)
    lines = [
        f"# {name.ljust(width)} => {shown(value)}, # Read Only\n"
        if name in read_only
        else f"  {name.ljust(width)} => {shown(value)},\n"
        for name, value in attributes.items()
    ]
    escaped = title.replace("'", "\\'")
    return f"{table.name} {{ '{escaped}':\n{''.join(lines)}}}"
