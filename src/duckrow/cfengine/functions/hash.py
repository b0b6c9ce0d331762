"""hash(text, kind): the digest of a text."""

from __future__ import annotations

from duckrow.cfengine.functions.digests import is_known
from duckrow.machine.files.digests import digest_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Give it in hexadecimal."""
    if not is_known(context, arguments[1]):
        return ""
    return digest_bytes(arguments[0].encode("utf-8", "surrogateescape"), arguments[1])
