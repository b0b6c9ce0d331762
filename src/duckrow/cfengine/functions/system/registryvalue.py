"""registryvalue(key, value), which fails: there is no Windows registry."""

from __future__ import annotations

from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def registryvalue(_context: Context, _arguments: list[str]) -> str:
    """Fail: there is no Windows registry."""
    raise FunctionFailed
