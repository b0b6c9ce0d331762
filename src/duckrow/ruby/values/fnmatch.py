r"""Ruby's file name patterns, as File.fnmatch and Dir.glob read them.

`*` matches any text, `?` one character, `[a-z]` one of a set and `[^a-z]` or `[!a-z]` one outside
it; a backslash escapes. Wildcards do not match a dot at the beginning of a name.

The flags have the values that they have in Ruby:

    NOESCAPE    a backslash is an ordinary character
    PATHNAME    no wildcard matches a slash, and `**/` matches any number of directories
    DOTMATCH    wildcards match a dot at the beginning of a name
    CASEFOLD    ASCII letters match in either case
    EXTGLOB     `{a,b}` matches either alternative

A pattern becomes a regular expression of Python. Each wildcard but the last takes the shortest
text that lets the pattern continue and never tries another, so matching takes no exponential time.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Match = Callable[[str], bool]

NOESCAPE = 1
PATHNAME = 2
DOTMATCH = 4
CASEFOLD = 8
EXTGLOB = 16

_NEVER = "(?!)"


def matcher(pattern: str, flags: int = 0) -> Match:
    """Return a function that matches names with a pattern, in which braces are ordinary."""
    import re

    fullmatch = re.compile(_Translation(pattern, flags).text(), re.DOTALL).fullmatch
    return lambda name: fullmatch(name) is not None


def alternatives(pattern: str, flags: int) -> Iterator[str]:
    """Yield the pattern, or with EXTGLOB one for each choice of its braces.

    A brace that stays open leaves no choice.
    """
    if not flags & EXTGLOB:
        yield pattern
        return
    pending = [pattern]
    while pending:
        each = pending.pop()
        cuts = _first_braces(each, escapes=not flags & NOESCAPE)
        if cuts is None:
            yield each
        elif cuts:
            head, tail = each[: cuts[0]], each[cuts[-1] + 1 :]
            pending += [
                f"{head}{each[begin + 1 : end]}{tail}"
                for begin, end in zip(cuts[-2::-1], cuts[:0:-1], strict=True)
            ]


def _first_braces(pattern: str, *, escapes: bool) -> list[int] | None:
    """Return the offsets of the first braces and of the commas between them.

    Return None if the pattern has no braces, and an empty list if the first brace stays open.
    """
    cuts: list[int] = []
    depth = 0
    at = 0
    while at < len(pattern):
        char = pattern[at]
        if char == "\\" and escapes:
            at += 1
        elif char == "{":
            depth += 1
            if depth == 1:
                cuts = [at]
        elif char == "," and depth == 1:
            cuts.append(at)
        elif char == "}" and depth:
            depth -= 1
            if depth == 0:
                return [*cuts, at]
        at += 1
    return [] if cuts else None


class _Translation:
    """The translation of one pattern to a regular expression."""

    __slots__ = ("_any", "_at", "_flags", "_pattern")

    def __init__(self, pattern: str, flags: int) -> None:
        self._flags = flags
        if not flags & NOESCAPE and _ends_in_escape(pattern):
            pattern = pattern[:-1]
        self._pattern = pattern
        self._any = "[^/]" if flags & PATHNAME else "."
        self._at = 0

    def text(self) -> str:
        """Return the regular expression."""
        if not self._flags & PATHNAME:
            return self._name()
        directory = f"(?:{self._no_dot()}[^/]*/)*"
        out = ""
        since = ""  # the names since the last `**/`
        recurses = False
        while True:
            if self._pattern.startswith("**/", self._at):
                while self._pattern.startswith("**/", self._at):
                    self._at += 3
                out += f"(?>{directory}?{since})" if recurses else since
                recurses, since = True, ""
            since += self._name()
            if self._at >= len(self._pattern):
                return out + (directory if recurses else "") + since
            self._at += 1
            since += "/"

    def _no_dot(self) -> str:
        return "" if self._flags & DOTMATCH else r"(?!\.)"

    def _name(self) -> str:
        """Translate to the end of the pattern, or to the next slash that separates names."""
        out = "" if self._char_at(self._at)[0] == "." else self._no_dot()
        since = ""  # the characters since the last `*`
        has_star = False
        while self._at < len(self._pattern):
            char = self._pattern[self._at]
            if char == "*":
                out += f"(?>{self._any}*?{since})" if has_star else since
                has_star, since = True, ""
                self._at += 1
            elif char == "?":
                since += self._any
                self._at += 1
            elif char == "[":
                since += self._set()
            else:
                char, end = self._char_at(self._at)
                if char == "/" and self._flags & PATHNAME:
                    self._at = end - 1
                    break
                since += self._literal(char)
                self._at = end
        return out + (f"{self._any}*" if has_star else "") + since

    def _char_at(self, at: int) -> tuple[str, int]:
        """Return the character at an offset, which a backslash may escape, and the next offset."""
        if not self._flags & NOESCAPE and self._pattern.startswith("\\", at):
            at += 1
        return self._pattern[at : at + 1], at + 1

    def _literal(self, char: str) -> str:
        if self._flags & CASEFOLD and char.isascii() and char.isalpha():
            return f"[{char.lower()}{char.upper()}]"
        from re import escape

        return escape(char)

    def _set(self) -> str:
        """Translate a set in brackets; a set that stays open matches nothing."""
        pattern = self._pattern
        self._at += 1
        is_negative = pattern[self._at : self._at + 1] in ("!", "^")
        self._at += is_negative
        members = ""
        while not pattern.startswith("]", self._at):
            first, self._at = self._char_at(self._at)
            last = ""
            if pattern.startswith("-", self._at) and not pattern.startswith("]", self._at + 1):
                last, self._at = self._char_at(self._at + 1)
            if self._at >= len(pattern):
                self._at = len(pattern)
                return _NEVER
            members += self._range(first, last) if last else self._member(first)
        self._at += 1
        if not members:
            return self._any if is_negative else _NEVER
        guard = "(?!/)" if self._flags & PATHNAME else ""
        return f"{guard}[{'^' if is_negative else ''}{members}]"

    def _member(self, char: str) -> str:
        """Translate a single character of a set."""
        out = _between(char, char)
        if self._flags & CASEFOLD:
            # Ruby 3.1 ignores the case not of this character but of the next one in the pattern.
            after = _capital(self._pattern[self._at])
            out += _between(after, after) + _small(after, after)
        return out

    def _range(self, first: str, last: str) -> str:
        """Translate a range of characters; its two ends match in any order."""
        out = _between(first, first) + _between(last, last)
        if not self._flags & CASEFOLD:
            return out + _between(first, last)
        # Ruby compares capital letters, so no range contains a small letter.
        first, last = _capital(first), _capital(last)
        out += _between(first, min(last, "`")) + _between(max(first, "{"), last)
        return out + _small(first, last)


def _ends_in_escape(pattern: str) -> bool:
    """Return whether the last backslash of a pattern has no character to escape."""
    return (len(pattern) - len(pattern.rstrip("\\"))) % 2 == 1


def _capital(char: str) -> str:
    return char.upper() if char.isascii() else char


def _small(first: str, last: str) -> str:
    """Return the small letters of the capital letters in a range."""
    first, last = max(first, "A"), min(last, "Z")
    return _between(first.lower(), last.lower()) if first <= last else ""


def _between(first: str, last: str) -> str:
    """Return the range of two characters in a set of Python, or nothing for an empty range."""
    from re import escape

    if first > last:
        return ""
    return escape(first) if first == last else f"{escape(first)}-{escape(last)}"
