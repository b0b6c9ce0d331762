"""Give random characters that depend on the node's name and a seed."""

from __future__ import annotations

from duckrow.puppet.functions.fqdn_rand import FUNCTION as FQDN_RAND
from duckrow.puppet.functions.fqdn_rand import joined
from duckrow.puppet.functions.stdlib.is_integer import is_integer
from duckrow.puppet.functions.stdlib.whole_numbers import to_whole
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


_ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def _fqdn_rand_string(scope: Scope, arguments: list[Any]) -> str:
    length = arguments[0]
    if not is_integer(scope, [length]) or to_whole(length) <= 0:
        raise EvaluationError("fqdn_rand_string(): first argument must be a positive integer")
    characters = arguments[1] if len(arguments) > 1 else None
    if characters is not None and type(characters) is not str:
        raise EvaluationError("fqdn_rand_string(): second argument must be undef or a string")
    characters = characters or _ALPHANUMERIC
    seeds = arguments[2:]
    return "".join(
        characters[FQDN_RAND.run(scope, [len(characters), joined([*seeds, str(place)])])]
        for place in range(1, to_whole(length) + 1)
    )


FUNCTION = LegacyFunction("fqdn_rand_string", _fqdn_rand_string, arity=-2)
