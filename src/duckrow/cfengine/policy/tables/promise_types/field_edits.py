"""Attributes of field_edits promises."""

from __future__ import annotations

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "edit_field": ("body", None),
}
