"""Attributes of insert_tree promises."""

from __future__ import annotations

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {}
