"""References to classes and resources."""

from __future__ import annotations

from duckrow.puppet.syntax.frozen import frozen
from duckrow.puppet.types.base import Type


@frozen
class CatalogEntryType(Type):
    """References to classes and resources."""

    name = "CatalogEntry"


DEFAULT = CatalogEntryType()
