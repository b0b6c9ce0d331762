"""Averages learn as the reference does; the figures are those of its daemon."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from duckrow.cfengine.agent.work_directory import make_work_directory
from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.evaluation.state import State
from duckrow.cfengine.monitor.averages import (
    Averages,
    Expected,
    packed,
    time_key,
    unpacked,
)

NOW = 1795028730.0  # Wed 2026-11-18 19:05:30 UTC


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    make_work_directory(str(tmp_path))
    found = State(str(tmp_path), Log())
    yield found
    found.close()


def never() -> float:
    return 1.0


def learn(averages: Averages, state: State, *values: float) -> list[Expected]:
    return [averages.learn({"users": value}, state, NOW)["users"] for value in values]


def test_the_first_measurements_count_six_tenths(state: State) -> None:
    averages = Averages()
    first, second, third = learn(averages, state, 2, 2, 2)
    assert (first.mean, first.variance) == pytest.approx((1.2, 2.4))
    assert averages.local("users").variance > 0
    # A variance of more than twice the distance is replaced by the distance.
    assert (second.mean, second.variance) == pytest.approx((1.68, 0.64))
    assert (third.mean, third.variance) == pytest.approx((1.872, 0.1024))


def test_averages_survive_the_daemon(state: State) -> None:
    learn(Averages(), state, 2, 2)
    [third] = learn(Averages(), state, 2)
    assert third.mean == pytest.approx(1.872)


def test_each_five_minutes_of_the_week_have_their_own(state: State) -> None:
    averages = Averages()
    learn(averages, state, 2, 2)
    other = averages.learn({"users": 2}, state, NOW + 300)["users"]
    assert other.mean == pytest.approx(1.2)
    next_week = averages.learn({"users": 2}, state, NOW + 7 * 86400)["users"]
    assert next_week.mean == pytest.approx(1.872)


@pytest.mark.parametrize(
    ("moment", "key"),
    [
        (NOW, "Wed:Hr19:Min05_10"),
        (NOW - 330, "Wed:Hr19:Min00_05"),
        (1326067020, "Sun:Hr23:Min55_00"),
    ],
)
def test_the_names_of_five_minutes(moment: float, key: str) -> None:
    assert time_key(moment) == key


def test_an_old_database_learns_slowly(state: State) -> None:
    state.put("monitor", "age", str(2016 * 3))
    [found] = learn(Averages(), state, 10)
    assert found.mean == pytest.approx(4.0)


@pytest.mark.parametrize(("rate", "mean"), [(0.8, 8.0), (0.95, 6.0), (0.0, 6.0)])
def test_the_forget_rate(rate: float, mean: float, state: State) -> None:
    [found] = learn(Averages(rate), state, 10)
    assert found.mean == pytest.approx(mean)


def test_a_great_leap_is_limited_now_and_then(state: State) -> None:
    values = [100.0] * 8
    limited = Averages(chance=never)
    learn(limited, state, *values)
    usual = unpacked(state.get("monitor", time_key(NOW)) or "")["users"]
    [found] = learn(limited, state, 5000)
    assert usual.mean < found.mean < usual.mean + 300
    [found] = learn(Averages(chance=lambda: 0.0), state, 5000)
    assert found.mean > 2000


@pytest.mark.parametrize(("value", "learnt"), [(2_000_000, 100.0), (5_000_000, 0.0)])
def test_errors_of_the_measurement(value: float, learnt: float, state: State) -> None:
    averages = Averages(chance=never)
    learn(averages, state, *[100.0] * 20)
    before = unpacked(state.get("monitor", time_key(NOW)) or "")["users"].mean
    [found] = learn(averages, state, value)
    assert found.mean == pytest.approx(0.6 * learnt + 0.4 * before, rel=1e-3)


def test_a_promise_that_is_not_measured_keeps_what_was_learnt(state: State) -> None:
    averages = Averages()
    averages.learn({"users": 2, "ducks": 5}, state, NOW)
    averages.learn({"users": 2}, state, NOW)
    found = averages.learn({"users": 2, "ducks": 5}, state, NOW)
    assert found["ducks"].mean == pytest.approx(4.2)


def test_a_damaged_record_counts_nothing() -> None:
    good = packed({"users": Expected(1.5, 0.25), "none": Expected()})
    assert good == "users 1.5 0.25"
    found = unpacked(f"quack\n{good}\nducks x 1\nlow -3 -4\n")
    assert {name: (each.mean, each.variance) for name, each in found.items()} == {
        "users": (1.5, 0.25),
        "low": (0.0, 0.0),
    }


@pytest.mark.parametrize("text", ["nan", "inf", "1e300", "-1"])
def test_a_stored_average_that_was_never_learnt_counts_nothing(state: State, text: str) -> None:
    state.put("monitor", time_key(NOW), f"users {text} {text}")
    [first] = learn(Averages(), state, 2)
    assert first.mean == pytest.approx(1.2)
