"""Heredocs: @(TAG), @("TAG":syntax/escapes), with their text on the following lines.

The texts of several heredocs on one line follow in order. The source continues after the last of
them, so the lexer gets a position to jump to at the end of the line (`newline_jump`).

The end line is: blanks, optionally | (cut this margin), optionally - (drop the last line break),
the tag.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from duckrow.puppet.syntax.encoding import illegal_mark
from duckrow.puppet.syntax.escapes import LINE_BREAKS
from duckrow.puppet.syntax.interpolation import heredoc_style, read_interpolation
from duckrow.source.lazy_pattern import LazyPattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.syntax.lexer import Lexer
    from duckrow.puppet.syntax.tokens import Tokens

_BLANK = "[ \\t\\xa0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]"
_SPEC = LazyPattern(
    rf"(?a)@\(([^:/\r\n\)]+)(?::{_BLANK}*([a-z][a-zA-Z0-9_+]+){_BLANK}*)?(?:/((?:\w|[$])*){_BLANK}*)?\)"
)
_QUOTED_TAG = LazyPattern(r'"(.*)"')
_ALL_ESCAPES = "trnsuL$"
# Ruby's strip removes these, and a null character at the end.
_STRIPPED = "\t\n\v\f\r \0"


def read_heredoc(lexer: Lexer, tokens: Tokens) -> str:
    """Read a heredoc; the lexer is at its @( and continues after its closing parenthesis."""
    start = lexer.pos
    tag, syntax, escapes, interpolates = _read_spec(lexer)
    after_spec = lexer.pos
    text, to_parent = _read_text(lexer, tag)
    if text.startswith("\ufeff"):
        raise illegal_mark(lexer.source, "UTF-8", b"\xef\xbb\xbf")
    sub = lexer.sub_lexer(text, to_parent)
    inner = read_interpolation(sub, heredoc_style(escapes, interpolates))
    inner.syntax = syntax
    lexer.pos = after_spec
    lexer.matched = "\n" if lexer.text.endswith("\n", 0, lexer.newline_jump) else ""
    file_offset = lexer.file_offset(start)
    tokens.inner[file_offset] = inner
    tokens.add("HEREDOC", lexer.text[start:after_spec], file_offset, lexer.file_offset(after_spec))
    return "HEREDOC"


def _read_spec(lexer: Lexer) -> tuple[str, str, frozenset[str], bool]:
    close = lexer.text.find(")", lexer.pos)
    if close < 0:
        raise lexer.error("heredoc-unclosed-parenthesis", followed_by=lexer.followed_by())
    spec = lexer.text[lexer.pos : close + 1]
    lexer.pos = close + 1
    match = _SPEC.search(spec)
    if match is None:
        raise lexer.error("heredoc-invalid-syntax")
    tag = match[1].strip(_STRIPPED)
    quoted = _QUOTED_TAG.fullmatch(tag)
    if quoted is not None:
        tag = quoted[1].strip(_STRIPPED)
    if not tag:
        raise lexer.error("heredoc-empty-endtag")
    escapes = _read_escapes(lexer, match[3])
    return tag, match[2] or "", escapes, quoted is not None


def _read_escapes(lexer: Lexer, flags: str | None) -> frozenset[str]:
    if flags is None:
        return frozenset()
    flags = flags or _ALL_ESCAPES
    if len(set(flags)) != len(flags):
        raise lexer.error("heredoc-multiple-at-escapes", escapes=", ".join(flags))
    for flag in flags:
        if flag not in _ALL_ESCAPES:
            raise lexer.error("heredoc-invalid-escape", actual=flag)
    escapes = frozenset(flags) - {"L"} | {"\\"}
    return escapes | LINE_BREAKS if "L" in flags else escapes


def _read_text(lexer: Lexer, tag: str) -> tuple[str, Callable[[int], int]]:
    """Find the text of a heredoc and the mapping of its offsets to the source."""
    text = lexer.text
    if lexer.newline_jump is not None:
        begin = lexer.newline_jump
    else:
        newline = text.find("\n", lexer.pos)
        if newline < 0:
            raise lexer.error("heredoc-without-text")
        begin = newline + 1
    end_line = re.compile(
        rf"({_BLANK}*)(?:(\|){_BLANK}*)?(?:(-){_BLANK}*)?{re.escape(tag)}{_BLANK}*\r?(?:\n|\Z)"
    )
    lines: list[str] = []
    at = begin
    while at < len(text):
        newline = text.find("\n", at)
        line = text[at:] if newline < 0 else text[at : newline + 1]
        at += len(line)
        # The reference looks for the end tag anywhere on a line, not only at its start.
        match = end_line.search(line) if tag in line else None
        if match is None:
            lines.append(line)
            continue
        lexer.newline_jump = at
        margin = match[1] if match[2] else ""
        return _cut(lines, margin, match[3] is not None, begin)
    lexer.pos = begin
    raise lexer.error("heredoc-without-end-tagged-line")


def _cut(
    lines: list[str], margin: str, drop_break: bool, begin: int
) -> tuple[str, Callable[[int], int]]:
    """Cut the margin off each line that has all of it; others stay as they are."""
    cut = [line.removeprefix(margin) for line in lines]
    removed = [len(line) - len(short) for line, short in zip(lines, cut, strict=True)]
    text = "".join(cut)
    if drop_break:
        text = text.removesuffix("\n").removesuffix("\r") if text.endswith("\n") else text
    line_starts = list(accumulate((len(short) for short in cut), initial=0))
    gone = list(accumulate(removed))

    def to_parent(offset: int) -> int:
        if offset == 0 or not gone:
            return begin + offset
        line = min(bisect_right(line_starts, offset), len(gone))
        return begin + offset + gone[line - 1]

    return text, to_parent
