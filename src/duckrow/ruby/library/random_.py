"""Random with a seed, whose numbers are Ruby's; and chance, which the world gives."""

from __future__ import annotations

from _random import Random as Generator

from duckrow.ruby.core.basics import inspect
from duckrow.ruby.core.convert import from_bytes, to_int
from duckrow.ruby.core.objects.table_value import TableValue
from duckrow.ruby.errors import UnsupportedError, argument_error, type_error
from duckrow.ruby.values.class_names import conversion_name
from duckrow.ruby.values.kinds import Range, RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

_WORD = 0xFFFFFFFF


class RandomValue(TableValue):
    """A generator of numbers that a seed decides."""

    __slots__ = ("generator", "seed")

    ruby_class_name = "Random"

    def __init__(self, seed: int) -> None:
        self.seed = seed
        number = abs(seed)
        words = [number >> at & _WORD for at in range(0, max(number.bit_length(), 1), 32)]
        if len(words) > 1 and words[-1] == 1:
            words.pop()  # so it is in Ruby, which marks there that zeros lead
        state = _from_word(words[0]) if len(words) == 1 else _from_words(words)
        self.generator = Generator()
        self.generator.setstate((*state, 624))

    def below(self, limit: int) -> int:
        """Draw words from the highest down, and start again once they exceed the limit."""
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


def _from_word(word: int) -> list[int]:
    """Return the state of a Mersenne Twister whose seed is one word."""
    state = [word]
    for at in range(1, 624):
        last = state[-1]
        state.append((1812433253 * (last ^ (last >> 30)) + at) & _WORD)
    return state


def _from_words(words: list[int]) -> list[int]:
    """Return the state of one whose seed is several words, leading zeros among them."""
    state = _from_word(19650218)
    at, key = 1, 0
    for _ in range(max(624, len(words))):
        last = state[at - 1]
        state[at] = ((state[at] ^ ((last ^ (last >> 30)) * 1664525)) + words[key] + key) & _WORD
        at, key = at + 1, (key + 1) % len(words)
        if at == 624:
            state[0], at = state[623], 1
    for _ in range(623):
        last = state[at - 1]
        state[at] = ((state[at] ^ ((last ^ (last >> 30)) * 1566083941)) - at) & _WORD
        at += 1
        if at == 624:
            state[0], at = state[623], 1
    state[0] = 0x80000000
    return state


def _rand(ruby: Interpreter, self: RandomValue, limit: object = None) -> object:
    if limit is None:
        return self.generator.random()
    if type(limit) is float:
        return self.generator.random() * limit
    if type(limit) is Range:
        if type(limit.first) is not int or type(limit.last) is not int:
            raise type_error(f"no implicit conversion of {conversion_name(limit)} into Integer")
        count = limit.last - limit.first + (0 if limit.excludes_last else 1)
        if count <= 0:
            raise argument_error(f"invalid argument - {inspect(ruby, limit)}")
        return limit.first + self.below(count)
    number = limit if type(limit) is int else to_int(ruby, limit)
    if number <= 0:
        raise argument_error(f"invalid argument - {inspect(ruby, limit)}")
    return self.below(number)


_METHODS = {"rand": _rand, "seed": lambda _ruby, self: self.seed}
RandomValue.ruby_methods = _METHODS


def _new(ruby: Interpreter, _self: RubyModule, seed: object = None) -> RandomValue:
    if seed is None:
        return by_chance(ruby)
    return RandomValue(to_int(ruby, seed) if type(seed) is not int else seed)


def by_chance(ruby: Interpreter) -> RandomValue:
    """Return a generator with an unpredictable seed."""
    return RandomValue(ruby.host.random_bits(128))


def everybodys(ruby: Interpreter) -> RandomValue | None:
    """Return the generator that `srand` has made, if it has."""
    chance = ruby.host.chance
    found = None if chance is None else chance.generator
    return found if isinstance(found, RandomValue) else None


def seed_for_all(ruby: Interpreter, seed: object) -> int:
    """Give a seed to all code of the host; return the seed before it."""
    chance = ruby.host.chance
    if chance is None:
        raise UnsupportedError("srand (a seed for everybody)")
    before = everybodys(ruby) or by_chance(ruby)
    chance.generator = by_chance(ruby) if seed is None else RandomValue(to_int(ruby, seed))
    return before.seed


def shuffled(ruby: Interpreter, values: list[object]) -> list[object]:
    """Return the values in a random order, as Ruby draws it from the seed of everybody."""
    draw = everybodys(ruby) or by_chance(ruby)
    found = list(values)
    for last in range(len(found) - 1, -1, -1):
        other = draw.below(last + 1)
        found[last], found[other] = found[other], found[last]
    return found


def rand(ruby: Interpreter, _self: object, limit: object = None) -> object:
    """Return a number by chance: Kernel's rand, which takes 0 for nothing, and negative numbers."""
    draw = everybodys(ruby) or by_chance(ruby)
    if limit is not None and type(limit) is not Range:
        limit = abs(to_int(ruby, limit)) or None
    return _rand(ruby, draw, limit)


def _secure_number(ruby: Interpreter, _self: object, limit: object = None) -> object:
    """Return a number that no seed decides."""
    if limit is not None and type(limit) is not Range:
        limit = abs(to_int(ruby, limit)) or None
    return _rand(ruby, by_chance(ruby), limit)


def _bytes(ruby: Interpreter, _self: object, count: object = None) -> str:
    return from_bytes(random_bytes(ruby, 16 if count is None else to_int(ruby, count)))


def _hex(ruby: Interpreter, _self: object, count: object = None) -> str:
    return random_bytes(ruby, 16 if count is None else to_int(ruby, count)).hex()


def _base64(ruby: Interpreter, _self: object, count: object = None) -> str:
    from base64 import b64encode

    return b64encode(random_bytes(ruby, 16 if count is None else to_int(ruby, count))).decode()


def _url_base64(
    ruby: Interpreter, self: object, count: object = None, padding: object = False
) -> str:
    made = _base64(ruby, self, count).replace("+", "-").replace("/", "_")
    return made if padding is True else made.rstrip("=")


def _uuid(ruby: Interpreter, _self: object) -> str:
    from uuid import UUID

    return str(UUID(bytes=random_bytes(ruby, 16), version=4))


def _alphanumeric(ruby: Interpreter, _self: object, count: object = None) -> str:
    from string import ascii_letters, digits

    letters = ascii_letters + digits
    draw = by_chance(ruby)
    length = 16 if count is None else to_int(ruby, count)
    ruby.check_size(length)
    return "".join(letters[draw.below(len(letters))] for _ in range(length))


def random_bytes(ruby: Interpreter, count: int) -> bytes:
    ruby.check_size(count)
    return ruby.host.random_bits(count * 8).to_bytes(count, "big")


def make(ruby: Interpreter) -> dict[str, Any]:
    """Return the constants of this file."""
    from duckrow.ruby.constants import known_class

    singleton: dict[str, Any] = {"new": _new, "rand": rand}
    secure: dict[str, Any] = {
        "hex": _hex,
        "random_bytes": _bytes,
        "bytes": _bytes,
        "base64": _base64,
        "urlsafe_base64": _url_base64,
        "uuid": _uuid,
        "alphanumeric": _alphanumeric,
        "random_number": _secure_number,
        "rand": _secure_number,
    }
    return {
        "Random": RubyModule("Random", known_class(ruby, "Object"), singleton=singleton),
        "SecureRandom": RubyModule("SecureRandom", None, is_class=False, singleton=secure),
    }
