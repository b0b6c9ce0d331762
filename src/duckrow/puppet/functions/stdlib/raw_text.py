"""Values as text for functions of the newer family, which get patterns as they are."""

from __future__ import annotations

from duckrow.puppet.functions.platform_text import inspect as platform_inspect
from duckrow.puppet.functions.platform_text import to_text as platform_text
from duckrow.regexp import RubyRegexp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def to_text(value: Any) -> str:
    """Write a value as text; a pattern in the form that may stand in another."""
    if isinstance(value, RubyRegexp):
        from duckrow.regexp.show import shown

        return shown(value.source, value.flags)
    return platform_text(value)


def inspect(value: Any) -> str:
    """Show a value; a pattern between slashes."""
    if isinstance(value, RubyRegexp):
        from duckrow.regexp.show import inspected

        return inspected(value.source, value.flags)
    return platform_inspect(value)
