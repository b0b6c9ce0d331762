"""Values as text inside strings, and values spread out: "${value}" and *value."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def text(value: Any) -> str:
    """Return the text of a value inside a string."""
    kind = type(value)
    if kind is str:
        return value  # type: ignore[no-any-return]
    if kind is int:
        return str(value) if value.bit_length() < 64 else _interpolated(value)
    if value is None:
        return ""
    if kind is bool:
        return "true" if value else "false"
    return _interpolated(value)


def _interpolated(value: object) -> str:
    from duckrow.puppet.types.format.interpolated import interpolated

    return interpolated(value)


def unfold(value: Any) -> list[object]:
    """Return the values that *value expands to."""
    kind = type(value)
    if kind is list:
        return value  # type: ignore[no-any-return]
    if value is None:
        return []
    if kind is dict:
        from duckrow.ruby.values.keys import from_key

        return [[from_key(key), item] for key, item in value.items()]
    from duckrow.puppet.runtime.iterators import Iterator

    return list(value) if isinstance(value, Iterator) else [value]
