"""Regexp[source]: regular expressions, all or the ones with a source."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen


@frozen
class RegexpType(Type):
    """Regular expressions by their source."""

    name = "Regexp"
    pattern: str | None


DEFAULT = RegexpType(None)
