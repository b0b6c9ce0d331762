"""ip2host(address): the name of the host that has an address."""

from __future__ import annotations

from duckrow.machine.resolver import name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Ask the resolver; an address that it does not know is given back."""
    address = arguments[0]
    found = name_of(address)
    if found is None:
        context.log.info(f"Couldn't reverse resolve '{address}'.")
        return address
    return found
