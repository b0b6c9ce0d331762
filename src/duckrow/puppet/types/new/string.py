"""String(from, formats)."""

from __future__ import annotations

from duckrow.puppet.types.format.convert import to_string
from duckrow.puppet.values.default import DEFAULT


def from_arguments(from_: object, formats: object = DEFAULT) -> str:
    return to_string(from_, formats)


CALLS = (from_arguments,)
