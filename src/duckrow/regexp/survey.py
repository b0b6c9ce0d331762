r"""Decides which engine a pattern needs.

There are two engines: `re` of the standard library, and the `regex` package, which supports Unicode
properties, \G, \K, \X and calls of groups. ASCII strings need less than others: all their
characters are known here, so most patterns run on `re` then. A pattern is therefore surveyed for
both kinds of strings.
"""

from __future__ import annotations

from duckrow.regexp.errors import PatternError
from duckrow.regexp.lengths import called
from duckrow.regexp.nodes import (
    ASCII_MODE,
    IGNORE_CASE,
    Absent,
    Alternation,
    Anchor,
    Backreference,
    Call,
    CharacterSet,
    Conditional,
    Enclosure,
    Grapheme,
    Repeat,
    Sequence,
    Text,
)
from duckrow.regexp.sets import asks_unicode, has_case, ranges_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.regexp.nodes import Node, Pattern

MAX_CLASS_DEPTH = 50
# Two letters that equal a single character if case is ignored: ß, ﬀ, ﬁ, ﬂ, ﬅ.
_LIGATURES = ("ss", "ff", "fi", "fl", "st")


class Survey:
    """The needs of a pattern.

    `is_sensitive` means that ASCII strings and other strings are better searched by two programs.
    `is_folded` means that case is ignored wherever there is case.
    """

    __slots__ = ("ascii_needs_regex", "is_folded", "is_sensitive", "wide_needs_regex")

    def __init__(self) -> None:
        self.is_sensitive = False
        self.is_folded = False
        self.ascii_needs_regex = False
        self.wide_needs_regex = False


def survey(pattern: Pattern) -> Survey:
    """Survey a pattern; raises PatternError if neither engine can run it."""
    found = Survey()
    cased = folded = 0
    for node in pattern.nodes:
        if isinstance(node, Text | CharacterSet):
            is_cased = _is_cased(node)
            cased += is_cased or isinstance(node, CharacterSet)
            if node.flags & IGNORE_CASE and is_cased:
                folded += 1
                found.is_sensitive = True
                found.wide_needs_regex |= _folds_widely(node)
            if isinstance(node, CharacterSet):
                _survey_class(node, found)
        elif isinstance(node, Anchor):
            _survey_anchor(node, found)
        elif isinstance(node, Grapheme):
            found.is_sensitive = found.wide_needs_regex = True
        elif isinstance(node, Backreference):
            _survey_reference(node, pattern, found)
        elif isinstance(node, Call):
            _survey_call(node, pattern)
            found.ascii_needs_regex = True
        elif isinstance(node, Absent):
            raise PatternError("the absence operator (?~...) is not supported", node.start)
        elif isinstance(node, Conditional) and not node.number:
            raise PatternError("a condition on a group that does not capture", node.start)
    found.is_folded = 0 < folded == cased
    found.wide_needs_regex |= found.ascii_needs_regex
    return found


def _is_cased(node: Text | CharacterSet) -> bool:
    if isinstance(node, Text):
        return node.text.lower() != node.text.upper()
    return has_case(node.members)


def _survey_class(node: CharacterSet, found: Survey) -> None:
    if node.members.depth > MAX_CLASS_DEPTH:
        raise PatternError("classes are nested too deeply", node.start)
    if asks_unicode(node.members, node.flags):
        found.is_sensitive = found.wide_needs_regex = True


def _survey_anchor(node: Anchor, found: Survey) -> None:
    if node.kind in ("\\G", "\\K"):
        found.ascii_needs_regex = True
    elif node.kind in ("\\b", "\\B"):
        found.is_sensitive = True
        found.wide_needs_regex |= not node.flags & ASCII_MODE


def _folds_widely(node: Text | CharacterSet) -> bool:
    """Return whether ignoring case needs more than `re` offers: several characters for one."""
    if isinstance(node, Text):
        text = node.text.lower()
        return not text.isascii() or any(pair in text for pair in _LIGATURES)
    ranges = ranges_of(node.members)
    return bool(ranges) and ranges[-1][1] > 0x7F


def _survey_reference(node: Backreference, pattern: Pattern, found: Survey) -> None:
    if node.has_level:
        raise PatternError("a back reference with a level is not supported", node.start)
    for number in referred(node, pattern):
        capture = pattern.captures[number]
        if capture.start >= node.end:
            found.ascii_needs_regex = True
        elif capture.is_recursive and is_inside(node, capture):
            raise PatternError("a back reference within a recursive group", node.start)


def _survey_call(node: Call, pattern: Pattern) -> None:
    target = called(node, pattern)
    assert target is not None
    if not node.is_recursive:
        return
    # Within a call, the engine forgets the captures of groups; Ruby does not.
    for capture in pattern.captures.values():
        if capture is not target and is_inside(capture, target):
            raise PatternError("a group within a recursive group is not supported", capture.start)


def unrolled(pattern: Pattern) -> int:
    """Return the number of nodes of a pattern with its required repeats unrolled."""
    counts: dict[int, int] = {}
    for node in pattern.nodes:
        count = len(node.text) if isinstance(node, Text) else 1
        if isinstance(node, Sequence | Alternation):
            children = node.items if isinstance(node, Sequence) else node.branches
            count += sum(counts[id(child)] for child in children)
        elif isinstance(node, Enclosure):
            rounds = max(1, node.low) if isinstance(node, Repeat) else 1
            count += counts[id(node.body)] * rounds
        counts[id(node)] = count
    return counts[id(pattern.root)]


def is_inside(node: Node, other: Node) -> bool:
    return other.start <= node.start and node.end <= other.end


def referred(node: Backreference, pattern: Pattern) -> list[int]:
    """Return the groups that a back reference tries, in order."""
    if node.name is None:
        return [node.number]
    return pattern.names[node.name][node.count - 1 :: -1]
