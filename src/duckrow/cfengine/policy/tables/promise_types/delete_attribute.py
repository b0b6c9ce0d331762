"""Attributes of delete_attribute promises."""

from __future__ import annotations

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {}
