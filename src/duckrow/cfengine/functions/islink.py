"""islink(path): whether there is a link."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> bool:
    """Look at it."""
    facts = context.machine.files.facts(arguments[0])
    return facts is not None and facts.kind == "link"
