"""The facts of examples, worked out once for equal values of the spec."""

from __future__ import annotations

import marshal

from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_HIDDEN = repr(Sensitive(None))
_MOST = 64  # facts that are kept: examples of one system follow each other


def key_text(value: object) -> str:
    """Return a text that is the same for equal values only."""
    text = repr(value)
    return text if _HIDDEN not in text else repr(_opened(value))


def _opened(value: object) -> object:
    """Return a value in which nothing is Sensitive, but what is can be told."""
    if isinstance(value, Sensitive):
        return Sensitive, _opened(value.unwrap())
    if isinstance(value, dict):
        return {name: _opened(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_opened(each) for each in value]
    return value


class KnownFacts:
    """Facts, and a text that is the same for equal facts."""

    __slots__ = ("text", "values")

    def __init__(self, values: dict[str, object]) -> None:
        self.values = values
        self.text = key_text(values)


class FactMemory:
    """The last facts by the bytes of the values that they were made of.

    Code of a spec may change a value at any time, so its identity says nothing.
    """

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], KnownFacts] = {}

    def of(
        self, given: tuple[object, ...], rest: str, make: Callable[[], dict[str, object]]
    ) -> KnownFacts:
        """Return the facts that `make` makes of values of Ruby and of another text."""
        try:
            key = (*map(_key, given), rest)
        except ValueError:  # an object of Ruby
            return KnownFacts(make())
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _MOST:
                del self._known[next(iter(self._known))]
            found = self._known[key] = KnownFacts(make())
        return found


def _key(value: object) -> object:
    if not isinstance(value, dict):
        raise ValueError
    return tuple(value), marshal.dumps(list(value.values()))
