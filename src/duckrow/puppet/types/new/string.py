"""String(from, formats)."""

from __future__ import annotations

from duckrow.puppet.types.format import to_string
from duckrow.puppet.values.default import DEFAULT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def from_arguments(from_: Any, formats: Any = DEFAULT) -> str:
    return to_string(from_, formats)


CALLS = (from_arguments,)
