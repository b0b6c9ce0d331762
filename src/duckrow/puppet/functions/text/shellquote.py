"""shellquote(words...): quote words for the Bourne shell and join them with spaces."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_errors import kind_of, no_method
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope

_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%_+=:,./-")
_DANGEROUS = frozenset('!"`$\\')  # inside double quotes


def _shellquote(_scope: Scope, arguments: list[object]) -> str:
    return " ".join(map(quoted, flattened(arguments)))


def quoted(word: object) -> str:
    """Quote one word in the simplest way that is safe."""
    if type(word) is not str:
        raise _no_word(word)
    if word and _SAFE.issuperset(word):
        return word
    if _DANGEROUS.isdisjoint(word):
        return f'"{word}"'
    if "'" not in word:
        return f"'{word}'"
    return '"' + "".join("\\" + char if char in _DANGEROUS else char for char in word) + '"'


def _no_word(value: object) -> EvaluationError:
    kind = kind_of(value)
    if kind in ("Hash", "Puppet::Resource"):
        return EvaluationError(f"no implicit conversion of {kind} into String")
    return no_method("count" if kind == "Symbol" else "length", value)


SHELLQUOTE = LegacyFunction("shellquote", _shellquote)
