"""Facts of nodes that a store knows: this host's, or that of a server or a PuppetDB."""

from __future__ import annotations

from duckrow.cli.stores import rows_of_server, rows_of_store
from duckrow.diff.versions import NodeInput
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.puppet.settings.settings import Settings

STORE = "store"


def facts_from(
    place: str, names: list[str], settings: Settings, console: Console
) -> list[NodeInput]:
    """Return the nodes that a store knows, with their facts; `names` chooses some of them."""
    wanted: list[object] = ["in", "certname", ["array", names]]
    columns = ["extract", ["certname", "facts", "trusted"], *([wanted] if names else [])]
    query = ["from", "inventory", columns]
    if place.startswith(("http://", "https://")):
        rows = rows_of_server(place, query, settings)
    else:
        rows = rows_of_store("" if place == STORE else place, query, settings, console)
    found: dict[str, NodeInput] = {}
    for row in rows:
        match row:
            case {"certname": str(name), "facts": dict(facts), "trusted": dict(trusted)}:
                found[name] = NodeInput(name, facts, trusted or None)
            case {"certname": str(name), "facts": dict(facts)}:
                found[name] = NodeInput(name, facts, None)
    missing = [name for name in names if name not in found]
    if missing:
        raise InputError(f"{place} has no facts of {', '.join(missing)}")
    if not found:
        raise InputError(f"{place} knows no nodes")
    return [found[name] for name in names or sorted(found)]
