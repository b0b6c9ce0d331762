"""ip2host(address): the name of the host that has an address."""

from __future__ import annotations

from duckrow.machine.resolver import is_address, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Ask the resolver; an address that it does not know is given back."""
    address = arguments[0]
    unknown = "(getaddrinfo: Name or service not known)"
    if not is_address(address):
        context.log.error(f"Unable to convert IP address '{address}'. {unknown}")
        return address
    found = name_of(address)
    if found is None:
        context.log.info(f"Couldn't reverse resolve '{address}'. {unknown}")
        return address
    return found
