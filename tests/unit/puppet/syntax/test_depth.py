"""Nesting has room, and the room is given back."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from duckrow.puppet.syntax import parse, tokens
from duckrow.puppet.syntax.depth import TooDeepError, with_room
from duckrow.source.errors import SourceError

NESTED = "$a = " + "[" * 600 + "]" * 600


@pytest.fixture(autouse=True)
def frames_are_given_back() -> Iterator[None]:
    before = sys.getrecursionlimit()
    yield
    assert sys.getrecursionlimit() == before


def descend(frames: int, work: Callable[[], object]) -> object:
    return work() if frames == 0 else descend(frames - 1, work)


def frames_left() -> int:
    """Find out how deep one can go from here; calls into C count as well."""
    low, high = 0, sys.getrecursionlimit()
    while high - low > 1:
        middle = (low + high) // 2
        try:
            descend(middle, int)
            low = middle
        except RecursionError:
            high = middle
    return low


def test_work_that_fits_is_done_once() -> None:
    times: list[int] = []
    with_room(lambda: times.append(1))
    assert times == [1]


def test_work_that_does_not_fit_is_done_again_with_more_room() -> None:
    times: list[int] = []

    def work() -> object:
        times.append(1)
        return descend(5_000, lambda: "deep")

    assert with_room(work) == "deep"
    assert len(times) == 2


def test_work_without_end_is_too_deep() -> None:
    def work() -> None:
        work()

    with pytest.raises(TooDeepError):
        with_room(work)


def test_other_errors_pass() -> None:
    with pytest.raises(ZeroDivisionError):
        with_room(lambda: 1 // 0)


def test_a_changed_limit_is_left_alone() -> None:
    before = sys.getrecursionlimit()

    def work() -> object:
        result = descend(5_000, lambda: "deep")
        sys.setrecursionlimit(20_000)
        return result

    assert with_room(work) == "deep"
    assert sys.getrecursionlimit() == 20_000
    sys.setrecursionlimit(before)


@pytest.mark.parametrize("left", [8, 12, 20, 50, 200])
def test_a_caller_deep_in_the_stack_is_served(left: int) -> None:
    for work in (
        lambda: parse("class a { if $b { notice([1, { c => 'd' }]) } }"),
        lambda: tokens('"${a["${b}"]}"'),
    ):
        assert descend(frames_left() - left, work)


@pytest.mark.parametrize("left", [8, 12, 20, 50, 200])
def test_a_caller_deep_in_the_stack_hears_of_errors(left: int) -> None:
    with pytest.raises(SourceError, match="Syntax error"):
        descend(frames_left() - left, lambda: parse("class a { if $b { notice([1, { c => }])"))
    with pytest.raises(SourceError, match="nested too deeply"):
        descend(frames_left() - left, lambda: parse("(" * 30_000))


def test_deep_texts_are_read_from_several_threads_at_once() -> None:
    failures: list[BaseException] = []
    ready = threading.Barrier(6)

    def read(text: str) -> None:
        try:
            ready.wait()
            for _ in range(8):
                parse(text)
                with pytest.raises(SourceError, match="nested too deeply"):
                    parse("(" * 20_000)
        except BaseException as failure:
            failures.append(failure)

    texts = [NESTED, "notice(1)"] * 3
    threads = [threading.Thread(target=read, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_the_same_text_gives_the_same_tree_in_every_thread() -> None:
    text = "class a($b) { file { \"/c/${b}\": mode => '0644' } }\n" * 50
    expected = len(parse(text).definitions)
    found: list[int] = []

    def read() -> None:
        found.extend(len(parse(text).definitions) for _ in range(5))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 20
