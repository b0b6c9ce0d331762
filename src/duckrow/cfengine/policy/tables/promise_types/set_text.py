"""Attributes of set_text promises."""

from __future__ import annotations

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {}
