"""fqdn_rand(limit, seed...): return a random number that is fixed for each node and seed.

The numbers are Puppet's: an MD5 digest of the node's name and the seed starts a Mersenne Twister,
and random bits are drawn until the number is below the limit. Python has the same generator; how
Ruby draws numbers from it is written out here.
"""

from __future__ import annotations

import re
from _random import Random  # the C generator; random.Random would seed it twice
from hashlib import md5

from duckrow.puppet.functions.helpers.ruby_errors import no_method
from duckrow.puppet.functions.helpers.ruby_numbers import whole
from duckrow.puppet.functions.helpers.ruby_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope

_WORD = 0xFFFFFFFF


def _fqdn_rand(scope: Scope, arguments: list[object]) -> int:
    limit = _to_integer(arguments[0])
    seed = arguments[1] if len(arguments) > 1 else None
    is_downcased = len(arguments) > 2 and arguments[2] not in (None, False)
    networking = scope.build.facts.get("networking")
    name = networking.get("fqdn") if isinstance(networking, dict) else None
    if is_downcased:
        if type(name) is not str:
            raise no_method("downcase", name)
        name = name.lower()
    text = joined([name, limit, seed])
    digest = md5(text.encode("utf-8", "surrogateescape"), usedforsecurity=False)
    return random_below(int.from_bytes(digest.digest(), "big"), limit)


def random_below(seed: int, limit: int) -> int:
    """Return the first random number below a limit for a seed."""
    if limit <= 0:
        raise EvaluationError(f"invalid argument - {limit}")
    return drawn(seeded(seed), limit - 1)


def seeded(seed: int) -> Random:
    """Return a random generator for a seed."""
    # Ruby drops the highest word of a longer seed if it is 1.
    words = (seed.bit_length() + 31) // 32
    if words > 1 and seed >> (32 * (words - 1)) == 1:
        seed -= 1 << (32 * (words - 1))
    return Random(seed)


def drawn(random: Random, highest: int) -> int:
    """Draw 32-bit words from the highest down; start again if the number exceeds `highest`."""
    if highest == 0:
        return 0
    count = (highest.bit_length() + 31) // 32
    while True:
        number, is_at_limit = 0, True
        for index in range(count - 1, -1, -1):
            allowed = (highest >> (32 * index)) & _WORD
            mask = (1 << allowed.bit_length()) - 1 if index == count - 1 else _WORD
            word = random.getrandbits(32) & mask
            number |= word << (32 * index)
            if is_at_limit and word > allowed:
                break
            is_at_limit = is_at_limit and word == allowed
        else:
            return number


def _to_integer(value: object) -> int:
    """Return an integer as Ruby's to_i does: the leading digits, or 0."""
    if type(value) is int:
        return value
    if type(value) is float:
        return whole(value)
    if value is None:
        return 0
    if type(value) is not str:
        raise no_method("to_i", value)

    match = re.match(r"\s*([+-]?[0-9]+(?:_[0-9]+)*)", value)
    return int(match[1].replace("_", "")) if match else 0


def joined(values: list[object]) -> str:
    """Join values with colons; arrays are flattened."""
    return ":".join(
        "" if item is None else joined(item) if type(item) is list else to_text(item)
        for item in values
    )


FQDN_RAND = LegacyFunction("fqdn_rand", _fqdn_rand, arity=-2)
