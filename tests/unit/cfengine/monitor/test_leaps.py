"""A leap is a value far beyond the last ones."""

from __future__ import annotations

from duckrow.cfengine.monitor.leaps import Leaps


def leaps(*values: float) -> list[bool]:
    found = Leaps()
    result = []
    for value in values:
        found.add(value)
        result.append(found.is_leap)
    return result


def test_none_before_ten_measurements() -> None:
    assert not any(leaps(*[1.0] * 8, 50.0))


def test_steady_values_do_not_leap() -> None:
    assert not any(leaps(*[5.0, 5.1, 4.9] * 10))


def test_a_sudden_value_leaps_and_the_next_usual_one_does_not() -> None:
    found = leaps(*[5.0] * 15, 40.0, 5.0)
    assert found[15]
    assert not found[16]
    assert sum(found) == 1


def test_nothing_is_no_leap() -> None:
    assert not any(leaps(*[0.0] * 30))


def test_an_error_of_the_measurement_is_replaced_by_the_last_value() -> None:
    found = Leaps()
    found.add(2.0)
    assert found.add(2001.0) == 2.0
    assert found.add(1999.0) == 1999.0
