"""Tokens, as four parallel lists.

A token is a kind, a text, a start offset and an end offset. The parser touches every token, so they
are parallel lists rather than objects; :class:`Token` exists for users of the library.

Kinds. Punctuation and keywords are their own kind: `=>`, `if`. The others:

    NAME WORD CLASSREF VARIABLE NUMBER BOOLEAN STRING REGEX
    DQ           a double-quoted string, still in its quotes
    HEREDOC      @(...); its parts are in `inner`
    DQPRE DQMID DQPOST   the text before, between and after the expressions of a string
    RENDER_STRING RENDER_EXPR EPP_END    the parts of a template
    OTHER        a character that begins no token
    ERROR        the lexer could not continue; the reason is in `error`
    ''           the end
"""

from __future__ import annotations

from itertools import repeat

from duckrow.puppet.syntax.regexes import is_sound
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.source.diagnostic import Diagnostic

# The bulk lexer stops at these and leaves the next step to the careful one.
STOP = "STOP"

KEYWORDS = (
    "and attr case class default define else elsif function if in inherits node or private type "
    "undef unless"
).split()
TASK_KEYWORDS = ("plan", "apply")

PUNCTUATION = (
    ". , [ ] ( ) ; ? * % { } @ @@ | |> |>> = == => =~ + += +> - -> -= ! != !~ ~ ~> "
    "< << <<| <= <| <- <~ > >> >= :"
).split()

# After these a slash divides; after anything else it may begin a regular expression.
OPERAND_KINDS = frozenset(
    ") ] |>> |> NAME CLASSREF NUMBER STRING BOOLEAN DQPRE DQMID DQPOST DQ HEREDOC REGEX VARIABLE "
    "WORD".split()
)

_NAME = LazyPattern(r"(?a)(?:::)?[a-z]\w*(?:::[a-z]\w*)*")
_BARE_WORD = LazyPattern(r"(?a)(?:::)?[a-z_](?:[\w-]*\w)?(?:::[a-z_](?:[\w-]*\w)?)*")
_CLASS_REFERENCE = LazyPattern(r"(?a)(?:(?:::)?[A-Z]\w*)+")
_NUMBER = LazyPattern(
    r"(?a)0[xX][0-9A-Fa-f]+|0[0-7]+|(?:0(?=\.|$)|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?"
)

_QUOTED = {"'": "STRING", '"': "DQ", "/": "REGEX"}
_REMEMBERED = 50_000
_SHORT = 40
_SHORT_REGEX = 400  # longer than other texts, since checking a pattern is slow

_FIXED: dict[str, str] = {
    **{word: word for word in KEYWORDS},
    **{mark: mark for mark in PUNCTUATION},
    "true": "BOOLEAN",
    "false": "BOOLEAN",
}
# Never cached: the bulk lexer searches for unknown kinds.
_STOPS = frozenset(("'", '"', "/", "@(", "::"))


class KindTable:
    """The kind of a token by its text, cached up to a limit."""

    __slots__ = ("_fixed", "_known")

    def __init__(self, tasks: bool) -> None:
        self._fixed = _FIXED | {word: word for word in TASK_KEYWORDS} if tasks else _FIXED
        self._known = dict(self._fixed)

    def kind_of(self, text: str) -> str:
        """Return the kind of one token."""
        kind = self._known.get(text)
        if kind is None:
            if text in _STOPS:
                return STOP
            kind = _QUOTED.get(text[0]) or _kind_of(text)
            if kind == "REGEX" and not is_sound(text):
                return STOP
            if kind != STOP and len(text) < (_SHORT_REGEX if kind == "REGEX" else _SHORT):
                self._known[text] = kind
        return kind

    def known(self, texts: list[str]) -> list[str]:
        """Return the kinds of tokens if known, and an empty string if not."""
        if len(self._known) > _REMEMBERED:
            self._known = dict(self._fixed)
        return list(map(self._known.get, texts, repeat("")))

    def settle(self, kinds: list[str], texts: list[str], begin: int) -> int:
        """Compute the unknown kinds from an index on, up to the first stop.

        Returns the index of the stop, or the length of the list if there is none.
        """
        index = begin
        kinds.append("")  # so that the search always succeeds
        while True:
            index = kinds.index("", index)
            if index == len(texts):
                break
            kind = kinds[index] = self.kind_of(texts[index])
            if kind == STOP:
                break
        kinds.pop()
        return index


def _kind_of(text: str) -> str:
    if text[0] == "$":
        return "VARIABLE"
    if _NAME.fullmatch(text):
        return "NAME"
    if _BARE_WORD.fullmatch(text):
        return "WORD"
    if _CLASS_REFERENCE.fullmatch(text):
        return "CLASSREF"
    if _NUMBER.fullmatch(text):
        return "NUMBER"
    if "0" <= text[0] <= "9" or len(text) > 1 or is_blank(text):
        return STOP
    return "OTHER"


def is_blank(char: str) -> bool:
    """Return whether a character separates tokens on a line, Unicode's spaces included."""
    return char in BLANKS


BLANKS = (
    " \t\r\xa0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
)


class Tokens:
    """Tokens in parallel lists. `inner` holds the parts of strings and heredocs by their start.

    Parts know the file's token to which they belong, at any depth: their `origin`.
    """

    __slots__ = ("ends", "error", "inner", "kinds", "origin", "starts", "syntax", "texts")

    def __init__(self, inner: dict[int, Tokens], origin: int | None = None) -> None:
        self.kinds: list[str] = []
        self.texts: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.inner = inner
        self.origin = origin
        self.syntax = ""
        self.error: Diagnostic | None = None

    def add(self, kind: str, text: str, start: int, end: int) -> None:
        self.kinds.append(kind)
        self.texts.append(text)
        self.starts.append(start)
        self.ends.append(end)

    def extend(
        self, kinds: list[str], texts: list[str], starts: list[int], ends: list[int]
    ) -> None:
        """Append lists of tokens; the first ones are stored without copying."""
        if self.kinds:
            self.kinds += kinds
            self.texts += texts
            self.starts += starts
            self.ends += ends
        else:
            self.kinds, self.texts, self.starts, self.ends = kinds, texts, starts, ends

    def cut(self, length: int) -> None:
        """Drop every token from an index on."""
        del self.kinds[length:], self.texts[length:], self.starts[length:], self.ends[length:]


class Token:
    """One token for users of the library: `text` is exactly the source."""

    __slots__ = ("kind", "start", "text")

    def __init__(self, kind: str, text: str, start: int) -> None:
        self.kind = kind
        self.text = text
        self.start = start

    def __repr__(self) -> str:
        return f"Token({self.kind!r}, {self.text!r}, {self.start})"
