"""isplain(path): whether there is a plain file."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> bool:
    """Look at it; a link counts for what it points to."""
    facts = context.machine.files.facts(arguments[0], follow=True)
    return facts is not None and facts.kind == "file"
