r"""Replacing what matches: by text with \1 and \k<name>, by a hash, or by what a block gives."""

from __future__ import annotations

import re

from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import to_str
from duckrow.ruby.core.match_data import group
from duckrow.ruby.core.matching import find, find_all, to_regexp
from duckrow.ruby.errors import type_error, wrong_count
from duckrow.ruby.state import STATE, check_size
from duckrow.ruby.values.kinds import MatchData

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.regexp import RubyRegexp
    from duckrow.ruby.values.kinds import Proc

_REFERENCE = re.compile(r"\\(?:k<([^>]+)>|([0-9&`'\\]))")
_ABSENT: Any = object()


def substitute(
    text: str, pattern: Any, replacement: Any, block: Proc | None, is_global: bool
) -> str | None:
    """Replace the first match or all; gives None if there is none."""
    if (
        type(pattern) is str
        and type(replacement) is str
        and pattern
        and block is None
        and "\\" not in replacement
    ):
        if pattern not in text:
            STATE.match = None
            return None
        expression = to_regexp(pattern)
        STATE.match = MatchData(find(expression, text), expression)
        check_size(len(text) + text.count(pattern) * len(replacement))
        return text.replace(pattern, replacement, -1 if is_global else 1)
    if type(replacement) is str and block is None and "\\" not in replacement:
        return _with_text(text, to_regexp(pattern), replacement, is_global)
    made_by = _maker(replacement, block)
    expression = to_regexp(pattern)
    out: list[str] = []
    end = size = 0
    last = None
    for found in find_all(expression, text):
        last = STATE.match = MatchData(found, expression)
        out.append(text[end : found.start()])
        out.append(made_by(last))
        end = found.end()
        size += len(out[-1])
        check_size(size)
        if not is_global:
            break
    STATE.match = last
    if last is None:
        return None
    out.append(text[end:])
    return "".join(out)


def _with_text(text: str, expression: RubyRegexp, replacement: str, is_global: bool) -> str | None:
    """Replace by text that is the same for all matches."""
    out: list[str] = []
    at = end = 0
    last = None
    while at <= len(text) and (found := find(expression, text, at)) is not None:
        last = found
        begin, stop = found.span()
        out += (text[end:begin], replacement)
        end = stop
        if not is_global:
            break
        at = stop + (begin == stop)
    if last is None:
        STATE.match = None
        return None
    STATE.match = MatchData(last, expression)
    check_size(len(text) + len(out) // 2 * len(replacement))
    out.append(text[end:])
    return "".join(out)


def _maker(replacement: Any, block: Proc | None) -> Callable[[MatchData], str]:
    """Give what makes the replacement of a match."""
    if replacement is _ABSENT:
        if block is None:
            raise wrong_count(1, "2")
        return lambda found: to_s(block(found.match.group()))
    if isinstance(replacement, dict):
        from duckrow.ruby.dispatch import send

        return lambda found: to_s(send(replacement, "[]", found.match.group()))
    if type(replacement) is not str:
        to_str(replacement)
        raise type_error("no replacement")
    if "\\" not in replacement:
        return lambda _: replacement
    return lambda found: _REFERENCE.sub(lambda reference: _referred(reference, found), replacement)


def _referred(reference: re.Match[str], found: MatchData) -> str:
    """Give what a reference in a replacement stands for."""
    name, sign = reference.groups()
    match = found.match
    if name is not None:
        number = group(found, int(name) if name.isdigit() else name)
        return "" if number is None else match.group(number) or ""
    if sign == "\\":
        return "\\"
    if sign == "&":
        return match.group()  # type: ignore[no-any-return]
    if sign == "`":
        return match.string[: match.start()]  # type: ignore[no-any-return]
    if sign == "'":
        return match.string[match.end() :]  # type: ignore[no-any-return]
    number = int(sign)
    return (match.group(number) or "") if number <= found.regexp.group_count else ""


def sub(
    self: str, pattern: Any, replacement: Any = _ABSENT, *, block: Proc | None = None
) -> str | None:
    """Replace the first match, or give None."""
    return substitute(self, pattern, replacement, block, is_global=False)


def gsub(
    self: str, pattern: Any, replacement: Any = _ABSENT, *, block: Proc | None = None
) -> str | None:
    """Replace all matches, or give None."""
    return substitute(self, pattern, replacement, block, is_global=True)
