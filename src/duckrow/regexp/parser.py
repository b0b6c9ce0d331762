r"""Parses a Ruby pattern to its tree.

The parser reads in the order in which Ruby reads, so that of several errors it finds the same one.
Open groups are in a list; no function calls itself.

Peculiarities of Ruby that the tree shows:
 1. (?i) in the middle of a group reaches to the end of the group, alternatives included: a(?i)b|c
    is a(?i:b|c).
 2. {n}? and {n}+ are two quantifiers, one upon the other; {,n} is {0,n}; a brace that begins no
    quantifier is a plain character.
 3. \1 to \9 always refer back; \10 and above only when there are that many groups so far, and are
    octal otherwise.
"""

from __future__ import annotations

from duckrow.regexp.classes import (
    CONTROLS,
    MAX_DEPTH,
    OCTAL,
    SHORTHANDS,
    ClassReader,
    read_property,
)
from duckrow.regexp.errors import PatternError
from duckrow.regexp.groups import Frame, group_of, open_group
from duckrow.regexp.names import CLOSERS, read_name, read_name_with_level
from duckrow.regexp.nodes import (
    EXTENDED,
    IGNORE_CASE,
    Anchor,
    Any,
    Atomic,
    Backreference,
    Call,
    Capture,
    CharacterSet,
    ClassSet,
    Grapheme,
    Kind,
    LineBreak,
    Pattern,
    Repeat,
    Text,
)
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.regexp.nodes import Node

MAX_REPEAT = 100_000
MAX_BACKREFERENCE = 1000
_PLAIN = LazyPattern(r"[^\\()\[{*+?|.^$# \t\n\r\f]+")
_INTERVAL = LazyPattern(r"\{([0-9]*)(?:(,)([0-9]*))?(\})?")
_NUMBER = LazyPattern("[0-9]+")
_COMMENT = LazyPattern(r"(?s)\(\?#(?:[^\\)]|\\.?)*(\))?")
_SIMPLE_REPEATS: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}


def parse(text: str, flags: int = 0) -> Pattern:
    """Return the tree of a pattern whose character escapes have been rewritten."""
    return _Reader(text, flags).read()


class _Reader:
    """Parses one pattern.

    `run` holds the plain characters since the last node, each with its offset; a quantifier applies
    to the last of them.
    """

    __slots__ = ("classes", "flags", "frames", "i", "pattern", "run", "stacked", "text")

    def __init__(self, text: str, flags: int) -> None:
        self.text = text
        self.i = 0
        self.flags = flags
        self.pattern = Pattern()
        self.frames = [Frame("whole", 0, flags, self.pattern.nodes)]
        self.run: list[tuple[int, str]] = []
        self.stacked = 0
        self.classes = ClassReader(text)

    def read(self) -> Pattern:
        text = self.text
        steps = _STEPS
        while self.i < len(text):
            step = steps.get(text[self.i])
            if step is None:
                plain = _PLAIN.match(text, self.i)
                assert plain is not None
                self.run.append((self.i, plain[0]))
                self.i = plain.end()
                self.stacked = 0
            else:
                step(self)
        self._end_groups(len(text))
        if len(self.frames) > 1:
            raise PatternError("end pattern with unmatched parenthesis", self.frames[-1].start)
        self._flush()
        self.pattern.root = self.frames[0].close(len(text))
        return self.pattern

    # Plain characters and single nodes.

    def _plain(self) -> None:
        """Read a character that is special elsewhere as a plain one."""
        self._take(self.text[self.i], self.i + 1)

    def _take(self, char: str, behind: int) -> None:
        self.run.append((self.i, char))
        self.i = behind
        self.stacked = 0

    def _flush(self) -> None:
        if self.run:
            start = self.run[0][0]
            chars = "".join([chars for _, chars in self.run])
            self.frames[-1].add(Text(start, self.i, self.flags, chars))
            self.run = []

    def _add(self, node: Node) -> None:
        self._flush()
        self.frames[-1].add(node)
        self.i = node.end
        self.stacked = 0

    def _blank(self) -> None:
        if self.flags & EXTENDED:
            self.i += 1
        else:
            self._plain()

    def _hash(self) -> None:
        if self.flags & EXTENDED:
            line_end = self.text.find("\n", self.i)
            self.i = len(self.text) if line_end < 0 else line_end + 1
        else:
            self._plain()

    def _dot(self) -> None:
        self._add(Any(self.i, self.i + 1, self.flags))

    def _anchor(self) -> None:
        self._add(Anchor(self.i, self.i + 1, self.flags, self.text[self.i]))

    def _class(self) -> None:
        members = self.classes.read(self.i + 1, self._depth())
        self._add(CharacterSet(self.i, self.classes.offset, self.flags, members))

    def _depth(self) -> int:
        return len(self.frames)

    # Groups.

    def _open(self) -> None:
        if self.text.startswith("(?#", self.i):
            comment = _COMMENT.match(self.text, self.i)
            if comment is None or comment[1] is None:
                raise PatternError("end pattern in group", self.i)
            self.i = comment.end()
            return
        frame, behind = open_group(self.text, self.i, self.flags, self.pattern)
        self._flush()
        if len(self.frames) >= MAX_DEPTH:
            raise PatternError("parse depth limit over", self.i)
        self.frames.append(frame)
        self.flags = frame.flags
        self.i = behind
        self.stacked = 0

    def _end_groups(self, end: int) -> None:
        """Close options that reach to the end of the group around them."""
        self._flush()
        while self.frames[-1].kind == "rest":
            self._close_one(end)

    def _close_one(self, end: int) -> None:
        node = self.frames.pop().close(end)
        if isinstance(node, Capture):
            self.pattern.captures[node.number] = node
        self.frames[-1].items.append(node)
        self.flags = self.frames[-1].flags

    def _close(self) -> None:
        self._end_groups(self.i)
        if len(self.frames) == 1:
            raise PatternError("unmatched close parenthesis", self.i)
        self.i += 1
        self._close_one(self.i)
        self.stacked = 0

    def _bar(self) -> None:
        self._flush()
        self.frames[-1].end_branch(self.i)
        self.i += 1
        self.stacked = 0

    # Quantifiers.

    def _simple_repeat(self) -> None:
        text = self.text
        low, high = _SIMPLE_REPEATS[text[self.i]]
        following = text[self.i + 1 : self.i + 2]
        is_greedy = following != "?"
        is_possessive = following == "+"
        behind = self.i + 1 + (following in ("?", "+"))
        self._repeat(low, high, is_greedy, is_possessive, behind)

    def _interval(self) -> None:
        interval = _INTERVAL.match(self.text, self.i)
        assert interval is not None
        low = _small(interval[1])
        comma, high_digits = interval[2], interval[3]
        if low > MAX_REPEAT or (high_digits and _small(high_digits) > MAX_REPEAT):
            raise PatternError("too big number for repeat range", self.i)
        if not (interval[1] or high_digits) or not interval[4]:
            self._plain()
            return
        high = low if comma is None else _small(high_digits) if high_digits else None
        if high is not None and low > high:
            raise PatternError("upper is smaller than lower in repeat range", self.i)
        behind = interval.end()
        is_lazy = comma is not None and self.text.startswith("?", behind)
        self._repeat(low, high, not is_lazy, False, behind + is_lazy)

    def _repeat(
        self, low: int, high: int | None, is_greedy: bool, is_possessive: bool, behind: int
    ) -> None:
        frame = self.frames[-1]
        if not self.run and not frame.items:
            raise PatternError("target of repeat operator is not specified", self.i)
        self.stacked += 1
        if self._depth() + self.stacked > MAX_DEPTH:
            raise PatternError("parse depth limit over", self.i)
        if low == high == 1 and not is_possessive:
            self.i = behind
            return
        if self.run:
            self._split_last()
        body = frame.items.pop()
        node: Node = Repeat(body.start, behind, self.flags, body, low, high, is_greedy)
        frame.nodes.append(node)
        if is_possessive:
            node = Atomic(body.start, behind, self.flags, node)
            frame.nodes.append(node)
        frame.items.append(node)
        self.i = behind

    def _split_last(self) -> None:
        """Make the last plain character a node of its own."""
        start, chars = self.run.pop()
        if len(chars) > 1:
            self.run.append((start, chars[:-1]))
            start += len(chars) - 1
        self._flush()
        self.frames[-1].add(Text(start, self.i, self.flags, chars[-1]))

    # Escapes.

    def _escape(self) -> None:
        text, start = self.text, self.i
        char = text[start + 1]
        behind = start + 2
        if char in SHORTHANDS:
            members = ClassSet(False, [[Kind(*SHORTHANDS[char], is_shorthand=True)]])
            # Ruby does not fold the case of a shorthand's characters.
            self._add(CharacterSet(start, behind, self.flags & ~IGNORE_CASE, members))
        elif char in "AZzGbBK":
            self._add(Anchor(start, behind, self.flags, "\\" + char))
        elif char in "123456789":
            self._digits(start)
        elif char == "x":
            self._take(chr(int(text[behind : behind + 2], 16)), behind + 2)
        elif char in "pP" and text.startswith("{", behind):
            kind, behind = read_property(text, start + 1)
            self._add(CharacterSet(start, behind, self.flags, ClassSet(False, [[kind]])))
        elif char == "R":
            self._add(LineBreak(start, behind, self.flags))
        elif char == "X":
            self._add(Grapheme(start, behind, self.flags))
        elif char in "kg" and text[behind : behind + 1] in CLOSERS and text[behind] != "(":
            self._reference(char, start)
        else:
            self._take(chr(CONTROLS.get(char) or ord(char)), behind)

    def _digits(self, start: int) -> None:
        number = _NUMBER.match(self.text, start + 1)
        assert number is not None
        value = _small(number[0])
        if value <= MAX_BACKREFERENCE and (value <= 9 or value <= self.pattern.group_count):
            self._add(Backreference(start, number.end(), self.flags, value, None, 1))
            return
        octal = OCTAL.match(self.text, start + 1)
        if octal is None:
            self._take(self.text[start + 1], start + 2)
        else:
            self._take(chr(int(octal[0], 8)), octal.end())

    def _reference(self, char: str, start: int) -> None:
        text = self.text
        opener = text[start + 2]
        begin = start + 3
        if char == "k":
            found = read_name_with_level(text, begin, opener)
            number = found.number if found.number > 0 else group_of(found, begin, self.pattern)
            name = None if found.number else found.name
            count = len(self.pattern.names[name]) if name is not None else 1
            node = Backreference(start, found.end, self.flags, number, name, count)
            node.has_level = found.has_level
            self._add(node)
            return
        self._call(start, begin, opener)

    def _call(self, start: int, begin: int, opener: str) -> None:
        text = self.text
        is_relative = False
        if text.startswith("0" + CLOSERS[opener], begin):
            self._add_call(Call(start, begin + 2, self.flags, "", 0))
            return
        if text[begin : begin + 1] in ("0", "+"):
            is_relative = text[begin] == "+"
            begin += 1
        found = read_name(text, begin, opener, is_reference=True)
        number = found.number or None
        if is_relative:
            number = self.pattern.group_count + max(found.number, 1)
        if found.number < 0:
            number = self.pattern.group_count + 1 + found.number
            if number <= 0:
                raise PatternError("invalid backref number/name", begin)
        self._add_call(Call(start, found.end, self.flags, found.name, number))

    def _add_call(self, call: Call) -> None:
        self._add(call)
        self.pattern.calls.append(call)


def _small(digits: str) -> int:
    """Return a number; one with many digits becomes a number that exceeds every limit."""
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) < 20 else 10**20


_STEPS = {
    "\\": _Reader._escape,
    "(": _Reader._open,
    ")": _Reader._close,
    "[": _Reader._class,
    "{": _Reader._interval,
    "*": _Reader._simple_repeat,
    "+": _Reader._simple_repeat,
    "?": _Reader._simple_repeat,
    "|": _Reader._bar,
    ".": _Reader._dot,
    "^": _Reader._anchor,
    "$": _Reader._anchor,
    "#": _Reader._hash,
    **dict.fromkeys(" \t\n\r\f", _Reader._blank),
}
