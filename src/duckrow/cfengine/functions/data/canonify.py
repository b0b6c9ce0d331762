"""canonify and canonifyuniquely: strings as names of classes."""

from __future__ import annotations

from duckrow.cfengine.evaluation.classes.table import canonify as canonical_name
from duckrow.cfengine.functions.helpers.common import in_buffer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def canonify(_context: Context, arguments: list[str]) -> str:
    """Replace every byte that a class name may not contain by an underscore."""
    return canonical_name(in_buffer(arguments[0]))


def canonifyuniquely(_context: Context, arguments: list[str]) -> str:
    """Return the canonified string with its digest appended."""
    from hashlib import sha1

    text = arguments[0]
    digest = sha1(text.encode("utf-8", "surrogateescape"), usedforsecurity=False).hexdigest()
    return canonical_name(in_buffer(f"{text}_{digest}"))
