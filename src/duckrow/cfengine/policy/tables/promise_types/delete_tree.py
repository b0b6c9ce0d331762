"""Attributes of delete_tree promises."""

from __future__ import annotations

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {}
