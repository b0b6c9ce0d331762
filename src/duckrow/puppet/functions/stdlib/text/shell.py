"""shell_escape, shell_join and shell_split: words for the Bourne shell."""

from __future__ import annotations

import re

from duckrow.puppet.functions.helpers.ruby_text import inspect, to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function, LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


_UNSAFE = re.compile(r"[^A-Za-z0-9_\-.,:+/@\n]")


def _shell_escape(_scope: Scope, value: object) -> str:
    """Quote a string for the Bourne shell."""
    return shell_escaped(to_text(value))


def shell_escaped(text: str) -> str:
    """Quote a string so that the shell sees one word."""
    return _UNSAFE.sub(r"\\\g<0>", text).replace("\n", "'\n'") or "''"


SHELL_ESCAPE = Function("shell_escape", Form("Any string", run=_shell_escape))


def _shell_join(_scope: Scope, arguments: list[object]) -> str:
    """Quote words for the Bourne shell and join them."""
    if len(arguments) != 1:
        raise EvaluationError(
            f"shell_join(): Wrong number of arguments given ({len(arguments)} for 1)"
        )
    words = arguments[0]
    if type(words) is not list:
        raise EvaluationError(f"First argument is not an Array: {inspect(words)}")
    return " ".join(shell_escaped(to_text(word)) for word in words)


SHELL_JOIN = LegacyFunction("shell_join", _shell_join)

_PART = re.compile(
    r"""\s*(?:(?P<word>[^\s\\'"]+)|'(?P<single>[^']*)'|"(?P<double>(?:[^"\\]|\\.)*)"|(?P<escape>\\.?)"""
    r"""|(?P<rest>\S))(?P<end>\s|\Z)?""",
    re.DOTALL | re.ASCII,
)


def _shell_split(_scope: Scope, arguments: list[object]) -> list[str]:
    """Split a line into words as the Bourne shell does."""
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


SHELL_SPLIT = LegacyFunction("shell_split", _shell_split)
