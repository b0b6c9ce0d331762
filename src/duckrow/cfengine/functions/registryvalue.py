"""registryvalue(key, value): a value of the Windows registry."""

from __future__ import annotations

from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, _arguments: list[str]) -> str:
    """Fail: there is no registry here."""
    raise FunctionFailed
