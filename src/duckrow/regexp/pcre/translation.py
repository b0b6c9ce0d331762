r"""Translates PCRE patterns, byte by byte, to Python's syntax.

A pattern is read once, character by character; syntax that both engines share is copied. The
differences: options in the middle ((?i) holds to the end of its group), names of groups, POSIX
classes, \h \v \R \N \Z \z, \Q…\E, octal and hexadecimal escapes, escapes without a meaning, and the
syntax of quantifiers. Patterns that `re` cannot express use the package `regex`.

Patterns and subjects are bytes to the reference. Here each byte is a character of Latin 1.
"""

from __future__ import annotations

import re

from duckrow.regexp.errors import PatternError
from duckrow.regexp.pcre.characters import (
    SETS,
    VERTICAL,
    literal,
    read_class,
    read_code,
)
from duckrow.source.lazy_pattern import LazyPattern

_QUANTIFIER = LazyPattern(r"([*+?]|\{(\d+)(?:(,)(\d*))?\})([?+]?)")
_OPTIONS = LazyPattern(r"\(\?([imsxJUX]*)(?:-([imsxJUX]*))?([:)])")
_NAMED = LazyPattern(r"(?a)\(\?(?:P?<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)')")
_LOOK = LazyPattern(r"\(\?(?:[=!>|]|<[=!])")
_CALL = LazyPattern(r"\(\?(?:R|[+-]?\d+|&\w+|P>\w+)\)")
_SAME_NAME = LazyPattern(r"\\k(?:<(\w+)>|'(\w+)'|\{(\w+)\})")
_REFERENCE = LazyPattern(r"\\g(?:(-?\d+)|\{(-?\d+)\}|\{(\w+)\})")
_OUTER_CALL = LazyPattern(r"\\g(?:<([^>]*)>|'([^']*)')")
_CONDITION = LazyPattern(r"\(\?\((?:<(\w+)>|'(\w+)'|(\w+))\)")
# Escapes and classes are skipped, so that a parenthesis in them does not count.
_GROUP_START = LazyPattern(
    r"(?s)\\.|\[\^?\]?(?:\\.|\[:\^?[a-z]*:\]|[^\]\\])*\]|\((?!\?(?!P?<[A-Za-z_]|'))"
)
_START_VERBS = LazyPattern(r"(?:\(\*(?:UTF8?|UCP|ANYCRLF|CRLF|CR|LF|ANY|BSR_\w+|NO_\w+)\))+")
_VERB = LazyPattern(r"\(\*[A-Z]+(?::[^)]*)?\)")
MAX_COUNT = 65535


class _Group:
    """An open group: its offset in the output, and the options set within it."""

    __slots__ = ("begin", "has_loop", "is_behind", "is_extended", "is_variable", "options")

    def __init__(self, begin: int, *, is_extended: bool) -> None:
        self.begin = begin
        self.options: list[str] = []
        self.has_loop = False
        self.is_behind = False
        self.is_variable = False
        self.is_extended = is_extended


class Translation:
    """A pattern in Python's syntax.

    `needs_regex`: `re` cannot express it. `is_risky`: it repeats a group that can match in
    several ways, and the ways of all rounds multiply.
    """

    __slots__ = (
        "_group_count",
        "_groups",
        "_last",
        "_last_has_loop",
        "_names",
        "_opened",
        "_out",
        "_source",
        "is_risky",
        "needs_regex",
        "text",
    )

    def __init__(self, source: str) -> None:
        self._source = source
        self._out: list[str] = []
        self._groups = [_Group(0, is_extended=False)]
        self._last = -1  # the offset of the item that a quantifier would repeat; -1 for none
        self._last_has_loop = False
        self._opened = 0
        self._names: set[str] = set()
        self._group_count = -1
        self.needs_regex = False
        self.is_risky = False
        offset = 0
        verbs = _START_VERBS.match(source)
        if verbs is not None:
            offset = verbs.end()
        while offset < len(source):
            offset = self._step(offset)
        if len(self._groups) > 1:
            raise PatternError("missing )", len(source))
        self._close_options()
        self.text = "".join(self._out)

    # Writing

    def _item(self, text: str) -> None:
        """Write an item that can be repeated."""
        self._last = len(self._out)
        self._last_has_loop = False
        self._out.append(text)

    def _mark(self, text: str) -> None:
        """Write an item that cannot be repeated."""
        self._last = -1
        self._out.append(text)

    def _mark_loop(self) -> None:
        """Note that the open group can match in several ways."""
        for group in self._groups:
            group.has_loop = True

    def _close_options(self) -> None:
        self._out.append(")" * len(self._groups[-1].options))

    # Reading

    def _step(self, offset: int) -> int:
        char = self._source[offset]
        if char == "\\":
            return self._escape(offset)
        if char == "[":
            end, text = read_class(self._source, offset)
            self._item(text)
            return end
        if char == "(":
            return self._open(offset)
        if char == ")":
            return self._close(offset)
        if char == "|":
            options = self._groups[-1].options
            self._mark_loop()
            self._mark(")" * len(options) + "|" + "".join(options))
            return offset + 1
        if char in "*+?{":
            return self._repeat(offset)
        if char in "^$":
            self._mark(char)
        elif self._groups[-1].is_extended and (char.isspace() or char == "#"):
            end = offset + 1
            if char == "#":
                found = self._source.find("\n", offset)
                end = len(self._source) if found < 0 else found + 1
            return end
        elif char == ".":
            self._item(char)
        else:
            self._item(literal(char))
        return offset + 1

    def _repeat(self, offset: int) -> int:
        match = _QUANTIFIER.match(self._source, offset)
        if match is None:
            self._item("\\{")
            return offset + 1
        if self._last < 0:
            raise PatternError("nothing to repeat", match.end(1) - 1)
        _, low, comma, high, manner = match.groups()
        if low is not None and (int(low) > MAX_COUNT or (high and int(high) > MAX_COUNT)):
            raise PatternError("number too big in {} quantifier", match.end(1) - 1)
        if high and int(high) < int(low):
            raise PatternError("numbers out of order in {} quantifier", match.end(4))
        if manner == "+":
            self.needs_regex = True
        is_loop = match[1] in "*+" or (comma is not None and not high)
        if is_loop or match[1] == "?" or (high and int(high) != int(low)):
            for group in self._groups:
                group.is_variable = True
        if is_loop or int(high or low or 1) > 1:
            self.is_risky = self.is_risky or self._last_has_loop
        if is_loop:
            self._mark_loop()
        self._out.append(match[0])
        self._last = -1
        return match.end()

    def _open(self, offset: int) -> int:
        source = self._source
        group = _Group(len(self._out), is_extended=self._groups[-1].is_extended)
        verb = _VERB.match(source, offset)
        if verb is not None:
            self.needs_regex = True
            self._mark(verb[0])
            return verb.end()
        if not source.startswith("(?", offset):
            self._opened += 1
            return self._enter(group, "(", offset + 1)
        if source.startswith("(?#", offset):
            end = source.find(")", offset)
            if end < 0:
                raise PatternError("missing ) after comment", len(source))
            return end + 1
        options = _OPTIONS.match(source, offset)
        if options is not None:
            return self._set_options(options, group)
        named = _NAMED.match(source, offset)
        if named is not None:
            name = named[1] or named[2]
            if name in self._names:
                raise PatternError("two named subpatterns have the same name", named.end() - 1)
            self._names.add(name)
            self._opened += 1
            return self._enter(group, f"(?P<{name}>", named.end())
        look = _LOOK.match(source, offset)
        if look is not None:
            if look[0] in ("(?>", "(?|"):
                self.needs_regex = True
            group.is_behind = look[0].startswith("(?<")
            return self._enter(group, look[0], look.end())
        call = _CALL.match(source, offset)
        if call is not None:
            if not self._out and call[0] in ("(?R)", "(?0)"):
                raise PatternError("recursive call could loop indefinitely", call.end() - 1)
            self.needs_regex = True
            self._item(call[0])
            return call.end()
        condition = _CONDITION.match(source, offset)
        if condition is not None:
            name = condition[1] or condition[2] or condition[3]
            return self._enter(group, f"(?({name})", condition.end())
        if source.startswith("(?P=", offset):
            end = source.find(")", offset)
            if end < 0:
                raise PatternError("missing )", len(source))
            self._item(source[offset : end + 1])
            return end + 1
        if source.startswith("(?(", offset):
            self.needs_regex = True
            return self._enter(group, "(?", offset + 2)
        raise PatternError("unrecognized character after (? or (?-", offset + 2)

    def _enter(self, group: _Group, text: str, end: int) -> int:
        self._mark(text)
        self._groups.append(group)
        return end

    def _set_options(self, match: re.Match[str], group: _Group) -> int:
        on, off, mark = match[1] or "", match[2] or "", match[3]
        if "U" in on + off or "X" in on:
            raise PatternError("unrecognized character after (? or (?-", match.start() + 3)
        on, off = on.replace("J", ""), off.replace("J", "")
        off = "".join(each for each in off if each not in on)
        is_extended = ("x" in on) or (self._groups[-1].is_extended and "x" not in off)
        # Blanks and comments are already removed, so the option has no further effect.
        on, off = on.replace("x", ""), off.replace("x", "")
        text = f"(?{on}{'-' if off else ''}{off}:"
        if mark == ":":
            group.is_extended = is_extended
            return self._enter(group, text, match.end())
        self._groups[-1].is_extended = is_extended
        if on or off:
            self._groups[-1].options.append(text)
            self._mark(text)
        return match.end()

    def _close(self, offset: int) -> int:
        if len(self._groups) == 1:
            raise PatternError("unmatched parentheses", offset)
        self._close_options()
        group = self._groups.pop()
        if group.is_behind and group.is_variable:
            raise PatternError("lookbehind assertion is not fixed length", offset)
        self._out.append(")")
        self._last = group.begin
        self._last_has_loop = group.has_loop or group.is_variable
        return offset + 1

    # Escapes

    def _escape(self, offset: int) -> int:
        source = self._source
        char = source[offset + 1 : offset + 2]
        if char == "":
            raise PatternError("\\ at end of pattern", offset + 1)
        if char == "Q":
            end = source.find("\\E", offset + 2)
            text = source[offset + 2 :] if end < 0 else source[offset + 2 : end]
            for each in text:
                self._item(literal(each))
            return len(source) if end < 0 else end + 2
        if char == "E":
            return offset + 2
        if char in "dDsSwW":
            self._item("\\" + char)
        elif char in "bBA":
            self._mark("\\" + char)
        elif char in "zZG":
            self._mark({"z": "\\Z", "Z": "(?=\\n?\\Z)", "G": "\\A"}[char])
        elif char in SETS:
            self._item(f"[{SETS[char]}]")
        elif char == "R":
            self._item(f"(?:\\r\\n|[{VERTICAL}])")
        elif char == "N":
            self._item("[^\\n]")
        elif char in "KX":
            self.needs_regex = True
            self._item("\\" + char)
        elif char in "pP":
            return self._property(offset)
        elif char in "kg":
            return self._reference(offset)
        elif char in "123456789":
            return self._number(offset)
        else:
            end, code = read_code(source, offset)
            self._item(literal(chr(code)))
            return end
        return offset + 2

    def _property(self, offset: int) -> int:
        match = re.compile(r"\\[pP](?:\{\^?\w+\}|\w)").match(self._source, offset)
        if match is None:
            raise PatternError("malformed \\P or \\p sequence", offset + 2)
        self.needs_regex = True
        self._item(match[0])
        return match.end()

    def _reference(self, offset: int) -> int:
        source = self._source
        named = _SAME_NAME.match(source, offset)
        if named is not None:
            self._item(f"(?P={named[1] or named[2] or named[3]})")
            return named.end()
        reference = _REFERENCE.match(source, offset)
        if reference is not None:
            if reference[3]:
                self._item(f"(?P={reference[3]})")
                return reference.end()
            number = int(reference[1] or reference[2])
            if number < 0:
                number += self._opened + 1
            if not 0 < number <= self._count():
                raise PatternError("reference to non-existent subpattern", reference.end())
            self._item(f"(?:\\{number})")
            return reference.end()
        call = _OUTER_CALL.match(source, offset)
        if call is not None:
            self.needs_regex = True
            name = call[1] or call[2]
            self._item(f"(?{name})" if name.lstrip("+-").isdigit() else f"(?&{name})")
            return call.end()
        kind = source[offset + 1]
        raise PatternError(
            "\\k is not followed by a braced, angle-bracketed, or quoted name"
            if kind == "k"
            else "a numbered reference must not be zero",
            offset + 2,
        )

    def _number(self, offset: int) -> int:
        match = re.compile(r"\\(\d+)").match(self._source, offset)
        assert match is not None
        number = int(match[1])
        if number < 8 or number <= self._count():
            if number > self._count():
                raise PatternError("reference to non-existent subpattern", len(self._source))
            self._item(f"(?:\\{number})")
            return match.end()
        octal = re.compile(r"\\([0-7]{1,3})").match(self._source, offset)
        if octal is None:
            self._item(literal(self._source[offset + 1]))
            return offset + 2
        code = int(octal[1], 8)
        if code > 0xFF:
            message = "octal value is greater than \\377 in 8-bit non-UTF-8 mode"
            raise PatternError(message, octal.end() - 1)
        self._item(literal(chr(code)))
        return octal.end()

    def _count(self) -> int:
        """Count the capturing groups of the whole pattern, also those still to come."""
        if self._group_count < 0:
            found = _GROUP_START.finditer(self._source)
            self._group_count = sum(1 for each in found if each[0].startswith("("))
        return self._group_count
