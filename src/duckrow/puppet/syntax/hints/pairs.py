"""Bracket pairs among tokens: which are open, and which one probably lacks its partner."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.source.text import SourceText

CLOSES = {"{": "}", "(": ")", "[": "]", "<|": "|>", "<<|": "|>>", "?{": "}"}
OPENS = {"}": "{", ")": "(", "]": "[", "|>": "<|", "|>>": "<<|"}
_BLANKS = re.compile("[ \\t]*")


def open_before(kinds: Sequence[str], index: int) -> list[int]:
    """Return the brackets that are open before a token, the innermost last.

    The tokens before it were accepted, so each closing bracket has its partner.
    """
    stack = []
    for at in range(index):
        kind = kinds[at]
        if kind in CLOSES:
            stack.append(at)
        elif kind in OPENS and stack:
            stack.pop()
    return stack


def misaligned_pair(
    source: SourceText, kinds: Sequence[str], starts: Sequence[int], first: int
) -> tuple[int, int] | None:
    """Find a bracket whose partner begins a line further left than the bracket's own line.

    The partner was probably meant for an outer bracket. Of several such pairs, return the one that
    closes first; the search begins at the token `first`.
    """
    indents: dict[int, int] = {}
    stack = []
    for at in range(first, len(kinds)):
        kind = kinds[at]
        if kind in CLOSES:
            stack.append((at, _indentation(source, starts[at], indents)[0]))
        elif kind in OPENS and stack:
            opening, inner = stack.pop()
            outer, is_first = _indentation(source, starts[at], indents)
            if is_first and outer < inner:
                return opening, at
    return None


def _indentation(source: SourceText, offset: int, indents: dict[int, int]) -> tuple[int, bool]:
    """Return the indentation of a line, and whether the offset directly follows it."""
    line, column = source.position(offset)
    width = indents.get(line)
    if width is None:
        begin = offset - column + 1
        blanks = _BLANKS.match(source.text, begin)
        assert blanks is not None
        width = indents[line] = blanks.end() - begin
    return width, column == width + 1
