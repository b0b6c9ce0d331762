"""Builds nodes from an XPath: /name[ name = value | @name = 'value' ]/…"""

from __future__ import annotations

import re

from duckrow.cfengine.promises.files.edit.xml.node import ELEMENT, TEXT, Node

_WORD = r"(?:\w|-|\.)+"
_VALUE = rf"(?:'|\")?{_WORD}(?:'|\")?"
_PAIR = rf"[ \t]*@?{_WORD}[ \t]*=[ \t]*{_VALUE}[ \t]*"
_BUILDABLE = re.compile(rf"(?:/[ \t]*{_WORD}[ \t]*(?:\[{_PAIR}(?:\|{_PAIR})*\])?)*\n?", re.ASCII)
_SEGMENT = re.compile(rf"/[ \t]*({_WORD})[ \t]*(?:\[([^\]]*)\])?", re.ASCII)
_PARTS = re.compile(rf"[ \t]*(@?)({_WORD})[ \t]*=[ \t]*(?:'|\")?({_WORD})", re.ASCII)
_MOST_PAIRS = 2
# Positions among siblings, which another edit may change.
_POSITIONS = re.compile(
    r"\[\s*(?:[^\[\]]*\s*(?:\||or|and))?\s*"
    r"(?:position\s*\(\s*\)\s*(?:=|!=|<|<=|>|>=)\s*)?\s*"
    r"(?:\d+\s*|last\s*\(\s*\)\s*)(?:(?:\+|-|\*|div|mod)\s*\d+\s*)*\s*"
    r"(?:(?:\||or|and)[^\[\]]*)?\]"
    r"|(?:following|preceding)(?:-sibling)?\s*::",
    re.ASCII,
)


def is_convergent(path: str) -> bool:
    """Return whether a path names the same node before and after an edit."""
    return _POSITIONS.search(path) is None


def is_buildable(path: str) -> bool:
    """Return whether nodes can be built from a path."""
    return _BUILDABLE.fullmatch(path) is not None


def segments(path: str) -> list[str]:
    """Split a path at its slashes."""
    return [found[0] for found in _SEGMENT.finditer(path)]


def build(segment: str) -> Node | None:
    """Make the element that a segment of a path describes; None if it has no name at its start.

    As in the reference, up to two conditions in the brackets count; with more, none counts.
    """
    found = _SEGMENT.match(segment)
    assert found is not None
    if segment[1] in " \t":
        return None
    node = Node(ELEMENT, found[1])
    pairs = (found[2] or "").split("|")
    for pair in pairs if len(pairs) <= _MOST_PAIRS else ():
        parts = _PARTS.match(pair)
        if parts is None:
            continue
        sign, name, value = parts.groups()
        if sign:
            node.attributes[name] = value
        else:
            child = Node(ELEMENT, name)
            child.add(Node(TEXT, TEXT, value))
            node.add(child)
    return node
