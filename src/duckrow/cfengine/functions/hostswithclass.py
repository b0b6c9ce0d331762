"""hostswithclass(class, field): hosts that a hub knows to have a class."""

from __future__ import annotations

from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, _arguments: list[str]) -> list[str]:
    """Fail: there is no hub to ask."""
    raise FunctionFailed("Host class counting is only available in CFEngine Enterprise")
