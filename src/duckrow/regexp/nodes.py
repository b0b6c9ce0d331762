"""The tree of a Ruby regular expression.

A pattern has its nodes also as one list in which children come before their parents. Passes over
the tree are loops over that list, so that deep nesting needs no deep stack.

Each node has its own options in `flags` (ignore case, dot matches newline, which characters count
as words), since Ruby can switch them anywhere.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Range = tuple[int, int]

IGNORE_CASE = 1
DOT_ALL = 2
EXTENDED = 4
ASCII_MODE = 8  # (?a): shorthands, POSIX brackets and word boundaries are limited to ASCII
UNICODE_MODE = 16  # (?u): all of them use Unicode; by default the shorthands do not
MODES = ASCII_MODE | UNICODE_MODE


class Kind:
    r"""A named kind of characters: \w (a shorthand), [:alpha:], \p{Greek} (a property)."""

    __slots__ = ("is_negated", "is_property", "is_shorthand", "name")

    def __init__(
        self,
        name: str,
        is_negated: bool,
        *,
        is_shorthand: bool = False,
        is_property: bool = False,
    ) -> None:
        self.name = name
        self.is_negated = is_negated
        self.is_shorthand = is_shorthand
        self.is_property = is_property


class ClassSet:
    """A bracketed class: the intersection of its parts, or its complement if negated.

    Each part is a list of ranges, kinds and inner classes; `&&` separates parts. `depth` counts the
    classes within each other.
    """

    __slots__ = ("depth", "is_negated", "parts")

    def __init__(
        self, is_negated: bool, parts: list[list[Range | Kind | ClassSet]], depth: int = 1
    ) -> None:
        self.is_negated = is_negated
        self.parts = parts
        self.depth = depth


class Node:
    """A piece of a pattern.

    `start` and `end` are offsets into the rewritten pattern. `min_length` is the least number of
    characters it matches, `width` the number if it is always the same, else None. A node is lost if
    its least length is unknown because it depends on a missing group.
    """

    __slots__ = ("end", "flags", "is_lost", "min_length", "start", "width")

    def __init__(self, start: int, end: int, flags: int) -> None:
        self.start = start
        self.end = end
        self.flags = flags
        self.min_length = 0
        self.width: int | None = 0
        self.is_lost = False


class Empty(Node):
    """The empty pattern."""

    __slots__ = ()


class Text(Node):
    """Literal characters."""

    __slots__ = ("text",)

    def __init__(self, start: int, end: int, flags: int, text: str) -> None:
        super().__init__(start, end, flags)
        self.text = text


class Any(Node):
    """A dot."""

    __slots__ = ()


class CharacterSet(Node):
    r"""One character out of a set: [a-z], \w, \p{Greek}."""

    __slots__ = ("members",)

    def __init__(self, start: int, end: int, flags: int, members: ClassSet) -> None:
        super().__init__(start, end, flags)
        self.members = members


class Anchor(Node):
    r"""A position between characters; `kind` is how it is written: ^ $ \A \Z \z \G \b \B \K."""

    __slots__ = ("kind",)

    def __init__(self, start: int, end: int, flags: int, kind: str) -> None:
        super().__init__(start, end, flags)
        self.kind = kind


class LineBreak(Node):
    r"""\R: a line break of any kind."""

    __slots__ = ()


class Grapheme(Node):
    r"""\X: a grapheme cluster."""

    __slots__ = ()


class Backreference(Node):
    """A back reference: the string that a group matched.

    Refers to a number, or to a name; of the groups with that name it means the first `count`.
    """

    __slots__ = ("count", "has_level", "name", "number")

    def __init__(
        self, start: int, end: int, flags: int, number: int, name: str | None, count: int
    ) -> None:
        super().__init__(start, end, flags)
        self.number = number
        self.name = name
        self.count = count
        self.has_level = False


class Call(Node):
    r"""\g<name>: a call of a group's pattern; `number` is None until the name is resolved."""

    __slots__ = ("is_recursive", "name", "number")

    def __init__(self, start: int, end: int, flags: int, name: str, number: int | None) -> None:
        super().__init__(start, end, flags)
        self.name = name
        self.number = number
        self.is_recursive = False


class Sequence(Node):
    """One item after the other."""

    __slots__ = ("items",)

    def __init__(self, start: int, end: int, flags: int, items: list[Node]) -> None:
        super().__init__(start, end, flags)
        self.items = items


class Alternation(Node):
    """The first branch that leads to a match."""

    __slots__ = ("branches",)

    def __init__(self, start: int, end: int, flags: int, branches: list[Node]) -> None:
        super().__init__(start, end, flags)
        self.branches = branches


class Enclosure(Node):
    """A node around a body."""

    __slots__ = ("body",)

    def __init__(self, start: int, end: int, flags: int, body: Node) -> None:
        super().__init__(start, end, flags)
        self.body = body


class Repeat(Enclosure):
    """A repeated body; `high` is None if there is no limit."""

    __slots__ = ("high", "is_greedy", "low")

    def __init__(
        self,
        start: int,
        end: int,
        flags: int,
        body: Node,
        low: int,
        high: int | None,
        is_greedy: bool,
    ) -> None:
        super().__init__(start, end, flags, body)
        self.low = low
        self.high = high
        self.is_greedy = is_greedy


class Capture(Enclosure):
    """A capturing group."""

    __slots__ = ("is_called", "is_recursive", "name", "number")

    def __init__(
        self, start: int, end: int, flags: int, body: Node, number: int, name: str | None
    ) -> None:
        super().__init__(start, end, flags, body)
        self.number = number
        self.name = name
        self.is_called = False
        self.is_recursive = False


class Scoped(Enclosure):
    """A body with its own options: (?i:...), or (?i) up to the end of the group."""

    __slots__ = ()


class Atomic(Enclosure):
    """(?>...): never backtracks into its match."""

    __slots__ = ()


class Absent(Enclosure):
    """(?~...): anything that does not contain the body."""

    __slots__ = ()


class Look(Enclosure):
    """(?=...), (?!...), (?<=...), (?<!...)."""

    __slots__ = ("is_ahead", "is_negated")

    def __init__(
        self, start: int, end: int, flags: int, body: Node, is_ahead: bool, is_negated: bool
    ) -> None:
        super().__init__(start, end, flags, body)
        self.is_ahead = is_ahead
        self.is_negated = is_negated


class Conditional(Enclosure):
    """(?(n)yes|no); the body holds both branches as an Alternation."""

    __slots__ = ("is_by_name", "number")

    def __init__(
        self, start: int, end: int, flags: int, body: Node, number: int, is_by_name: bool
    ) -> None:
        super().__init__(start, end, flags, body)
        self.number = number
        self.is_by_name = is_by_name


class Pattern:
    """A whole pattern: its tree, its groups and its names.

    `names` maps names to the numbers of their groups, in order. In a pattern with names, groups
    without a name do not capture, and numbers count the named groups only.
    """

    __slots__ = ("calls", "captures", "group_count", "names", "nodes", "root")

    def __init__(self) -> None:
        self.root: Node = Empty(0, 0, 0)
        self.nodes: list[Node] = []
        self.captures: dict[int, Capture] = {}
        self.names: dict[str, list[int]] = {}
        self.calls: list[Call] = []
        self.group_count = 0
