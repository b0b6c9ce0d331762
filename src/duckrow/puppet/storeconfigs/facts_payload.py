"""The payload of `replace facts`, version 5."""

from __future__ import annotations

from duckrow.puppet.storeconfigs.store import REPLACE_FACTS, Command, wire_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# A fact with the packages of the host, which are no fact in the store.
INVENTORY = "_puppet_inventory_1"


def facts_command(
    certname: str,
    values: Mapping[str, object],
    trusted: Mapping[str, object],
    environment: str,
    producer: str,
    time_ns: int,
) -> Command:
    """Return the command that stores the facts of a node."""
    found = {name: value for name, value in values.items() if name != INVENTORY}
    payload: dict[str, object] = {
        "certname": certname,
        "values": {**found, "trusted": trusted},
        "environment": environment,
        "producer_timestamp": wire_time(time_ns),
        "producer": producer,
    }
    if INVENTORY in values:
        inventory = values[INVENTORY]
        packages = inventory.get("packages") if isinstance(inventory, dict) else None
        payload["package_inventory"] = packages
    return Command(REPLACE_FACTS, certname, payload, time_ns)
