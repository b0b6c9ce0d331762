r"""Writing the tree of a Ruby pattern in the syntax of Python's engines.

What differs between the languages:

    ruby            python                    because
    ^               ^ or (?:\A|(?<=\n)(?!\Z)) Ruby sees no line after the last line feed; the
                                              short form will do where a character must follow
    \Z  \z          (?=\n?\Z)  \Z
    \B              (?!\b)                    Python's \B is false in an empty text
    .  under (?m)   (?s:.)
    (?<=a|bc)       (?:(?<=a)|(?<=bc))        Python wants one length
    (a\1)           (a(?!))                   in Ruby a group still open has nothing to refer to
    (?<n>a)(b)      (a)(?:b)                  names stay with us; groups without one count no more

Everything is compiled with MULTILINE; case and dots are decided at each node.
"""

from __future__ import annotations

from duckrow.regexp.errors import PatternError
from duckrow.regexp.nodes import (
    ASCII_MODE,
    DOT_ALL,
    IGNORE_CASE,
    Alternation,
    Anchor,
    Any,
    Atomic,
    Backreference,
    Call,
    Capture,
    CharacterSet,
    Conditional,
    Empty,
    Enclosure,
    Grapheme,
    LineBreak,
    Look,
    Repeat,
    Scoped,
    Sequence,
    Text,
)
from duckrow.regexp.sets import (
    WORD,
    asks_unicode,
    has_case,
    ranges_of,
    write_character,
    write_ranges,
    write_unicode,
)
from duckrow.regexp.survey import is_inside, referred

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.regexp.nodes import Node, Pattern

    # The source, and whether a quantifier can follow it.
    Fragment = tuple[str, bool]

MAX_LENGTH = 200_000
MAX_CALLS = 20  # calls of later groups within each other
MAX_TOTAL = 10_000_000  # over all nodes: limits the copies for deep nesting and calls of calls
_ASCII_WORD = "[0-9A-Za-z_]"
_LATIN_FRACTIONS = "\\xb2\\xb3\\xb9\\xbc-\\xbe"  # ² ³ ¹ ¼ ½ ¾ are words for Ruby's \b only
_ANCHORS = {"$": "$", "\\A": "\\A", "\\z": "\\Z", "\\Z": "(?=\\n?\\Z)", "\\G": "\\G", "\\K": "\\K"}
_KELVIN, _LONG_S = 0x212A, 0x17F


def emit(
    pattern: Pattern, *, is_ascii: bool, is_folded: bool, committed: frozenset[int] = frozenset()
) -> str:
    """Write a pattern for ASCII strings or for any string.

    With `is_folded` the engine ignores case in the whole pattern. `committed` nodes become atomic.
    """
    return _Writer(pattern, is_ascii, is_folded, committed).write()


class _Writer:
    __slots__ = (
        "calls",
        "committed",
        "followed",
        "fragments",
        "is_ascii",
        "is_folded",
        "pattern",
        "total",
    )

    def __init__(
        self, pattern: Pattern, is_ascii: bool, is_folded: bool, committed: frozenset[int]
    ) -> None:
        self.pattern = pattern
        self.committed = committed
        self.total = 0
        self.calls = 0
        self.is_ascii = is_ascii
        self.is_folded = is_folded
        self.fragments: dict[int, Fragment] = {}
        self.followed = _followed(pattern)

    def write(self) -> str:
        self.write_all(self.pattern.nodes)
        return self.text(self.pattern.root)

    def write_all(self, nodes: list[Node]) -> None:
        for node in nodes:
            if id(node) in self.fragments:
                continue  # a call came before
            text, _ = fragment = _WRITERS[node.__class__](self, node)
            if id(node) in self.committed:
                fragment = f"(?>{text})", True
            self.fragments[id(node)] = fragment
            self.total += len(text)
            if self.total > MAX_TOTAL or len(text) > MAX_LENGTH:
                raise PatternError("the pattern is too long", node.start)

    def text(self, node: Node) -> str:
        return self.fragments[id(node)][0]

    def single(self, node: Node) -> str:
        """Return a fragment that a quantifier can follow."""
        text, is_single = self.fragments[id(node)]
        return text if is_single else f"(?:{text})"

    def _cased(self, text: str, flags: int, is_single: bool) -> Fragment:
        if flags & IGNORE_CASE and not self.is_folded:
            return f"(?i:{text})", True
        return text, is_single

    # Characters.

    def empty(self, _: Empty) -> Fragment:
        return "", False

    def characters(self, node: Text) -> Fragment:
        text = node.text
        if node.flags & IGNORE_CASE:
            if self.is_ascii and not text.isascii():
                text = "".join(map(_ascii_fold, text))
            if text.lower() == text.upper():
                return "".join([write_character(ord(c)) for c in text]), len(text) == 1
        written = "".join([write_character(ord(c)) for c in text])
        return self._cased(written, node.flags, len(text) == 1)

    def dot(self, node: Any) -> Fragment:
        return ("(?s:.)" if node.flags & DOT_ALL else "."), True

    def character_set(self, node: CharacterSet) -> Fragment:
        members, flags = node.members, node.flags
        if not has_case(members):
            flags &= ~IGNORE_CASE
        if not self.is_ascii and asks_unicode(members, flags):
            return self._cased(write_unicode(members, flags, node.start), flags, True)
        ranges = ranges_of(members)
        if self.is_ascii:
            ranges = _ascii_only(ranges, flags)
        text = write_ranges(ranges, is_negated=members.is_negated)
        return self._cased(text, flags, True)

    def line_break(self, _: LineBreak) -> Fragment:
        return "(?>\\r\\n|[\\n-\\r\\x85\\u2028\\u2029])", True

    def grapheme(self, _: Grapheme) -> Fragment:
        return ("(?>\\r\\n|(?s:.))" if self.is_ascii else "\\X"), True

    # Anchors.

    def anchor(self, node: Anchor) -> Fragment:
        kind = node.kind
        if kind == "^":
            text = "^" if id(node) in self.followed else "(?:\\A|(?<=\\n)(?!\\Z))"
        elif kind in ("\\b", "\\B"):
            text = self._boundary(node)
        else:
            text = _ANCHORS[kind]
        return text, False

    def _boundary(self, node: Anchor) -> str:
        if self.is_ascii:
            return "\\b" if node.kind == "\\b" else "(?!\\b)"
        word = _ASCII_WORD if node.flags & ASCII_MODE else f"[{WORD}{_LATIN_FRACTIONS}]"
        if node.kind == "\\b":
            return f"(?:(?<={word})(?!{word})|(?<!{word})(?={word}))"
        return f"(?:(?<={word})(?={word})|(?<!{word})(?!{word}))"

    # References.

    def reference(self, node: Backreference) -> Fragment:
        captures = self.pattern.captures
        numbers = [n for n in referred(node, self.pattern) if not is_inside(node, captures[n])]
        if not numbers:
            return "(?!)", True
        text = "|".join(f"\\g<g{n}>" if self.pattern.calls else f"\\{n}" for n in numbers)
        flag = "i" if node.flags & IGNORE_CASE and not self.is_folded else ""
        return f"(?{flag}:{text})", True

    def call(self, node: Call) -> Fragment:
        target = self.pattern.captures.get(node.number or 0)
        if target is None:
            return "(?R)", True
        if node.is_recursive:
            return f"(?&g{target.number})", True
        if id(target) not in self.fragments:
            self.calls += 1
            if self.calls > MAX_CALLS:
                raise PatternError("calls go through too many groups", node.start)
            inside = [other for other in self.pattern.nodes if is_inside(other, target)]
            self.write_all(inside)
            self.calls -= 1
        return self.fragments[id(target)]

    # Structure.

    def sequence(self, node: Sequence) -> Fragment:
        return "".join([self.in_sequence(item) for item in node.items]), False

    def in_sequence(self, node: Node) -> str:
        return self.single(node) if isinstance(node, Alternation) else self.text(node)

    def alternation(self, node: Alternation) -> Fragment:
        return "|".join([self.in_branch(branch) for branch in node.branches]), False

    def in_branch(self, node: Node) -> str:
        return self.in_sequence(node)

    def repeat(self, node: Repeat) -> Fragment:
        low, high = node.low, node.high
        if (low, high) in _SHORT_REPEATS:
            text = _SHORT_REPEATS[low, high]
        elif high is None:
            text = f"{{{low},}}"
        else:
            text = f"{{{low}}}" if low == high else f"{{{low},{high}}}"
        return self.single(node.body) + text + ("" if node.is_greedy else "?"), False

    def capture(self, node: Capture) -> Fragment:
        body = self.text(node.body)
        if not node.number:
            return f"(?:{body})", True
        return (f"(?P<g{node.number}>{body})" if self.pattern.calls else f"({body})"), True

    def scoped(self, node: Scoped) -> Fragment:
        text, is_single = self.fragments[id(node.body)]
        return (text, True) if is_single else (f"(?:{text})", True)

    def atomic(self, node: Atomic) -> Fragment:
        return f"(?>{self.text(node.body)})", True

    def look(self, node: Look) -> Fragment:
        sign = "!" if node.is_negated else "="
        if node.is_ahead:
            return f"(?{sign}{self.text(node.body)})", True
        body = node.body
        while isinstance(body, Capture) and not body.number:
            body = body.body
        if not isinstance(body, Alternation) or body.width is not None:
            return f"(?<{sign}{self.text(body)})", True
        parts = [f"(?<{sign}{self.in_branch(branch)})" for branch in body.branches]
        return f"(?:{('' if node.is_negated else '|').join(parts)})", True

    def conditional(self, node: Conditional) -> Fragment:
        body = node.body
        branches = body.branches if isinstance(body, Alternation) else [body]
        text = "|".join([self.in_branch(branch) for branch in branches])
        name = f"g{node.number}" if self.pattern.calls else str(node.number)
        return f"(?({name}){text})", True


_SHORT_REPEATS = {(0, None): "*", (1, None): "+", (0, 1): "?"}


def _ascii_fold(char: str) -> str:
    folded = char.casefold()
    return folded if folded.isascii() else char


def _ascii_only(ranges: list[tuple[int, int]], flags: int) -> list[tuple[int, int]]:
    """Remove ranges beyond ASCII, except characters that fold to an ASCII letter."""
    out = [(low, min(high, 0x7F)) for low, high in ranges if low <= 0x7F]
    if flags & IGNORE_CASE:
        for code, letter in ((_KELVIN, "k"), (_LONG_S, "s")):
            if any(low <= code <= high for low, high in ranges):
                out.append((ord(letter), ord(letter)))
    return out


def _followed(pattern: Pattern) -> set[int]:
    """Return the nodes after which at least one character must match."""
    followed: set[int] = set()
    if pattern.calls:
        return followed  # the successor of a group differs from call to call
    for node in reversed(pattern.nodes):
        is_followed = id(node) in followed
        if isinstance(node, Sequence):
            for item in reversed(node.items):
                if is_followed:
                    followed.add(id(item))
                is_followed = is_followed or item.min_length > 0
        elif is_followed and isinstance(node, Alternation):
            followed.update(map(id, node.branches))
        elif is_followed and isinstance(node, Enclosure) and not isinstance(node, Look):
            followed.add(id(node.body))
    return followed


_WRITERS: dict[type[Node], Callable[..., Fragment]] = {
    Empty: _Writer.empty,
    Text: _Writer.characters,
    Any: _Writer.dot,
    CharacterSet: _Writer.character_set,
    LineBreak: _Writer.line_break,
    Grapheme: _Writer.grapheme,
    Anchor: _Writer.anchor,
    Backreference: _Writer.reference,
    Call: _Writer.call,
    Sequence: _Writer.sequence,
    Alternation: _Writer.alternation,
    Repeat: _Writer.repeat,
    Capture: _Writer.capture,
    Scoped: _Writer.scoped,
    Atomic: _Writer.atomic,
    Look: _Writer.look,
    Conditional: _Writer.conditional,
}
