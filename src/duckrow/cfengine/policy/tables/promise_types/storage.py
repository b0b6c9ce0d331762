"""Attributes of storage promises."""

from __future__ import annotations

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "mount": ("body", None),
    "volume": ("body", None),
}
