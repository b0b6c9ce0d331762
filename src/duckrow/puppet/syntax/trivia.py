"""All tokens of a source, including comments and spaces, in order."""

from __future__ import annotations

from duckrow.puppet.syntax.depth import TooDeepError, with_room
from duckrow.puppet.syntax.encoding import reject_byte_order_mark
from duckrow.puppet.syntax.lexer import Lexer
from duckrow.puppet.syntax.template_lexer import TemplateLexer
from duckrow.puppet.syntax.tokens import Token, Tokens
from duckrow.source.errors import SourceError
from duckrow.source.lazy_pattern import LazyPattern
from duckrow.source.text import SourceText

_KINDS = r"(?P<COMMENT>#[^\n]*|/\*.*?\*/)|(?P<SPACE>[^\S]+)|(?P<HEREDOC_TEXT>.[^\n]*\n?)"
_GAP = LazyPattern(f"(?s){_KINDS}")
_GAP_IN_TEMPLATE = LazyPattern(rf"(?s)(?P<TAG><%[-=]?|-?%>)|{_KINDS}")


def tokens(text: str, *, epp: bool = False, tasks: bool = False) -> list[Token]:
    """Return every token of a text; joined, their texts are the text again.

    Besides the lexer's kinds there are SPACE, COMMENT, HEREDOC_TEXT (the lines of a heredoc) and,
    in templates, TAG. Raises SourceError where the text cannot be lexed.
    """
    lexer: Lexer
    source = SourceText(text)
    reject_byte_order_mark(source)

    def read() -> Tokens:
        nonlocal lexer
        lexer = (TemplateLexer if epp else Lexer)(source, tasks)
        return lexer.read()

    try:
        found = with_room(read)
    except TooDeepError:
        raise lexer.error("nested-too-deeply") from None
    if found.error is not None:
        raise SourceError(found.error)
    gap = _GAP_IN_TEMPLATE if epp else _GAP
    out: list[Token] = []
    at = 0
    for kind, start, end in zip(found.kinds, found.starts, found.ends, strict=True):
        if not kind or end <= at:
            continue
        start = max(start, at)  # an EPP expression begins where its text begins
        out += _gap(gap, text, at, start)
        out.append(Token(kind, text[start:end], start))
        at = end
    return out + _gap(gap, text, at, len(text))


def _gap(gap: LazyPattern, text: str, start: int, end: int) -> list[Token]:
    found = []
    while start < end:
        match = gap.match(text, start, end)
        assert match is not None
        found.append(Token(match.lastgroup or "SPACE", match[0], start))
        start = match.end()
    return found
