"""remoteclassesmatching(pattern, host, encrypts, prefix): classes of another host."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, _arguments: list[str]) -> bool | str:
    """Define nothing: other hosts are asked by another edition."""
    return "remote_classes" if context.is_checking else True
