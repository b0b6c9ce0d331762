r"""Replacing matches: by text with \1 and \k<name>, by a hash, or by the result of a block."""

from __future__ import annotations

import re

from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import to_str
from duckrow.ruby.core.text.match_data import group
from duckrow.ruby.core.text.matching import find, find_all, to_regexp
from duckrow.ruby.errors import type_error, wrong_count
from duckrow.ruby.values.kinds import MatchData

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.regexp import RubyRegexp
    from duckrow.ruby.interpreter import Interpreter
    from duckrow.ruby.values.kinds import Proc

_REFERENCE = re.compile(r"\\(?:k<([^>]+)>|([0-9&`'\\]))")
_ABSENT: Any = object()


def substitute(
    ruby: Interpreter,
    text: str,
    pattern: object,
    replacement: object,
    block: Proc | None,
    is_global: bool,
) -> str | None:
    """Replace the first match or all; return None if nothing matches."""
    if (
        isinstance(pattern, str)
        and isinstance(replacement, str)
        and pattern
        and block is None
        and "\\" not in replacement
    ):
        if pattern not in text:
            ruby.match = None
            return None
        expression = to_regexp(ruby, pattern)
        ruby.match = MatchData(find(expression, text), expression)
        ruby.check_size(len(text) + text.count(pattern) * len(replacement))
        return text.replace(pattern, replacement, -1 if is_global else 1)
    if isinstance(replacement, str) and block is None and "\\" not in replacement:
        return _with_text(ruby, text, to_regexp(ruby, pattern), replacement, is_global)
    made_by = _maker(ruby, replacement, block)
    expression = to_regexp(ruby, pattern)
    out: list[str] = []
    end = size = 0
    last = None
    for found in find_all(expression, text):
        last = ruby.match = MatchData(found, expression)
        out.append(text[end : found.start()])
        out.append(made_by(last))
        end = found.end()
        size += len(out[-1])
        ruby.check_size(size)
        if not is_global:
            break
    ruby.match = last
    if last is None:
        return None
    out.append(text[end:])
    return "".join(out)


def _with_text(
    ruby: Interpreter, text: str, expression: RubyRegexp, replacement: str, is_global: bool
) -> str | None:
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
        ruby.match = None
        return None
    ruby.match = MatchData(last, expression)
    ruby.check_size(len(text) + len(out) // 2 * len(replacement))
    out.append(text[end:])
    return "".join(out)


def _maker(ruby: Interpreter, replacement: Any, block: Proc | None) -> Callable[[MatchData], str]:
    """Return the function that makes the replacement of a match."""
    if replacement is _ABSENT:
        if block is None:
            raise wrong_count(1, "2")
        return lambda found: to_s(ruby, block(ruby, found.match.group()))
    if isinstance(replacement, dict):
        from duckrow.ruby.dispatch import send

        return lambda found: to_s(ruby, send(ruby, replacement, "[]", found.match.group()))
    if not isinstance(replacement, str):
        to_str(ruby, replacement)
        raise type_error("no replacement")
    if "\\" not in replacement:
        return lambda _: replacement
    return lambda found: _REFERENCE.sub(
        lambda reference: _referred(ruby, reference, found), replacement
    )


def _referred(ruby: Interpreter, reference: re.Match[str], found: MatchData) -> str:
    """Return the text that a reference in a replacement refers to."""
    name, sign = reference.groups()
    match = found.match
    if name is not None:
        number = group(ruby, found, int(name) if name.isdigit() else name)
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
    ruby: Interpreter,
    self: str,
    pattern: object,
    replacement: object = _ABSENT,
    *,
    block: Proc | None = None,
) -> str | None:
    """Replace the first match, or return None."""
    return substitute(ruby, self, pattern, replacement, block, is_global=False)


def gsub(
    ruby: Interpreter,
    self: str,
    pattern: object,
    replacement: object = _ABSENT,
    *,
    block: Proc | None = None,
) -> str | None:
    """Replace all matches, or return None."""
    return substitute(ruby, self, pattern, replacement, block, is_global=True)
