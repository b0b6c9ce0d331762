"""iprange(range, interfaces ...): whether an address of this host is in a range."""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes import canonify
from duckrow.cfengine.evaluation.names import read_name
from duckrow.cfengine.functions.subnets import is_within
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> bool:
    """Judge all addresses, or those of some interfaces."""
    if not arguments:
        raise FunctionFailed
    # Not by way of the context: while lists are gone through, one of the addresses stands there.
    found = context.specials.get("sys", read_name("sys.ip_addresses"))
    if found is None:
        return False
    interfaces = {canonify(name) for name in arguments[1:]}
    return any(
        is_within(context, arguments[0], address)
        and (not interfaces or _interface(context, address) in interfaces)
        for address in found.value
    )


def _interface(context: Context, address: str) -> str:
    found = context.variable(f"sys.ip2iface[{address}]")
    return "" if found is None else canonify(str(found.value))
