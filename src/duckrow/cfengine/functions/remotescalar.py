"""remotescalar(handle, host, encrypts): a text that another host gives."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, _arguments: list[str]) -> str:
    """Give nothing: other hosts are asked by another edition."""
    return "<remote scalar>" if context.is_checking else ""
