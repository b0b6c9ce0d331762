"""The lexer: from text to tokens.

Two lexers work together. The bulk lexer runs one regular expression over a stretch of the source
and classifies the pieces by a table: it knows everything that needs no context. It stops at what
needs context (a slash, a heredoc, a string with quotes inside its expressions, an error), and the
careful lexer takes one step there, exactly as the reference would. Then the bulk lexer continues.

Invariants:
 1. Token starts and ends grow; between two tokens there is only space, comment or heredoc text.
 2. An error becomes a token of kind ERROR and ends the list; the parser raises it on reaching it,
    so that an earlier syntax error is reported first. An error inside a string replaces the
    whole string.
 3. The bulk lexer reads a stretch of bounded length; a stop makes the next stretch short. So the
    work lost at a stop is bounded by the work done before it.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

from duckrow.puppet.syntax.escapes import end_of_run, run_up_to
from duckrow.puppet.syntax.heredoc import read_heredoc
from duckrow.puppet.syntax.interpolation import DOUBLE, last_match, read_interpolation
from duckrow.puppet.syntax.messages import MESSAGES
from duckrow.puppet.syntax.numbers import match_number, number_error
from duckrow.puppet.syntax.patterns import TOKEN
from duckrow.puppet.syntax.regexes import fault_of
from duckrow.puppet.syntax.tokens import OPERAND_KINDS, STOP, KindTable, Tokens, is_blank
from duckrow.source.diagnostic import ERROR, WARNING, Diagnostic
from duckrow.source.errors import SourceError
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.source.text import SourceText

_BLANKS = LazyPattern("[ \\t\\r\\xa0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]*")
_COMMENT = LazyPattern(r"#[^\n]*")
_IN_REGEX = run_up_to("/")
# Text and variables of a double-quoted string, and a quote that certainly ends it.
_PLAIN_TEXT = LazyPattern(
    r'(?a)[^"\\$]*+(?:\$(?:\{(?!plan\}|apply\})[a-z_]\w*\}|[a-z_]\w*)[^"\\$]*+){0,1000}'
)
_PLAIN_END = LazyPattern(r'"(?!(?:\\\\)*["$])')
_IN_SINGLE_QUOTES = run_up_to("'")
# The reference takes a quote at the very start as text if another one follows.
_QUOTE_IS_TEXT = LazyPattern(r"'(?=(?:\\\\)*')")

_NEVER_JOINED = frozenset(",;()[]{}")  # no longer token begins or ends with one of these
_SHORT = 1_024
_LONG = 65_536

_TABLES = {False: KindTable(tasks=False), True: KindTable(tasks=True)}


class Lexer:
    """Lexes one text. A heredoc's text has its own lexer; `file_offset` maps offsets back."""

    __slots__ = (
        "after",
        "matched",
        "newline_jump",
        "no_more_slashes",
        "origin",
        "pos",
        "source",
        "table",
        "text",
        "tokens",
        "warnings",
    )

    def __init__(self, source: SourceText, tasks: bool = False, text: str | None = None) -> None:
        self.source = source
        self.text = source.text if text is None else text
        self.pos = 0
        # The start of the file's token that contains the lexer's position, at any depth.
        self.origin = 0
        # The kind of the previous token, which decides whether a slash divides.
        self.after = ""
        self.table = _TABLES[tasks]
        self.tokens = Tokens({})
        # Each with the origin at which it was found.
        self.warnings: list[tuple[int, Diagnostic]] = []
        self.newline_jump: int | None = None
        # The last match of the reference's scanner: one of its messages quotes it.
        self.matched: str | None = None
        self.no_more_slashes = False

    def file_offset(self, offset: int) -> int:
        """Return the offset in the whole source; a heredoc's lexer overrides this."""
        return offset

    # Trouble

    def error(self, code: str, at: int | None = None, **words: str) -> SourceError:
        """Return the error for the current position, or for another one."""
        # A rule that points a little further on may point past the end of a short text.
        start = min(self.file_offset(self.pos if at is None else at), len(self.source.text))
        what = MESSAGES[code].format(**words)
        return SourceError(Diagnostic(code, what, self.source, start, severity=ERROR))

    def warn(self, code: str, **words: str) -> None:
        """Record a warning at the current position."""
        what = MESSAGES[code].format(**words)
        file_offset = self.file_offset(self.pos)
        warning = Diagnostic(code, what, self.source, file_offset, severity=WARNING)
        self.warnings.append((self.origin, warning))

    def followed_by(self) -> str:
        """Return the next few characters, as the reference shows them."""
        if self.pos >= len(self.text):
            return "<eof>"
        shown = self.text[self.pos : self.pos + 5] + "..."
        return shown.replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")

    # The whole text

    def read(self) -> Tokens:
        """Lex a manifest."""
        try:
            self._read_in_bulk()
        except SourceError as error:
            self.end_in(error)
        self.close()
        return self.tokens

    def end_in(self, error: SourceError) -> None:
        """End the tokens with an error."""
        self.tokens.error = error.diagnostic
        self.tokens.add("ERROR", "", self.origin, self.origin)

    def close(self) -> None:
        end = len(self.text)
        self.tokens.add("", "", end, end)
        self.tokens.add("", "", end, end)

    def _read_in_bulk(self) -> None:
        text, size = self.text, len(self.text)
        stretch = _LONG
        while True:
            begin = self.pos
            limit = min(begin + stretch, size)
            # An empty string, the space before a token, the token, and so on to the end of the
            # stretch.
            pieces = TOKEN.split(text if limit - begin == size else text[begin:limit])
            del pieces[::3]
            if self._sort(pieces, limit < size):
                if limit == size:
                    return
                # No whole token fits into the stretch.
                if self.pos == begin:
                    stretch *= 2
            else:
                stretch = max(_SHORT, min(stretch, 2 * (self.pos - begin)))

    def _sort(self, pieces: list[str], is_cut: bool) -> bool:
        """Classify the pieces of a stretch as tokens; return whether all were used."""
        table = self.table
        offsets = list(accumulate(map(len, pieces), initial=self.pos))
        starts, ends = offsets[1::2], offsets[2::2]
        texts = pieces[1::2]
        while texts and not texts[-1]:
            texts.pop()
        if is_cut:
            _drop_unsure(texts, starts, ends)
        kinds = table.known(texts)
        count = len(texts)
        stop = count if all(kinds) else table.settle(kinds, texts, 0)
        if stop < count:
            return self._sort_around(stop, kinds, texts, starts, ends)
        del starts[count:], ends[count:]
        self.tokens.extend(kinds, texts, starts, ends)
        if count:
            self.pos = ends[-1]
        return True

    def _sort_around(
        self, stop: int, kinds: list[str], texts: list[str], starts: list[int], ends: list[int]
    ) -> bool:
        """Classify pieces that include stops; the first stop is known.

        At a stop the careful lexer takes a step. The pieces that it covers are invalid, but as soon
        as both lexers are at the same offset again the later pieces are valid: the bulk lexer's
        result depends on nothing before it.
        """
        count = len(texts)
        begin = 0
        while True:
            self.tokens.extend(
                kinds[begin:stop], texts[begin:stop], starts[begin:stop], ends[begin:stop]
            )
            if stop == count:
                self.pos = ends[count - 1]
                return True
            self.pos = starts[stop]
            self.step_in_file()
            while self.newline_jump is not None:
                self.step_in_file()
            begin = self._meet(starts, ends, stop, count)
            if begin < 0:
                return False
            stop = self.table.settle(kinds, texts, begin)

    def _meet(self, starts: list[int], ends: list[int], stop: int, count: int) -> int:
        """Return the piece with which to continue after a careful step, or -1 if there is none."""
        pos = self.pos
        index = bisect_left(ends, pos, stop, count)
        if index == count:
            return -1
        if ends[index] == pos:
            return index + 1
        # A position in the space before a token is as good as one directly after the previous
        # token.
        if starts[index] >= pos and self.text[ends[index - 1] : pos].isspace():
            return index
        return -1

    # One careful step

    def step_in_file(self) -> None:
        """Take a step outside any string."""
        self.origin = self.pos
        self.after = self.tokens.kinds[-1] if self.tokens.kinds else ""
        self.step(self.tokens)

    def step(self, tokens: Tokens) -> str | None:
        """Read one token, or the space, comment or line break here.

        Returns the kind of the new token, or None.
        """
        text, pos = self.text, self.pos
        if pos >= len(text):
            self.newline_jump = None
            return None
        char = text[pos]
        if is_blank(char):
            self.skip_blanks()
            return None
        if char == "\n":
            self.pos = pos + 1 if self.newline_jump is None else self.newline_jump
            self.newline_jump = None
            return None
        if char == "#":
            comment = _COMMENT.match(text, pos)
            assert comment is not None
            self.pos, self.matched = comment.end(), comment[0]
            return None
        if char == '"':
            return self._double_quote(tokens)
        kind = self._slash(tokens) if char == "/" else self._token(tokens, char)
        if kind is not None:
            self.after = kind
        return kind

    def _token(self, tokens: Tokens, char: str) -> str:
        text, pos = self.text, self.pos
        if char == "'":
            return self._single_quote(tokens)
        match = TOKEN.match(text, pos)
        assert match is not None
        token = match[2]
        if text.startswith("@(", pos):
            return read_heredoc(self, tokens)
        kind = self.table.kind_of(token)
        if kind == STOP:
            number = match_number(text, pos) if "0" <= char <= "9" else None
            if number is None or self.table.kind_of(number) != "NUMBER":
                raise self._token_error(token)
            token, kind = number, "NUMBER"
        self.pos = pos + len(token)
        if kind == "OTHER" or (char == "$" and len(token) == 1):
            self.matched = None  # the reference looked for more, and found nothing
        elif char.isalnum() or char == "_" or (char in "$:" and len(token) > 1):
            self.matched = token
        tokens.add(kind, token, self.file_offset(pos), self.file_offset(self.pos))
        return kind

    def skip_blanks(self) -> None:
        """Move over spaces on this line."""
        blanks = _BLANKS.match(self.text, self.pos)
        assert blanks is not None
        self.pos, self.matched = blanks.end(), blanks[0] or None

    def _slash(self, tokens: Tokens) -> str | None:
        text, pos = self.text, self.pos
        if text.startswith("/*", pos):
            end = text.find("*/", pos + 2)
            if end < 0:
                raise self.error("unclosed-mlcomment")
            self.pos, self.matched = end + 2, text[pos : end + 2]
            return None
        kind = "/"
        self.pos = pos + 1
        if self.after not in OPERAND_KINDS:
            end = len(text) if self.no_more_slashes else end_of_run(_IN_REGEX, text, pos + 1)
            self.no_more_slashes = end == len(text)
            self.matched = None
            if text.startswith("/", end):
                kind, literal = "REGEX", text[pos : end + 1]
                self.matched = "/" if "\\/" in literal else literal
                if self.table.kind_of(literal) == STOP:
                    raise self._regex_error(literal)
                self.pos = end + 1
        tokens.add(kind, text[pos : self.pos], self.file_offset(pos), self.file_offset(self.pos))
        return kind

    def _single_quote(self, tokens: Tokens) -> str:
        pos = self.pos
        text, self.pos = self.text, pos + 1
        begin = pos + 2 if _QUOTE_IS_TEXT.match(text, pos + 1) else pos + 1
        end = end_of_run(_IN_SINGLE_QUOTES, text, begin)
        if not text.startswith("'", end):
            raise self.error("unclosed-quote", after='"\'"', followed_by=self.followed_by())
        self.pos = end + 1
        self.matched = last_match(text, pos + 1, end, self.pos)
        tokens.add(
            "STRING", text[pos : self.pos], self.file_offset(pos), self.file_offset(self.pos)
        )
        return "STRING"

    def _double_quote(self, tokens: Tokens) -> str:
        """Read a whole string; its parts wait in `inner` for the parser.

        A string without expressions is an operand before a slash. One with expressions leaves
        `after` as its last expression set it: the reference forgets the string itself.
        """
        pos = self.pos
        if tokens is self.tokens:
            # The string may only have been too long for the bulk lexer.
            end = end_of_run(_PLAIN_TEXT, self.text, pos + 1)
            if _PLAIN_END.match(self.text, end):
                self.pos = end + 1
                tokens.add("DQ", self.text[pos : self.pos], pos, self.pos)
                return "DQ"
        self.pos, self.matched = pos + 1, '"'
        inner = read_interpolation(self, DOUBLE)
        start = self.file_offset(pos)
        tokens.inner[start] = inner
        tokens.add("DQ", self.text[pos : self.pos], start, self.file_offset(self.pos))
        if inner.kinds[0] == "STRING":
            self.after = "STRING"
        return "DQ"

    def split(self, start: int, after: str) -> Tokens:
        """Split a double-quoted string that the bulk lexer read whole."""
        known = self.tokens.inner.get(start)
        if known is not None:
            return known
        self.pos, self.matched, self.after = start + 1, '"', after
        self.origin = start
        inner = read_interpolation(self, DOUBLE)
        self.tokens.inner[start] = inner
        return inner

    def sub_lexer(self, text: str, file_offset: Callable[[int], int]) -> Lexer:
        """Return a lexer for a text within this one; `file_offset` maps its offsets back."""
        return _HeredocLexer(self, text, file_offset)

    # Refusals

    def _token_error(self, token: str) -> SourceError:
        pos = self.pos
        if token.startswith("::") and not token[2:3].isupper():
            return self.error("illegal-fully-qualified-name", pos + 2)
        if token.startswith("::"):
            end = pos + len(token) - 1
            return self.error("illegal-fully-qualified-class-reference", end + 3)
        if token[0].isupper():
            return self.error("illegal-class-reference", pos + len(token) - 1 + 1)
        code, at, value = number_error(self.text, pos)
        return self.error(code, at, value=value)

    def _regex_error(self, literal: str) -> SourceError:
        what, offset = fault_of(literal)
        start, end = (
            self.file_offset(self.pos - 1 + offset),
            self.file_offset(self.pos - 1 + len(literal)),
        )
        return SourceError(Diagnostic("illegal-regexp", what, self.source, start, end))


def _drop_unsure(texts: list[str], starts: list[int], ends: list[int]) -> None:
    """Drop the tokens that the end of a stretch may have cut or split."""
    index = len(texts) - 1
    while (
        index > 0
        and starts[index] == ends[index - 1]
        and texts[index] not in _NEVER_JOINED
        and texts[index - 1] not in _NEVER_JOINED
    ):
        index -= 1
    del texts[max(index, 0) :]


class _HeredocLexer(Lexer):
    """A lexer for a heredoc's text, which maps its offsets to the file."""

    __slots__ = ("_map", "_parent")

    def __init__(self, parent: Lexer, text: str, to_parent: Callable[[int], int]) -> None:
        super().__init__(parent.source, text=text)
        self.table = parent.table
        self.tokens = Tokens(parent.tokens.inner)
        self.origin = parent.origin
        self.warnings = parent.warnings
        self._parent = parent
        self._map = to_parent

    def file_offset(self, offset: int) -> int:
        return self._parent.file_offset(self._map(offset))
