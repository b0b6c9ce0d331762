"""hash(text, kind): the digest of a text."""

from __future__ import annotations

from duckrow.machine.files.digests import digest_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[str]) -> str:
    """Give it in hexadecimal."""
    return digest_bytes(arguments[0].encode("utf-8", "surrogateescape"), arguments[1])
