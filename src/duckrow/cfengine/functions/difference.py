"""difference(base, filter): what the first container has and the second has not."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, singles
from duckrow.cfengine.values.json_text import raw_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> list[str]:
    """Compare the single values of both as texts; each comes once."""
    base = collected(context, "difference", arguments[0])
    others = collected(context, "difference", arguments[1])
    unwanted = {raw_text(value) for value in singles(others)}
    found = dict.fromkeys(raw_text(value) for value in singles(base))
    return [text for text in found if text not in unwanted]
