"""escape(text): the text with a backslash before all that could mean something else."""

from __future__ import annotations

import re

from duckrow.cfengine.functions.common import BUFFER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


_SPECIAL = re.compile(r"[^A-Za-z0-9]")


def call(_context: Context, arguments: list[str]) -> str:
    """Escape every byte that is no letter and no digit; the reference has room for 4094 bytes."""
    wide = arguments[0].encode("utf-8", "surrogateescape").decode("latin-1")
    escaped = _SPECIAL.sub(lambda match: "\\" + match[0], wide)
    if len(escaped) > BUFFER - 3:
        escaped = _cut(escaped)
    return escaped.encode("latin-1").decode("utf-8", "surrogateescape")


def _cut(escaped: str) -> str:
    size = 0
    for match in re.finditer(r"\\?.", escaped, re.DOTALL):
        if size >= BUFFER - 3:
            break
        size = match.end()
    return escaped[:size]
