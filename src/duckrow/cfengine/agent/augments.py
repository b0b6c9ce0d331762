"""Augments: variables and classes that def.json and host_specific.json bring."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def load_augments(context: Context, *, prefers: bool = True) -> None:
    """Read the augments of a policy."""
