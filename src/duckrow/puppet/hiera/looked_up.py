"""The keys that a compile looks up and the values that it receives, if somebody wants to know.

A server stores the keys. `duckrow diff` compares the values of two compiles, and looks a key up
again to find its file: it needs the merge and the scope of the first lookup for that.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.puppet.runtime.scope import Scope

MOST_VALUES = 100  # of a key in one body; a block may look a key up for each element of a list


class Answer:
    """A value of a key, which may be MISSING, with the merge and the scope of its lookup."""

    __slots__ = ("merge", "scope", "value")

    def __init__(self, merge: object, scope: Scope, value: object) -> None:
        self.merge = merge  # None: the merge that the data asks for
        self.scope = scope
        self.value = value


class LookedUp:
    """The keys by name, each with its distinct values; a key whose lookup failed has none."""

    __slots__ = ("_answers",)

    def __init__(self) -> None:
        # The inner keys are the merge as text and the identity of the scope of the body that asked.
        self._answers: dict[str, dict[tuple[str, int], list[Answer]]] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._answers)

    def ask(self, key: str) -> None:
        """Note that a key is looked up."""
        self._answers.setdefault(key, {})

    def note(self, key: str, merge: object, scope: Scope, value: object) -> None:
        """Note the value that the code in a scope receives for a key."""
        asked = "" if merge is None else str(merge), id(scope.body())
        known = self._answers.setdefault(key, {}).setdefault(asked, [])
        if len(known) < MOST_VALUES and not any(_is_same(each.value, value) for each in known):
            known.append(Answer(merge, scope, value))

    def answers(self, key: str) -> dict[tuple[str, str], list[Answer]]:
        """Return the answers for a key, by the merge as text and the resource that asked."""
        found: dict[tuple[str, str], list[Answer]] = {}
        for (merge, _), answers in self._answers.get(key, {}).items():
            asker = answers[0].scope.resource
            found.setdefault((merge, str(asker or "")), []).extend(answers)
        return found

    def values(self) -> Iterator[object]:
        """Yield all values."""
        for asked in self._answers.values():
            for answers in asked.values():
                for answer in answers:
                    yield answer.value


def _is_same(one: object, other: object) -> bool:
    return one is other or (type(one) is type(other) and one == other)
