"""Opens and closes groups: parses the part between ( and the body, and builds the node."""

from __future__ import annotations

from duckrow.regexp.classes import shortened
from duckrow.regexp.errors import PatternError
from duckrow.regexp.names import read_name, read_name_with_level
from duckrow.regexp.nodes import (
    ASCII_MODE,
    DOT_ALL,
    EXTENDED,
    IGNORE_CASE,
    MODES,
    UNICODE_MODE,
    Absent,
    Alternation,
    Atomic,
    Capture,
    Conditional,
    Empty,
    Look,
    Scoped,
    Sequence,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.regexp.names import GroupName
    from duckrow.regexp.nodes import Node, Pattern

MAX_GROUPS = 32767
_SWITCHES = {"i": IGNORE_CASE, "m": DOT_ALL, "x": EXTENDED}
_MODES = {"a": ASCII_MODE, "u": UNICODE_MODE, "d": 0}
_LOOKS = {"=": (True, False), "!": (True, True), "<=": (False, False), "<!": (False, True)}


class Frame:
    """A group that is still open, or the whole pattern.

    `kind` is the part behind (?, or one of our own words: "whole", "capture", "name" and "rest" for
    options that reach to the end of the group around them.
    """

    __slots__ = ("branches", "flags", "items", "kind", "name", "nodes", "number", "start")

    def __init__(self, kind: str, start: int, flags: int, nodes: list[Node]) -> None:
        self.kind = kind
        self.start = start
        self.flags = flags
        self.nodes = nodes
        self.items: list[Node] = []
        self.branches: list[Node] = []
        self.number = 0
        self.name: str | None = None

    def add(self, node: Node) -> None:
        self.nodes.append(node)
        self.items.append(node)

    def end_branch(self, end: int) -> None:
        self.branches.append(self._joined(end))
        self.items = []

    def _joined(self, end: int) -> Node:
        items = self.items
        if len(items) == 1:
            return items[0]
        start = items[0].start if items else end
        node = Sequence(start, end, self.flags, items) if items else Empty(end, end, self.flags)
        self.nodes.append(node)
        return node

    def close(self, end: int) -> Node:
        """Return the node of the finished group, which has not been added to any list yet."""
        body = self._joined(end)
        if self.branches:
            self.branches.append(body)
            body = Alternation(self.branches[0].start, end, self.flags, self.branches)
            self.nodes.append(body)
        return self._enclosed(body, end)

    def _enclosed(self, body: Node, end: int) -> Node:
        kind, start, flags = self.kind, self.start, self.flags
        node: Node
        if kind in ("whole", ":"):
            return body
        if kind in ("capture", "name"):
            node = Capture(start, end, flags, body, self.number, self.name)
        elif kind in ("scoped", "rest"):
            node = Scoped(start, end, flags, body)
        elif kind == ">":
            node = Atomic(start, end, flags, body)
        elif kind == "~":
            node = Absent(start, end, flags, body)
        elif kind == "(":
            node = Conditional(start, end, flags, body, self.number, self.name is not None)
        else:
            node = Look(start, end, flags, body, *_LOOKS[kind])
        self.nodes.append(node)
        return node


def open_group(text: str, start: int, flags: int, pattern: Pattern) -> tuple[Frame, int]:
    """Parse the opening of the group whose ( is at `start`.

    Returns the frame, and the offset where its body begins.
    """
    i = start + 1
    if i == len(text):
        raise PatternError("end pattern with unmatched parenthesis", start)
    if text[i] != "?":
        frame = Frame("capture", start, flags, pattern.nodes)
        frame.number = _next_number(pattern, start)
        return frame, i
    i += 1
    if i == len(text):
        raise PatternError("end pattern in group", start)
    kind = text[i]
    if kind in ":=!>~":
        return Frame(kind, start, flags, pattern.nodes), i + 1
    if kind == "'":
        return _named(text, start, i, flags, pattern)
    if kind == "<":
        if i + 1 == len(text):
            raise PatternError("end pattern with unmatched parenthesis", start)
        if text[i + 1] in "=!":
            return Frame(text[i : i + 2], start, flags, pattern.nodes), i + 2
        return _named(text, start, i, flags, pattern)
    if kind == "(":
        return _condition(text, start, i + 1, flags, pattern)
    return _options(text, start, i, flags, pattern)


def _next_number(pattern: Pattern, start: int) -> int:
    if pattern.group_count >= MAX_GROUPS:
        raise PatternError("too many capture groups are specified", start)
    pattern.group_count += 1
    return pattern.group_count


def _named(text: str, start: int, i: int, flags: int, pattern: Pattern) -> tuple[Frame, int]:
    found = read_name(text, i + 1, text[i], is_reference=False)
    frame = Frame("name", start, flags, pattern.nodes)
    frame.number = _next_number(pattern, start)
    frame.name = found.name
    pattern.names.setdefault(found.name, []).append(frame.number)
    return frame, found.end


def _condition(text: str, start: int, i: int, flags: int, pattern: Pattern) -> tuple[Frame, int]:
    if i == len(text):
        raise PatternError("undefined group option", start)
    frame = Frame("(", start, flags, pattern.nodes)
    if text[i] in "0123456789":
        found = read_name(text, i, "(", is_reference=True)
        frame.number = found.number
        return frame, found.end
    if text[i] not in "<'":
        raise PatternError("invalid conditional pattern", start)
    found = read_name_with_level(text, i + 1, text[i])
    frame.number = found.number
    if found.number <= 0:
        frame.number = group_of(found, i + 1, pattern)
    frame.name = found.name
    if not text.startswith(")", found.end):
        raise PatternError("undefined group option", start)
    return frame, found.end + 1


def group_of(found: GroupName, offset: int, pattern: Pattern) -> int:
    """Return the first group that a name or a negative number refers to."""
    if found.number < 0:
        number = found.number + pattern.group_count + 1
        if number <= 0:
            raise PatternError("invalid backref number/name", offset)
        return number
    if found.name not in pattern.names:
        raise PatternError(f"undefined name <{shortened(found.name)}> reference", offset)
    return pattern.names[found.name][0]


def _options(text: str, start: int, i: int, flags: int, pattern: Pattern) -> tuple[Frame, int]:
    is_off = False
    first = i
    while True:
        char = text[i]
        if char in ":)" and i > first:
            kind = "scoped" if char == ":" else "rest"
            return Frame(kind, start, flags, pattern.nodes), i + 1
        if char == "-":
            is_off = True
        elif char in _SWITCHES:
            flags = flags & ~_SWITCHES[char] if is_off else flags | _SWITCHES[char]
        elif char in _MODES and not is_off:
            flags = flags & ~MODES | _MODES[char]
        else:
            raise PatternError("undefined group option", start)
        i += 1
        if i == len(text):
            raise PatternError("end pattern in group", start)
