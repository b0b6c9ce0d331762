"""Attributes of build_xpath promises."""

from __future__ import annotations

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {}
