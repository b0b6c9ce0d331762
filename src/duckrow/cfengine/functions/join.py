"""join(separator, container): the single values of a container, joined."""

from __future__ import annotations

from duckrow.cfengine.functions.common import collected, scalar, singles
from duckrow.cfengine.values.json_text import raw_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[Any]) -> str:
    """Put the separator between them."""
    container, separator = collected(context, "join", arguments[1]), scalar(arguments[0])
    if isinstance(container, list):
        try:
            return separator.join(container)  # type: ignore[arg-type]  # mostly they are texts
        except TypeError:
            pass
    return separator.join(raw_text(value) for value in singles(container))
