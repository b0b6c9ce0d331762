"""Random numbers: the generator of the C library, so that seeds give the same numbers."""

from __future__ import annotations

_WORD = 0xFFFFFFFF
_DEGREE, _APART = 31, 3


class RandomNumbers:
    """The additive random generator of the C library: numbers from 0 to 2**31 - 1."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        word = (seed & _WORD) or 1
        if word >= 1 << 31:
            word -= 1 << 32
        state = [word]
        for _ in range(_DEGREE - 1):
            high = int(word / 127773)
            word = 16807 * (word - high * 127773) - 2836 * high
            if word < 0:
                word += 2147483647
            state.append(word)
        self._state = [each & _WORD for each in state[_APART:] + state[:_APART]]
        for _ in range(_DEGREE * 10):
            self.next()

    def next(self) -> int:
        """Return the next number."""
        state = self._state
        found = (state[0 - _DEGREE] + state[-_APART]) & _WORD
        state.append(found)
        del state[0]
        return found >> 1
