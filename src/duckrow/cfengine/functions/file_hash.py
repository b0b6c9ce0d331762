"""file_hash(file, kind): the digest of a file."""

from __future__ import annotations

from duckrow.cfengine.functions.digests import file_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Give it in hexadecimal; of a file that cannot be read it is all zeros."""
    return file_digest(context, arguments[0], arguments[1])
