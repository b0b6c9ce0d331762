"""Attributes of replace_patterns promises."""

from __future__ import annotations

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "replace_with": ("body", None),
}
