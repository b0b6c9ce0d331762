"""Give a random number that depends on a seed alone, and so is always the same."""

from __future__ import annotations

from duckrow.puppet.functions.fqdn_rand import random_below
from duckrow.puppet.functions.stdlib.is_integer import is_integer
from duckrow.puppet.functions.stdlib.whole_numbers import to_whole
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _seeded_rand(scope: Scope, arguments: list[Any]) -> int:
    from hashlib import md5

    limit, seed = arguments
    if not is_integer(scope, [limit]) or to_whole(limit) <= 0:
        raise EvaluationError("seeded_rand(): first argument must be a positive integer")
    if type(seed) is not str:
        raise EvaluationError("seeded_rand(): second argument must be a string")
    digest = md5(seed.encode("utf-8", "surrogateescape"), usedforsecurity=False)
    return random_below(int.from_bytes(digest.digest(), "big"), to_whole(limit))


FUNCTION = LegacyFunction("seeded_rand", _seeded_rand, arity=2)
