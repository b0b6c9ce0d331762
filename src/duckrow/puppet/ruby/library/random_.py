"""Random with a seed, whose numbers are Ruby's. Without a seed there is none."""

from __future__ import annotations

from _random import Random as Generator

from duckrow.puppet.ruby.core.arguments import kind_shown, to_int
from duckrow.puppet.ruby.core.basics import inspect
from duckrow.puppet.ruby.core.table_value import TableValue
from duckrow.puppet.ruby.errors import UnsupportedError, argument_error, type_error
from duckrow.puppet.ruby.library.refused import Refused
from duckrow.puppet.ruby.values import Range, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

_WORD = 0xFFFFFFFF


class RandomValue(TableValue):
    """A generator of numbers that a seed decides."""

    __slots__ = ("generator", "seed")

    ruby_class_name = "Random"

    def __init__(self, seed: int) -> None:
        self.seed = seed
        number = abs(seed)
        words = (number.bit_length() + 31) // 32
        if words > 1:
            # A seed of several words whose highest is 1 counts without that word.
            if number >> (32 * (words - 1)) == 1:
                number -= 1 << (32 * (words - 1))
            self.generator = Generator(number)
        else:
            self.generator = _seeded(number)

    def below(self, limit: int) -> int:
        """Draw words from the highest down, and start again once they exceed what is allowed."""
        highest = limit - 1
        if highest == 0:
            return 0
        count = (highest.bit_length() + 31) // 32
        while True:
            number, is_at_limit = 0, True
            for index in range(count - 1, -1, -1):
                allowed = (highest >> (32 * index)) & _WORD
                mask = (1 << allowed.bit_length()) - 1 if index == count - 1 else _WORD
                word = self.generator.getrandbits(32) & mask
                number |= word << (32 * index)
                if is_at_limit and word > allowed:
                    break
                is_at_limit = is_at_limit and word == allowed
            else:
                return number


def _seeded(word: int) -> Generator:
    """Give a generator whose seed is a single word, which counts in a way of its own."""
    state = [word]
    for at in range(1, 624):
        last = state[-1]
        state.append((1812433253 * (last ^ (last >> 30)) + at) & _WORD)
    made = Generator()
    made.setstate((*state, 624))
    return made


def _rand(self: RandomValue, limit: Any = None) -> Any:
    if limit is None:
        return self.generator.random()
    if type(limit) is float:
        return self.generator.random() * limit
    if type(limit) is Range:
        if type(limit.first) is not int or type(limit.last) is not int:
            raise type_error(f"no implicit conversion of {kind_shown(limit)} into Integer")
        count = limit.last - limit.first + (0 if limit.excludes_last else 1)
        if count <= 0:
            raise argument_error(f"invalid argument - {inspect(limit)}")
        return limit.first + self.below(count)
    number = to_int(limit)
    if number <= 0:
        raise argument_error(f"invalid argument - {inspect(limit)}")
    return self.below(number)


_METHODS = {"rand": _rand, "seed": lambda self: self.seed}
RandomValue.ruby_methods = _METHODS


def _new(_self: RubyModule, seed: Any = None) -> RandomValue:
    if seed is None:
        raise UnsupportedError("Random.new without a seed (chance makes each catalog another)")
    return RandomValue(to_int(seed) if type(seed) is not int else seed)


def _refuse(_self: Any, *_: Any) -> NoReturn:
    raise UnsupportedError("Random.rand (chance makes each catalog another)")


def make() -> dict[str, Any]:
    """Give the constants of this file."""
    from duckrow.puppet.ruby.constants import known_class

    singleton: dict[str, Any] = {
        "new": _new,
        "rand": _refuse,
        "srand": _refuse,
        "new_seed": _refuse,
    }
    return {
        "Random": RubyModule("Random", known_class("Object"), singleton=singleton),
        "SecureRandom": Refused("SecureRandom"),
    }
