"""Matchers about collections: include, contain_exactly, start_with, all."""

from __future__ import annotations

from duckrow.ruby.core.basics import case_equal, equal, truthy
from duckrow.ruby.dispatch import responds_to, send
from duckrow.ruby.errors import RubyError
from duckrow.spec.matchers.matcher import Matcher, listed, shown, value_matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter


class Include(Matcher):
    """include(*items): elements, parts of a text, keys, or keys with values."""

    __slots__ = ("_expected",)

    def __init__(self, expected: list[object]) -> None:
        super().__init__()
        self._expected = expected

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        return all(self._has(ruby, actual, each) for each in self._expected)

    def does_not_match(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        if not responds_to(ruby, actual, "include?"):
            return False
        items: list[object] = []
        for each in self._expected:  # each pair of a hash counts
            items += [{key: each[key]} for key in each] if isinstance(each, dict) else [each]
        return not any(self._has(ruby, actual, each) for each in items)

    def _has(self, ruby: Interpreter, actual: object, item: object) -> bool:
        if isinstance(item, dict) and isinstance(actual, dict):
            return all(
                key in actual and value_matches(ruby, value, actual[key])
                for key, value in item.items()
            )
        if isinstance(item, Matcher):
            elements = actual if isinstance(actual, list) else list(send(ruby, actual, "to_a"))
            return any(item.matches(ruby, each) for each in elements)
        if isinstance(actual, list):
            return any(equal(ruby, each, item) or case_equal(ruby, item, each) for each in actual)
        return responds_to(ruby, actual, "include?") and truthy(
            send(ruby, actual, "include?", item)
        )

    def description(self, ruby: Interpreter) -> str:
        return f"include {listed(ruby, self._expected)}"


class ContainExactly(Matcher):
    """contain_exactly(*items) and match_array(items): these elements in any order."""

    __slots__ = ("_expected",)

    def __init__(self, expected: list[object]) -> None:
        super().__init__()
        self._expected = expected

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        if not isinstance(actual, list):
            if not responds_to(ruby, actual, "to_a") or actual is None:
                return False
            actual = list(send(ruby, actual, "to_a"))
        if len(actual) != len(self._expected):
            return False
        fitting = [
            [at for at, each in enumerate(actual) if value_matches(ruby, wanted, each)]
            for wanted in self._expected
        ]
        return _can_pair(fitting)

    def description(self, ruby: Interpreter) -> str:
        return f"contain exactly {listed(ruby, self._expected)}"


def _can_pair(fitting: list[list[int]]) -> bool:
    """Return whether every expected element can have an actual one of its own."""
    taken: dict[int, int] = {}

    def place(number: int, seen: set[int]) -> bool:
        for at in fitting[number]:
            if at not in seen:
                seen.add(at)
                if at not in taken or place(taken[at], seen):
                    taken[at] = number
                    return True
        return False

    return all(place(number, set()) for number in range(len(fitting)))


class Ends(Matcher):
    """start_with(*items) and end_with(*items)."""

    __slots__ = ("_expected", "_is_start")

    def __init__(self, expected: list[object], *, is_start: bool) -> None:
        super().__init__()
        self._expected = expected
        self._is_start = is_start

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        if isinstance(actual, list):
            count = len(self._expected)
            part = actual[:count] if self._is_start else actual[-count:]
            return value_matches(ruby, self._expected, part)
        if isinstance(actual, str):
            word = "start_with?" if self._is_start else "end_with?"
            only = self._expected[0] if len(self._expected) == 1 else None
            return only is not None and truthy(send(ruby, actual, word, only))
        return False

    def description(self, ruby: Interpreter) -> str:
        return f"{'start' if self._is_start else 'end'} with {listed(ruby, self._expected)}"


class All(Matcher):
    """all(matcher)."""

    __slots__ = ("_matcher",)

    def __init__(self, matcher: object) -> None:
        super().__init__()
        self._matcher = matcher

    def matches(self, ruby: Interpreter, actual: object) -> bool:
        self.actual = actual
        if not responds_to(ruby, actual, "each_with_index"):
            return False
        elements = actual if isinstance(actual, list) else list(send(ruby, actual, "to_a"))
        return all(value_matches(ruby, self._matcher, each) for each in elements)

    def does_not_match(self, ruby: Interpreter, actual: object) -> bool:
        del ruby, actual
        message = "`expect().not_to all( matcher )` is not supported."
        raise RubyError("NotImplementedError", message)

    def description(self, ruby: Interpreter) -> str:
        return f"all {shown(ruby, self._matcher).strip('()')}"


def _match_array(ruby: Interpreter, _self: object, expected: object) -> Matcher:
    if isinstance(expected, list):
        return ContainExactly(expected)
    has_items = responds_to(ruby, expected, "to_a")
    return ContainExactly(list(send(ruby, expected, "to_a")) if has_items else [expected])


METHODS: dict[str, Callable[..., object]] = {
    "include": lambda _ruby, _self, *items: Include(list(items)),
    "a_hash_including": lambda _ruby, _self, *items: Include(list(items)),
    "hash_including": lambda _ruby, _self, *items: Include(list(items)),
    "a_collection_including": lambda _ruby, _self, *items: Include(list(items)),
    "a_string_including": lambda _ruby, _self, *items: Include(list(items)),
    "including": lambda _ruby, _self, *items: Include(list(items)),
    "contain_exactly": lambda _ruby, _self, *items: ContainExactly(list(items)),
    "a_collection_containing_exactly": lambda _ruby, _self, *items: ContainExactly(list(items)),
    "match_array": _match_array,
    "start_with": lambda _ruby, _self, *items: Ends(list(items), is_start=True),
    "a_string_starting_with": lambda _ruby, _self, *items: Ends(list(items), is_start=True),
    "end_with": lambda _ruby, _self, *items: Ends(list(items), is_start=False),
    "a_string_ending_with": lambda _ruby, _self, *items: Ends(list(items), is_start=False),
    "all": lambda _ruby, _self, matcher: All(matcher),
}
