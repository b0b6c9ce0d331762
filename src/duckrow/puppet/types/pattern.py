"""Pattern[regexps]: strings that match one of several regular expressions."""

from __future__ import annotations

from duckrow.puppet.types.base import Type
from duckrow.puppet.values.frozen import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


@frozen
class PatternType(Type):
    """Strings by pattern; without patterns, all strings. The patterns are Ruby's."""

    name = "Pattern"
    patterns: tuple[str, ...]

    def key(self) -> object:
        """The order of the patterns does not matter."""
        return frozenset(self.patterns)


DEFAULT = PatternType(())


def pattern(patterns: Iterable[str]) -> PatternType:
    """Make a Pattern of some sources, each kept once."""
    return PatternType(tuple(dict.fromkeys(patterns)))
