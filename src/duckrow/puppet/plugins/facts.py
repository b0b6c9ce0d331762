"""Facts with others put over them, where the facts below are computed on demand."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Protocol

    class LazyFacts(Protocol):
        """Facts that are computed when they are read; see facts/lazy.py."""

        def __getitem__(self, name: str) -> Any: ...

        def __contains__(self, name: object) -> bool: ...

        def lists(self, name: str) -> bool: ...

        def includes(self, name: str) -> bool: ...

        def plain(self) -> dict[str, Any]: ...


def put_over(facts: Any, given: dict[str, object]) -> dict[str, Any]:
    """Return facts with the given ones put over them; nothing is computed."""
    return {**facts, **given} if type(facts) is dict else GivenFacts(facts, given)


class GivenFacts(dict[str, "Any"]):
    """Given facts, and below them facts that are computed when they are read."""

    __slots__ = ("_facts", "_given")

    def __init__(self, facts: LazyFacts, given: dict[str, object]) -> None:
        super().__init__(given)
        self._facts = facts
        self._given = frozenset(given)

    def __missing__(self, name: str) -> Any:
        value = self[name] = self._facts[name]
        return value

    def get(self, name: str, default: Any = None) -> Any:
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self._facts

    def lists(self, name: str) -> bool:
        """Return whether a fact has a value, and not only by a legacy name."""
        return name in self._given or self._facts.lists(name)

    def includes(self, name: str) -> bool:
        """Return whether iterating over the facts would include a fact."""
        return name in self._given or self._facts.includes(name)

    def plain(self) -> dict[str, Any]:
        """Compute all facts and return them as a plain dict, sorted by name."""
        return dict(sorted({**self._facts.plain(), **{n: self[n] for n in self._given}}.items()))

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(self.plain())

    def __len__(self) -> int:
        return len(self.plain())

    def keys(self) -> Any:
        return self.plain().keys()

    def values(self) -> Any:
        return self.plain().values()

    def items(self) -> Any:
        return self.plain().items()
