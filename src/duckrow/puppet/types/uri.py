"""URI[parts]: URIs, all or those whose parts fit."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type


@frozen
class UriType(Type):
    """URIs by their parts: each part is a value, a type or a regular expression to fit."""

    name = "URI"
    parts: tuple[tuple[str, object], ...] | None


DEFAULT = UriType(None)
