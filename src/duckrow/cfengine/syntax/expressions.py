"""Whether a class expression can be read, and where not.

    or := and ["|" ["|"] or]      and := not [("." | "&") and]      not := ["!"] primary
    primary := "(" or ")" | name          name := (letters | "$(" name ["." name] ")")+

What follows a complete expression is not looked at.
"""

from __future__ import annotations

import re

_PLAIN = re.compile(r"[a-zA-Z0-9_:]+\Z")
_TOKEN = re.compile(r"(?:[a-zA-Z0-9_:\]]|\[[a-zA-Z0-9_: \[]*)+")
_CLOSING = {"(": ")", "{": "}"}
# Far beyond what anybody writes, and short of what Python can nest.
_DEEPEST = 150


class _Fault(Exception):  # noqa: N818 - it says where, and is caught in this file
    def __init__(self, at: int) -> None:
        self.at = at


def fault(text: str) -> int | None:
    """Give the place where reading fails, or None if it does not."""
    if _PLAIN.match(text):
        return None
    try:
        _or(text, 0, 0)
    except _Fault as found:
        return found.at
    return None


def end_of(text: str) -> int:
    """Give the place where a complete expression ends, 0 if there is none."""
    try:
        return _or(text, 0, 0)
    except _Fault:
        return 0


def _or(text: str, at: int, depth: int) -> int:
    while True:
        at = _and(text, at, depth)
        if text[at : at + 1] != "|":
            return at
        at += 2 if text.startswith("||", at) and at + 1 < len(text) else 1


def _and(text: str, at: int, depth: int) -> int:
    while True:
        at = _not(text, at, depth)
        if text[at : at + 1] not in (".", "&"):
            return at
        at += 1


def _not(text: str, at: int, depth: int) -> int:
    return _primary(text, at + 1 if text.startswith("!", at) else at, depth)


def _primary(text: str, at: int, depth: int) -> int:
    if not text.startswith("(", at):
        return _name(text, at, depth)
    if depth > _DEEPEST:
        raise _Fault(at)
    at = _or(text, at + 1, depth + 1)
    if not text.startswith(")", at):
        raise _Fault(at)
    return at + 1


def _name(text: str, at: int, depth: int) -> int:
    at = _term(text, at, depth)
    while True:
        try:
            at = _term(text, at, depth)
        except _Fault:
            return at


def _term(text: str, at: int, depth: int) -> int:
    found = _TOKEN.match(text, at)
    if found is not None:
        return found.end()
    if text[at : at + 1] not in ("$", "@") or at + 1 >= len(text):
        raise _Fault(at)
    closing = _CLOSING.get(text[at + 1])
    if closing is None or depth > _DEEPEST:
        raise _Fault(at + 1)
    at = _name(text, at + 2, depth + 1)
    if text.startswith(".", at):
        at = _name(text, at + 1, depth + 1)
    if not text.startswith(closing, at):
        raise _Fault(at)
    return at + 1
