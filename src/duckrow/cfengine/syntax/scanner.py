"""The scanner: it splits a policy into tokens, to the byte as the reference does.

The text is bytes, one character each, because columns count bytes. At each offset the longest token
wins. The scanner stores the last name, string, guard and type: rules are completed before or after
the next token is read, and the reference's messages depend on which.
"""

from __future__ import annotations

import re

from duckrow.cfengine.syntax import macros
from duckrow.cfengine.syntax.grammar import (
    BODY,
    BUNDLE,
    END,
    FAT_ARROW,
    GUARD,
    PROMISE,
    TEXT,
    THIN_ARROW,
    TYPE,
    VARIABLE,
    WORD,
)
from duckrow.cfengine.syntax.patterns import (
    BARE_VARIABLE,
    CLASS_GUARD,
    GUARD_SIGNS,
    IDENTIFIER,
    LONGEST_NAME,
    PROMISE_TYPE,
    QUOTED,
    QUOTED_GUARD,
    UNJOINED,
)
from duckrow.cfengine.syntax.strings import string_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_READ_AT_ONCE = 8192

_KEYWORDS = {"bundle": BUNDLE, "body": BODY, "promise": PROMISE}
_line_end = re.compile(r"(?:\n|\r\n)([^\n]*)").match
_blanks = re.compile(r"[ \t]+").match
_comment = re.compile(r"#[^\n]*").match
_word = re.compile(IDENTIFIER).match
_type = re.compile(PROMISE_TYPE).match
_guard = re.compile(CLASS_GUARD).match
_guard_signs = re.compile(GUARD_SIGNS).match
_quoted_guard = re.compile(QUOTED_GUARD).match
_quoted = re.compile(QUOTED).match
_variable = re.compile(BARE_VARIABLE).match
_rest_of_line = re.compile(r"[^@\n\r][^\n]*").match


class Scanner:
    """Reads tokens; `report` receives errors in them."""

    __slots__ = (
        "_at",
        "_depth",
        "_is_ignoring",
        "_report",
        "_text",
        "_unclosed",
        "_unguarded_to",
        "furthest",
        "guard",
        "last_string",
        "last_word",
        "line",
        "position",
        "quoted_guard",
        "source",
        "start",
        "type",
        "word",
    )

    def __init__(self, text: str, report: Callable[[str], None]) -> None:
        self._text = text
        self._at = 0
        self._report = report
        self._depth = 0
        self._is_ignoring = False
        # Results of failed searches, so that they are not repeated: the end of a run of signs
        # without a guard, and quotes that are never closed.
        self._unguarded_to = 0
        self._unclosed: set[str] = set()
        # The text of the last token, and its start.
        self.word = ""
        self.start = 0
        # The largest offset that was read.
        self.furthest = 0
        self.line = 1
        self.position = 1
        self.source: str | None = None
        self.last_word = ""
        self.last_string: str | None = None
        self.guard: str | None = None
        self.quoted_guard: str | None = None
        self.type = ""

    def is_at_end(self) -> bool:
        """Return whether the reference has reached the end of the file by now."""
        size = len(self._text)
        return self.furthest >= size - size % _READ_AT_ONCE

    def next(self) -> str:
        """Return the kind of the next token."""
        while True:
            kind = self._ignored() if self._is_ignoring else self._step()
            if kind is not None:
                return kind

    def _take(self, end: int) -> None:
        self.word = _up_to_nul(self._text[self._at : end])
        self.start = self._at
        self._at = end
        self.furthest = max(self.furthest, end)

    def _pass(self, end: int) -> None:
        """Read a token and count its columns."""
        self.position += end - self._at
        self._take(end)

    def _step(self) -> str | None:
        text, at = self._text, self._at
        if at >= len(text):
            return self._end()
        sign = text[at]
        found = _line_end(text, at)
        if found is not None:
            # A line end of two characters is read one character at a time, and each counts.
            self.source = _up_to_nul(found.group()[1:])
            self.line += 1
            self.position = 1
            self.furthest = max(self.furthest, found.end())
            self._take(at + 1)
            return None
        found = _blanks(text, at)
        if found is not None:
            self._pass(found.end())
            return None
        if sign == "#":
            found = _comment(text, at)
            assert found is not None
            self._take(found.end())
            return None
        if sign in "\"'`":
            return self._quotation()
        if sign == "@":
            macro = self._macro()
            if macro is not _NOTHING:
                return macro
        if sign in "$@":
            found = _variable(text, at)
            if found is not None:
                self._pass(found.end())
                self.last_string = self.word
                return VARIABLE
        for arrow in (FAT_ARROW, THIN_ARROW):
            if text.startswith(arrow, at):
                self._pass(at + 2)
                return arrow
        return self._name()

    def _name(self) -> str:
        text, at = self._text, self._at
        found = self._guard()
        if found is not None:
            self._pass(found.end())
            if UNJOINED.match(self.word):
                self._report(
                    "class names can't be separated by whitespace without an intervening operator"
                )
            self.guard, self.quoted_guard = self.word[:-2], None
            return GUARD
        word, type_ = _word(text, at), _type(text, at)
        if type_ is not None and (word is None or type_.end() > word.end()):
            self._pass(type_.end())
            self.type = self.word[:-1]
            self.guard = self.quoted_guard = None
            return TYPE
        if word is None:
            self._pass(at + 1)
            return self.word or END
        self._pass(word.end())
        keyword = _KEYWORDS.get(self.word)
        if keyword is not None:
            self.guard = self.quoted_guard = None
            return keyword
        if len(self.word) > LONGEST_NAME:
            is_qualified = ":" in self.word
            self._report(f"{'qualified ' if is_qualified else ''}identifier too long")
        self.last_word = self.word[:LONGEST_NAME]
        return WORD

    def _guard(self) -> re.Match[str] | None:
        text, at = self._text, self._at
        if at < self._unguarded_to:
            return None
        found = _guard(text, at)
        if found is None:
            signs = _guard_signs(text, at)
            assert signs is not None
            self._unguarded_to = signs.end()
        return found

    def _quotation(self) -> str:
        text, at = self._text, self._at
        guard = _quoted_guard(text, at)
        quoted = None if text[at] in self._unclosed else _quoted(text, at)
        if guard is not None and (quoted is None or guard.end() > quoted.end()):
            self._pass(guard.end())
            self.guard, self.quoted_guard = None, self.word[1:-3]
            return GUARD
        if quoted is None:
            # The scanner searched for the end of the string up to the end of the file.
            self.furthest = len(text)
            self._unclosed.add(text[at])
            self._pass(at + 1)
            return self.word
        self._pass(quoted.end())
        self.line += self.word.count("\n")
        meant, read = string_value(self.word)
        if read == 0:
            self._report("Runaway string")
        elif read is not None:
            self._at = self.start + read
            self.word = self.word[:read]
        self.last_string = meant
        return TEXT

    # Macros.

    def _macro(self) -> str | None:
        text, at = self._text, self._at
        condition = macros.CONDITION.match(text, at)
        if condition is not None:
            self._take(condition.end())
            if self.position != 1:
                return self._fatal("macro @if must be at beginning of the line.")
            if condition[5] is not None:
                # The reference cuts the feature out of the token and leaves it so.
                self.word = self.word[:-1]
            if self._depth:
                return self._fatal("nested @if macros are not allowed")
            self._depth += 1
            self._is_ignoring = not macros.is_true(condition)
            return None
        if text.startswith("@endif", at):
            self._take(at + 6)
            if self.position != 1:
                return self._fatal("macro @endif must be at beginning of the line.")
            if not self._depth:
                return self._fatal("@endif macros without a matching @if are not allowed")
            self._depth -= 1
            return None
        if text.startswith("@else", at):
            self._take(at + 5)
            if not self._depth:
                return self._fatal("@else macro without a matching @if are not allowed")
            self._is_ignoring = True
            return None
        return _NOTHING

    def _fatal(self, message: str) -> str:
        self._report(f"fatal: {message}")
        return END

    def _ignored(self) -> str | None:
        """Skip the text that a macro excludes; its lines are not counted."""
        text, at = self._text, self._at
        if at >= len(text):
            self._take(at)
            self._report("EOF seen while @if was waiting for @endif in ignore_state")
            return END
        if text.startswith("@else", at):
            self._take(at + 5)
            self._is_ignoring = False
        elif text.startswith("@endif", at):
            self._take(at + 6)
            self._is_ignoring = False
            self._depth -= 1
        else:
            found = _rest_of_line(text, at)
            self._take(at + 1 if found is None else found.end())
        return None

    def _end(self) -> str:
        self._take(self._at)
        if self._depth:
            self._report("EOF seen while @if was waiting for @endif without ignore_state")
        return END


_NOTHING = "nothing"


def _up_to_nul(text: str) -> str:
    """Return the text before the first NUL: the reference reads no further."""
    return text[: text.index("\0")] if "\0" in text else text
