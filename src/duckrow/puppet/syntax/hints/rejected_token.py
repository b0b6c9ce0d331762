"""A rejected token and its neighbours, as the rules see them."""

from __future__ import annotations

from duckrow.puppet.syntax.hints.pairs import open_before
from duckrow.puppet.syntax.tokens import OPERAND_KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.cursor import Cursor

    # Why a text is invalid, and what to try; either may be empty.
    Advice = tuple[str, str]

FAR = 60  # tokens; how far a mistake may precede the token that it makes invalid

ARROWS = ("=>", "+>")
BLOCK_WORDS = frozenset(("if", "elsif", "unless", "case"))
ENDS_OPERAND = OPERAND_KINDS | {"}", "default", "undef"}
STARTS_ITEM = frozenset(
    "VARIABLE NAME CLASSREF STRING DQ WORD NUMBER BOOLEAN REGEX HEREDOC default undef [ { ( ! -"
    "".split()
)


class RejectedToken:
    """A rejected token and its neighbours."""

    __slots__ = ("ends", "i", "is_inside", "kinds", "open", "source", "starts", "texts")

    def __init__(self, cursor: Cursor) -> None:
        tokens = cursor.tokens
        self.source = cursor.source
        self.kinds, self.texts = tokens.kinds, tokens.texts
        self.starts, self.ends = tokens.starts, tokens.ends
        self.i = cursor.i
        # Whether it is in an expression inside a string.
        self.is_inside = tokens.origin is not None
        self.open = open_before(self.kinds, self.i)

    def kind(self, distance: int = 0) -> str:
        """Return the kind of the token at a distance, or nothing beyond the ends."""
        index = self.i + distance
        return self.kinds[index] if 0 <= index < len(self.kinds) else ""

    def text(self, distance: int = 0) -> str:
        index = self.i + distance
        return self.texts[index] if 0 <= index < len(self.texts) else ""

    def touches(self, distance: int) -> bool:
        """Return whether the token at a distance and the next one are adjacent."""
        index = self.i + distance
        return 0 <= index < len(self.ends) - 1 and self.ends[index] == self.starts[index + 1]

    @property
    def bracket(self) -> str:
        """The innermost open bracket, or nothing."""
        return self.kinds[self.open[-1]] if self.open else ""

    def before_bracket(self, distance: int = 1) -> str:
        """Return the kind of a token before the innermost open bracket."""
        index = self.open[-1] - distance if self.open else -1
        return self.kinds[index] if index >= 0 else ""

    def where(self, index: int) -> str:
        """Return the location of a token as text."""
        return self.where_is(self.starts[index])

    def where_is(self, offset: int) -> str:
        line, column = self.source.position(offset)
        return f"{line}:{column}"


def shown(rejected: RejectedToken, distance: int) -> str:
    """Return a token as text, shortened if it is long."""
    text = rejected.text(distance)
    return text if len(text) <= 30 and "\n" not in text else f"{text[:20]}…".partition("\n")[0]
