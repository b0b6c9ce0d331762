"""host2ip(name): the address of a host."""

from __future__ import annotations

from duckrow.machine.resolver import address_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Ask the resolver; a name that it does not know is given back."""
    name = arguments[0]
    found = address_of(name)
    if found is None:
        context.log.info(f"Unable to lookup hostname '{name}' or cfengine service.")
        return name
    return found
