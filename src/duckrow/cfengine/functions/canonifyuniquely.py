"""canonifyuniquely(text): a name of a class that no other text gives."""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes import canonify
from duckrow.cfengine.functions.common import in_buffer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(_context: Context, arguments: list[str]) -> str:
    """Add the digest of the text to its canonical form."""
    from hashlib import sha1

    text = arguments[0]
    digest = sha1(text.encode("utf-8", "surrogateescape"), usedforsecurity=False).hexdigest()
    return canonify(in_buffer(f"{text}_{digest}"))
