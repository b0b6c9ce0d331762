"""getenv(name, bytes): a variable of the environment."""

from __future__ import annotations

from duckrow.cfengine.functions.common import BUFFER, integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Give as much of it as is wanted; one that is not set is empty."""
    from os import environb

    limit = min(integer(context, arguments[1]), BUFFER - 2)
    value = environb.get(arguments[0].encode("utf-8", "surrogateescape"), b"")
    return value[: limit if limit >= 0 else None].decode("utf-8", "surrogateescape")
