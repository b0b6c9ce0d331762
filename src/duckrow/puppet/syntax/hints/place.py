"""A refused token among its neighbours, as the rules see it."""

from __future__ import annotations

from duckrow.puppet.syntax.hints.pairs import open_before
from duckrow.puppet.syntax.tokens import OPERAND_KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.cursor import Cursor

    # Why a text is refused, and what to try; either may be empty.
    Advice = tuple[str, str]

FAR = 60  # tokens that a slip may lie before the token it makes impossible

ARROWS = ("=>", "+>")
BLOCK_WORDS = frozenset(("if", "elsif", "unless", "case"))
ENDS_OPERAND = OPERAND_KINDS | {"}", "default", "undef"}
STARTS_ITEM = frozenset(
    "VARIABLE NAME CLASSREF STRING DQ WORD NUMBER BOOLEAN REGEX HEREDOC default undef [ { ( ! -"
    "".split()
)


class Place:
    """A refused token among its neighbours."""

    __slots__ = ("ends", "i", "is_inside", "kinds", "open", "source", "starts", "texts")

    def __init__(self, cursor: Cursor) -> None:
        tokens = cursor.tokens
        self.source = cursor.source
        self.kinds, self.texts = tokens.kinds, tokens.texts
        self.starts, self.ends = tokens.starts, tokens.ends
        self.i = cursor.i
        # Whether it stands in an expression inside a string.
        self.is_inside = tokens.origin is not None
        self.open = open_before(self.kinds, self.i)

    def kind(self, distance: int = 0) -> str:
        """Give the kind of a token so many tokens away, or nothing beyond the ends."""
        index = self.i + distance
        return self.kinds[index] if 0 <= index < len(self.kinds) else ""

    def text(self, distance: int = 0) -> str:
        index = self.i + distance
        return self.texts[index] if 0 <= index < len(self.texts) else ""

    def touches(self, distance: int) -> bool:
        """Tell whether nothing stands between that token and the one after it."""
        index = self.i + distance
        return 0 <= index < len(self.ends) - 1 and self.ends[index] == self.starts[index + 1]

    @property
    def bracket(self) -> str:
        """The innermost open bracket, or nothing."""
        return self.kinds[self.open[-1]] if self.open else ""

    def before_bracket(self, distance: int = 1) -> str:
        """Give the kind of a token before the innermost open bracket."""
        index = self.open[-1] - distance if self.open else -1
        return self.kinds[index] if index >= 0 else ""

    def where(self, index: int) -> str:
        """Write the place of a token for people."""
        return self.where_is(self.starts[index])

    def where_is(self, offset: int) -> str:
        line, column = self.source.position(offset)
        return f"{line}:{column}"


def shown(place: Place, distance: int) -> str:
    """Write a token for people, cut short if it is long."""
    text = place.text(distance)
    return text if len(text) <= 30 and "\n" not in text else f"{text[:20]}…".partition("\n")[0]
