"""Random values: seeded_rand, fqdn_rand_string, fqdn_rotate and shuffle."""

from __future__ import annotations

from hashlib import md5, sha256

from duckrow.puppet.functions.numbers.fqdn_rand import (
    FQDN_RAND,
    drawn,
    joined,
    random_below,
    seeded,
)
from duckrow.puppet.functions.stdlib.helpers.variable_lookup import look_up
from duckrow.puppet.functions.stdlib.helpers.whole_numbers import to_whole
from duckrow.puppet.functions.stdlib.types.is_type import is_integer
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function, LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _seeded_rand(scope: Scope, arguments: list[object]) -> int:
    """Return a random number that depends only on a seed."""
    limit, seed = arguments
    if not is_integer(scope, [limit]) or to_whole(limit) <= 0:
        raise EvaluationError("seeded_rand(): first argument must be a positive integer")
    if type(seed) is not str:
        raise EvaluationError("seeded_rand(): second argument must be a string")
    digest = md5(seed.encode("utf-8", "surrogateescape"), usedforsecurity=False)
    return random_below(int.from_bytes(digest.digest(), "big"), to_whole(limit))


SEEDED_RAND = LegacyFunction("seeded_rand", _seeded_rand, arity=2)
_SEEDED_RAND_STRING_ALPHANUMERIC = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _seeded_rand_string(
    _scope: Scope, length: int, seed: str, characters: str = _SEEDED_RAND_STRING_ALPHANUMERIC
) -> str:
    """Return random characters that depend only on a seed."""
    digest = sha256(seed.encode("utf-8", "surrogateescape")).digest()
    random = seeded(int.from_bytes(digest, "big"))
    return "".join(characters[drawn(random, len(characters) - 1)] for _ in range(length))


SEEDED_RAND_STRING = Function(
    "seeded_rand_string",
    Form("Integer[1] length", "String seed", "String[2] charset?", run=_seeded_rand_string),
)

_FQDN_RAND_STRING_ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def _fqdn_rand_string(scope: Scope, arguments: list[object]) -> str:
    """Return random characters that depend on the node's name and a seed."""
    length = arguments[0]
    if not is_integer(scope, [length]) or to_whole(length) <= 0:
        raise EvaluationError("fqdn_rand_string(): first argument must be a positive integer")
    characters = arguments[1] if len(arguments) > 1 else None
    if characters is not None and type(characters) is not str:
        raise EvaluationError("fqdn_rand_string(): second argument must be undef or a string")
    characters = characters or _FQDN_RAND_STRING_ALPHANUMERIC
    seeds = arguments[2:]
    return "".join(
        characters[FQDN_RAND.run(scope, [len(characters), joined([*seeds, str(position)])])]
        for position in range(1, to_whole(length) + 1)
    )


FQDN_RAND_STRING = LegacyFunction("fqdn_rand_string", _fqdn_rand_string, arity=-2)


def _fqdn_rotate(scope: Scope, arguments: list[object]) -> object:
    """Rotate an array or string by a number that depends on the node's name."""
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


FQDN_ROTATE = LegacyFunction("fqdn_rotate", _fqdn_rotate)


def _shuffle(scope: Scope, arguments: list[Any]) -> object:
    """Shuffle the characters of a string or the elements of an array."""
    if not arguments:
        raise EvaluationError("shuffle(): Wrong number of arguments given (0 for 1)")
    value = arguments[0]
    if type(value) not in (str, list):
        raise EvaluationError("shuffle(): Requires either array or string to work with")
    items = list(value)
    for index in range(len(items) - 1):
        other = index + _below(scope, len(items) - index)
        items[index], items[other] = items[other], items[index]
    return "".join(items) if type(value) is str else items


def _below(scope: Scope, limit: int) -> int:
    # Many more bits than needed, so that the numbers are practically equally likely.
    return int(scope.build.world.random_bits(64 + limit.bit_length()) % limit)


SHUFFLE = LegacyFunction("shuffle", _shuffle)
