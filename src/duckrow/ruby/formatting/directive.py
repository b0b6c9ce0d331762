"""A parsed directive of a format, such as %-5s."""

from __future__ import annotations

from duckrow.source.frozen import frozen


@frozen
class Directive:
    """The flags, width, precision and letter between a percent sign and the end."""

    plus: bool
    space: bool
    left: bool
    zero: bool
    alternate: bool
    width: int | None
    precision: int | None
    letter: str

    def padded(self, text: str) -> str:
        width = self.width or 0
        return text.ljust(width) if self.left else text.rjust(width)
