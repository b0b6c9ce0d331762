r"""Parses bracketed classes: [a-z], [^\w&&[^_]], [[:alpha:]\p{Greek}].

Ruby's parser has peculiarities that change what a class matches; this one has them too: a range
whose end is an inner class loses its beginning ([a-[b]] is [b]); an inner class does not end a
value, so in [a[b]-c] the range is a-c; a dash after a range is a plain character.

Inner classes nest on a list, not on the stack, and no character is read twice.
"""

from __future__ import annotations

from duckrow.regexp.errors import PatternError
from duckrow.regexp.nodes import ClassSet, Kind
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.regexp.nodes import Range

MAX_DEPTH = 4096
SHORTHANDS = {
    "w": ("word", False),
    "W": ("word", True),
    "d": ("digit", False),
    "D": ("digit", True),
    "s": ("space", False),
    "S": ("space", True),
    "h": ("xdigit", False),
    "H": ("xdigit", True),
}
CONTROLS = {"n": 10, "t": 9, "r": 13, "f": 12, "a": 7, "b": 8, "e": 27, "v": 11}
POSIX_NAMES = (
    "alnum alpha blank cntrl digit graph lower print punct space upper xdigit ascii word".split()
)
_POSIX = LazyPattern(f"({'|'.join(POSIX_NAMES)})(:\\])?")
# Not possessive: Python before 3.11.5 would keep a colon that turns out to close the bracket.
_POSIX_STOP = LazyPattern(r"(?s)(?:[^\]\\:]|\\.|:(?!\]))*")
_NOT_POSIX = LazyPattern(r"(?s)[^:\]]{0,20}:\]")
OCTAL = LazyPattern("[0-7]{1,3}")
_PROPERTY = LazyPattern("[^(){}|]*")

# The kinds of tokens in a class.
_VALUE, _KIND, _DASH, _OPEN, _CLOSE, _AND, _END = range(7)
# The state of the parser: nothing yet, a value, a value and a dash, a finished range.
_START, _ONE, _RANGE, _DONE = range(4)


class _Level:
    """One class being parsed, and the state of the parser in it."""

    __slots__ = ("begin", "depth", "is_kind", "is_negated", "items", "parts", "state", "value")

    def __init__(self, begin: int, is_negated: bool) -> None:
        self.begin = begin
        self.is_negated = is_negated
        self.depth = 1
        self.items: list[Range | Kind | ClassSet] = []
        self.parts = [self.items]
        self.state = _START
        self.value = 0
        self.is_kind = False

    def take_value(self, value: int, offset: int) -> None:
        if self.state == _RANGE:
            if self.value > value:
                raise PatternError("empty range in char class", offset)
            self.items.append((self.value, value))
            self.state = _DONE
        else:
            self.put_down()
            self.state = _ONE
        self.value = value
        self.is_kind = False

    def take_kind(self, kind: Kind, offset: int) -> None:
        if self.state == _RANGE:
            raise PatternError("char-class value at end of range", offset)
        self.put_down()
        self.items.append(kind)
        self.state = _ONE
        self.is_kind = True

    def take_class(self, inner: ClassSet) -> None:
        self.items.append(inner)
        self.depth = max(self.depth, inner.depth + 1)

    def put_down(self) -> None:
        if self.state == _ONE and not self.is_kind:
            self.items.append((self.value, self.value))

    def next_part(self) -> None:
        self.put_down()
        self.state = _START
        self.items = []
        self.parts.append(self.items)


class ClassReader:
    """Parses the classes of one pattern."""

    __slots__ = ("_posix_end", "_posix_seen", "offset", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.offset = 0
        # The string up to `_posix_end` has been searched for the end of a POSIX bracket.
        self._posix_end = -1
        self._posix_seen = False

    def read(self, offset: int, depth: int) -> ClassSet:
        """Parse the class whose [ is before `offset`; `self.offset` is then behind its ]."""
        self.offset = offset
        levels = [self._open(depth + 1)]
        while True:
            level = levels[-1]
            here = self.offset
            what, value = self._token()
            if what == _VALUE:
                assert isinstance(value, int)
                level.take_value(value, here)
            elif what == _KIND:
                assert isinstance(value, Kind)
                level.take_kind(value, here)
            elif what == _DASH:
                self._dash(level, here)
            elif what == _OPEN:
                levels.append(self._open(depth + len(levels) + 1))
            elif what == _AND:
                level.next_part()
            elif what == _CLOSE:
                level.put_down()
                done = ClassSet(level.is_negated, level.parts, level.depth)
                levels.pop()
                if not levels:
                    return done
                levels[-1].take_class(done)
            else:
                raise PatternError("premature end of char-class", level.begin)

    def _open(self, depth: int) -> _Level:
        """Begin a class; a ] right at its beginning is a plain character."""
        if depth > MAX_DEPTH:
            raise PatternError("parse depth limit over", self.offset - 1)
        begin = self.offset - 1
        is_negated = self.text.startswith("^", self.offset)
        self.offset += is_negated
        level = _Level(begin, is_negated)
        if self.text.startswith("]", self.offset):
            self.offset += 1
            if self.text.find("]", self.offset) < 0:
                raise PatternError("empty char-class", begin)
            level.take_value(0x5D, begin)
        return level

    def _dash(self, level: _Level, here: int) -> None:
        """Decide whether a dash makes a range or is a plain character."""
        if level.state != _ONE or self.text.startswith(("]", "&&"), self.offset):
            level.take_value(0x2D, here)
        elif level.is_kind:
            raise PatternError("unmatched range specifier in char-class", here)
        else:
            level.state = _RANGE

    def _token(self) -> tuple[int, int | Kind]:
        text, i = self.text, self.offset
        if i == len(text):
            return _END, 0
        char = text[i]
        self.offset = i + 1
        if char == "]":
            return _CLOSE, 0
        if char == "-":
            return _DASH, 0
        if char == "\\":
            return self._escape()
        if char == "[":
            if text.startswith(":", i + 1) and self._ends_as_posix(i + 2):
                return self._posix(i + 2)
            return _OPEN, 0
        if char == "&" and text.startswith("&", i + 1):
            self.offset = i + 2
            return _AND, 0
        return _VALUE, ord(char)

    def _escape(self) -> tuple[int, int | Kind]:
        text, i = self.text, self.offset
        char = text[i]
        self.offset = i + 1
        if char in SHORTHANDS:
            return _KIND, Kind(*SHORTHANDS[char], is_shorthand=True)
        if char in "pP" and text.startswith("{", i + 1):
            kind, self.offset = read_property(text, i)
            return _KIND, kind
        if char == "x":
            self.offset = i + 3
            return _VALUE, int(text[i + 1 : i + 3], 16)
        octal = OCTAL.match(text, i)
        if octal is not None:
            self.offset = octal.end()
            return _VALUE, int(octal[0], 8)
        return _VALUE, CONTROLS.get(char) or ord(char)

    def _ends_as_posix(self, offset: int) -> bool:
        """Return whether a :] follows before any other ]."""
        if offset > self._posix_end:
            stop = _POSIX_STOP.match(self.text, offset)
            assert stop is not None
            self._posix_end = stop.end()
            self._posix_seen = self.text.startswith(":]", stop.end())
        return self._posix_seen

    def _posix(self, offset: int) -> tuple[int, int | Kind]:
        text = self.text
        is_negated = text.startswith("^", offset)
        i = offset + is_negated
        name = _POSIX.match(text, i) if len(text) - i >= 7 else None
        if name is not None:
            if name[2] is None:
                raise PatternError("invalid POSIX bracket type", offset - 2)
            self.offset = name.end()
            return _KIND, Kind(name[1], is_negated)
        if _NOT_POSIX.match(text, i):
            raise PatternError("invalid POSIX bracket type", offset - 2)
        return _VALUE, 0x5B


def read_property(text: str, i: int) -> tuple[Kind, int]:
    r"""Parse the property whose p of \p{...} is at `i`; return it and the offset behind it."""
    from duckrow.regexp.properties import is_known

    is_negated = text[i] == "P"
    begin = i + 2
    if text.startswith("^", begin):
        begin += 1
        is_negated = not is_negated
    match = _PROPERTY.match(text, begin)
    assert match is not None
    end = match.end()
    name = match[0]
    if end == len(text):
        name = name[:-1]
    elif text[end] == "}" and is_known(name):
        return Kind(name, is_negated, is_property=True), end + 1
    raise PatternError(f"invalid character property name {{{shortened(name)}}}", begin)


def shortened(name: str) -> str:
    """Return a name as Ruby's messages show it: at most 47 bytes of it."""
    if len(name) < 16:
        return name
    data = name.encode("utf-8", "replace")
    return name if len(data) <= 47 else data[:47].decode("utf-8", "replace") + "..."
