"""References to classes and resources."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class CatalogEntryType(Type):
    """References to classes and resources."""

    name = "CatalogEntry"


DEFAULT = CatalogEntryType()
