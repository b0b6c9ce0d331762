"""split(string, pattern): split a string where a pattern matches."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.characters import SPECIAL
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.values.sensitive import Sensitive
    from duckrow.regexp import RubyRegexp


def _at_text(_scope: Scope, text: str, source: str) -> list[str]:
    if source and SPECIAL.isdisjoint(source):
        return _without_empty_end(text.split(source))
    from duckrow.puppet.functions.helpers.patterns import pattern

    return _split(text, pattern(source))


def _at_regexp(_scope: Scope, text: str, regexp: RubyRegexp) -> list[str]:
    return _split(text, regexp)


def _at_type(_scope: Scope, text: str, type_: Any) -> list[str]:
    return _at_text(_scope, text, type_.pattern or "")


def _secret(scope: Scope, secret: Sensitive, pattern: object) -> Sensitive:
    from duckrow.puppet.values.sensitive import Sensitive

    return Sensitive(SPLIT(scope, secret.unwrap(), pattern))


def _split(text: str, regexp: RubyRegexp) -> list[str]:
    """Split at every match; empty matches split between characters, not at the ends."""
    pieces: list[str] = []
    start = position = 0
    while (found := regexp.search(text, position)) is not None:
        first, last = found.span()
        if first == last == len(text):
            break
        if first == last == start:
            position = start + 1
            continue
        pieces.append(text[start:first])
        pieces += [group for group in found.groups() if group is not None]
        start = position = last
    pieces.append(text[start:])
    return _without_empty_end(pieces)


def _without_empty_end(pieces: list[str]) -> list[str]:
    while pieces and not pieces[-1]:
        pieces.pop()
    return pieces


SPLIT = Function(
    "split",
    Form("String str", "String pattern", run=_at_text),
    Form("String str", "Regexp pattern", run=_at_regexp),
    Form("String str", "Type[Regexp] pattern", run=_at_type),
    Form(
        "Sensitive[String] sensitive",
        "Variant[String, Regexp, Type[Regexp]] pattern",
        run=_secret,
        is_quiet=True,
    ),
)
