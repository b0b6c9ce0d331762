"""Strings with interpolated expressions.

A double-quoted string or a heredoc becomes tokens: DQPRE, the tokens of the first expression,
DQMID, the next expression, ..., DQPOST. A text without expressions is a single STRING.

Inside `${ }` a name, number or keyword that is alone, or before `[` or `.`, is a variable.
"""

from __future__ import annotations

from duckrow.puppet.syntax.escapes import (
    DOUBLE_QUOTED,
    BadUnicodeEscapeError,
    end_of_run,
    run_up_to,
    unescape,
)
from duckrow.puppet.syntax.tokens import KEYWORDS, TASK_KEYWORDS, Tokens
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.syntax.lexer import Lexer
    from duckrow.source.errors import SourceError

_PLAIN = LazyPattern(r"(?a)(\$?((?:::)?[a-z_]\w*(?:::[a-z_]\w*)*))\}")
_VARIABLE = LazyPattern(r"(?a)(?:::)?(?:\w+::)*\w+")
_BECOMES_VARIABLE = frozenset(("NUMBER", "NAME", "WORD", "BOOLEAN", *KEYWORDS))


class Style:
    """The text pattern and the escapes of one kind of string."""

    __slots__ = ("escapes", "is_quoted", "run")

    def __init__(self, run: LazyPattern, escapes: frozenset[str], is_quoted: bool) -> None:
        self.run = run
        self.escapes = escapes
        self.is_quoted = is_quoted


DOUBLE = Style(run_up_to('"$'), DOUBLE_QUOTED, is_quoted=True)
# At the start of a text, the reference takes a quote or dollar sign as text if another quote or
# dollar sign follows.
_MARK_IS_TEXT = LazyPattern(r'["$](?=(?:\\\\)*["$])')
_EVERYTHING = LazyPattern(r"(?s).*")
_WITH_ESCAPES = run_up_to("$")
_WITHOUT_ESCAPES = LazyPattern(r"[^$]*")


def heredoc_style(escapes: frozenset[str], interpolates: bool) -> Style:
    """Return the style of a heredoc from its tag."""
    if not interpolates:
        run = _EVERYTHING
    else:
        run = _WITH_ESCAPES if "$" in escapes else _WITHOUT_ESCAPES
    return Style(run, escapes, is_quoted=False)


def read_interpolation(lexer: Lexer, style: Style) -> Tokens:
    """Read to the end of a string; the lexer is after its opening quote."""
    tokens = Tokens(lexer.tokens.inner, lexer.origin)
    first = True
    while True:
        start = lexer.pos
        text, terminator = _read_text(lexer, style)
        end = lexer.pos - len(terminator)
        if terminator in ('"', ""):
            kind = "STRING" if first else "DQPOST"
            tokens.add(kind, text, lexer.file_offset(start), lexer.file_offset(end))
            file_offset = lexer.file_offset(lexer.pos)
            tokens.add("", "", file_offset, file_offset)
            return tokens
        tokens.add(
            "DQPRE" if first else "DQMID", text, lexer.file_offset(start), lexer.file_offset(end)
        )
        first = False
        if terminator == "$":
            name = _VARIABLE.match(lexer.text, lexer.pos)
            assert name is not None
            lexer.pos, lexer.matched = name.end(), name[0]
            file_offset = lexer.file_offset(end)
            tokens.add("VARIABLE", "$" + name[0], file_offset, lexer.file_offset(lexer.pos))
        else:
            plain = _PLAIN.match(lexer.text, lexer.pos)
            if plain is None or plain[1] in TASK_KEYWORDS:
                _read_expression(lexer, tokens)
                continue
            # Most expressions are only a name.
            file_offset = lexer.file_offset(lexer.pos)
            tokens.add("VARIABLE", "$" + plain[2], file_offset, file_offset + len(plain[1]))
            lexer.pos, lexer.matched, lexer.after = plain.end(), plain[1], "}"


def _read_text(lexer: Lexer, style: Style) -> tuple[str, str]:
    """Read text up to the next expression or the end of the string."""
    parts = []
    text = lexer.text
    while True:
        start = lexer.pos
        is_text = style.is_quoted and _MARK_IS_TEXT.match(text, start)
        end = end_of_run(style.run, text, start + 1 if is_text else start)
        terminator = "${" if text.startswith("${", end) else text[end : end + 1]
        if terminator not in ("$", "${"):
            if not style.is_quoted:
                end, terminator = len(text), ""
            elif terminator != '"':
                raise _unclosed(lexer)
        lexer.pos = end + len(terminator)
        lexer.matched = last_match(text, start, end, lexer.pos)
        piece = text[start:end]
        if "\\" in piece:
            piece = _unescape(lexer, style, piece)
        parts.append(piece)
        if terminator != "$" or _VARIABLE.match(text, lexer.pos):
            return "".join(parts), terminator
        # A dollar sign that begins no variable is text.
        parts.append("$")
        lexer.matched = None


def _unclosed(lexer: Lexer) -> SourceError:
    last = lexer.matched
    quoted = '"\'"' if last == "'" else f"'{last or ''}'"
    return lexer.error("unclosed-quote", after=quoted, followed_by=lexer.followed_by())


def last_match(text: str, start: int, mark: int, end: int) -> str:
    """Return the last match of the reference's scanner in its search for the end of a text.

    It looks for the mark together with the preceding backslashes and the character before those.
    """
    before = mark
    while before > start and text[before - 1] == "\\":
        before -= 1
    return text[max(start, before - 1) : end]


def _unescape(lexer: Lexer, style: Style, piece: str) -> str:
    def report(code: str, char: str) -> None:
        lexer.warn(code, char=char)

    quiet = not style.is_quoted
    try:
        return unescape(piece, style.escapes, None if quiet else report)
    except BadUnicodeEscapeError:
        raise lexer.error("illegal-unicode-escape") from None


def _read_expression(lexer: Lexer, tokens: Tokens) -> None:
    """Read the tokens of one expression up to its closing brace, which is dropped."""
    first = len(tokens.kinds)
    before = lexer.after
    depth = 1
    lexer.skip_blanks()
    while lexer.pos < len(lexer.text):
        after = lexer.after
        kind = lexer.step(tokens)
        if kind is None:
            lexer.skip_blanks()
        elif kind == "HEREDOC":
            # The reference does not record it here, and it is not an operand before a slash.
            lexer.after = after
            lexer.skip_blanks()
        elif kind == "{":
            depth += 1
        elif kind == "}":
            depth -= 1
            if depth == 0:
                tokens.cut(len(tokens.kinds) - 1)
                _name_to_variable(tokens, first)
                break
    if before == "?" and tokens.kinds[first:] and tokens.kinds[first] == "{":
        # The reference still remembers the question mark before the string.
        tokens.kinds[first] = "?{"


def _name_to_variable(tokens: Tokens, first: int) -> None:
    count = len(tokens.kinds) - first
    if count == 0 or (count > 1 and tokens.kinds[first + 1] not in (".", "[")):
        return
    if tokens.kinds[first] in _BECOMES_VARIABLE:
        # A list after a space is not an access, so the name before it stays a name.
        follows = tokens.kinds[first + 1] if count > 1 else ""
        if follows == "[" and tokens.starts[first + 1] != tokens.ends[first]:
            return
        tokens.kinds[first] = "VARIABLE"
        tokens.texts[first] = "$" + tokens.texts[first]
