"""The nesting depth of a value, and whether it starts its own line."""

from __future__ import annotations

from duckrow.source.frozen import frozen


@frozen
class Indentation:
    """The indentation of a value while it is formatted."""

    level: int
    is_first: bool
    is_indenting: bool

    @property
    def breaks(self) -> bool:
        """Whether a container here begins with a new line."""
        return self.is_indenting and self.level > 0 and not self.is_first

    @property
    def padding(self) -> str:
        return "  " * self.level

    def indenting(self, is_alternate: bool) -> Indentation:
        """Return the indentation inside a container; the alternate form indents its values."""
        if self.is_indenting or not is_alternate:
            return self
        return Indentation(self.level, self.is_first, True)


OUTERMOST = Indentation(0, True, False)
