"""Rotate an array or text by a number that depends on the node's name and a seed."""

from __future__ import annotations

from hashlib import md5

from duckrow.puppet.functions.fqdn_rand import joined, random_below
from duckrow.puppet.functions.stdlib.variable_lookup import look_up
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _fqdn_rotate(scope: Scope, arguments: list[Any]) -> Any:
    if not arguments:
        raise EvaluationError("fqdn_rotate(): Wrong number of arguments given (0 for 1)")
    value, *seeds = arguments
    if type(value) is not list and type(value) is not str:
        raise EvaluationError("fqdn_rotate(): Requires either array or string to work with")
    if len(value) <= 1:
        return value
    text = joined([look_up(scope, "::fqdn"), seeds])
    digest = md5(text.encode("utf-8", "surrogateescape"), usedforsecurity=False)
    offset = random_below(int.from_bytes(digest.digest(), "big"), len(value))
    rotated: Any = value[offset:]
    return rotated + value[:offset]


FUNCTION = LegacyFunction("fqdn_rotate", _fqdn_rotate)
