"""Split a line into words as the Bourne shell does."""

from __future__ import annotations

import re

from duckrow.puppet.functions.platform_text import inspect, to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_PART = re.compile(
    r"""\s*(?:(?P<word>[^\s\\'"]+)|'(?P<single>[^']*)'|"(?P<double>(?:[^"\\]|\\.)*)"|(?P<escape>\\.?)"""
    r"""|(?P<rest>\S))(?P<end>\s|\Z)?""",
    re.DOTALL | re.ASCII,
)


def _shell_split(_scope: Scope, arguments: list[Any]) -> list[str]:
    if len(arguments) != 1:
        raise EvaluationError(
            f"shell_split(): Wrong number of arguments given ({len(arguments)} for 1)"
        )
    line = to_text(arguments[0])
    words: list[str] = []
    word = ""
    at = 0
    while match := _PART.match(line, at):
        at = match.end()
        if match["rest"] is not None:
            raise EvaluationError(f"Unmatched quote: {inspect(line)}")
        word += match["word"] or match["single"] or _unescaped(match["double"], match["escape"])
        if match["end"] is not None:
            words.append(word)
            word = ""
    return words


def _unescaped(double: str | None, escape: str | None) -> str:
    if double is not None:
        return re.sub(r'\\([$`"\\\n])', r"\1", double)
    return "" if escape is None else re.sub(r"\\(.)", r"\1", escape)


FUNCTION = LegacyFunction("shell_split", _shell_split)
