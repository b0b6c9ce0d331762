from __future__ import annotations

import operator
from math import isnan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duckrow.puppet.values.time_value import DAY, HOUR, MINUTE, SECOND
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp
from duckrow.ruby.values.errors import InvalidValueError

law = settings(max_examples=250, derandomize=True, database=None, deadline=None)

lengths = st.integers(-(10**12), 10**12) | st.integers(-(10**20), 10**20)
spans = lengths.map(Timespan)


@law
@given(spans)
def test_whole_seconds_read_back(span: Timespan) -> None:
    whole = Timespan(span.nanoseconds // SECOND * SECOND)
    assert Timespan.parse(str(whole)) == whole


@law
@given(spans)
def test_a_format_with_all_digits_reads_back(span: Timespan) -> None:
    # %N fills up with blanks on the wrong side, so digits are kept by counting from 1 behind.
    form = "%D days %H:%M:%S"
    whole = Timespan(span.nanoseconds // SECOND * SECOND)
    assert Timespan.parse(whole.format(form), form) == whole


@law
@given(spans)
def test_fields_make_it_up_again(span: Timespan) -> None:
    assert Timespan.from_hash(span.to_hash()) == span
    assert Timespan.from_hash(span.to_hash(is_compact=True)) == span
    total = span.days * DAY + span.hours * HOUR + span.minutes * MINUTE + span.seconds * SECOND
    assert total + span.fraction == abs(span.nanoseconds)


@law
@given(spans, spans, spans)
def test_the_order_is_total(a: Timespan, b: Timespan, c: Timespan) -> None:
    assert (a < b) + (a == b) + (a > b) == 1
    assert (a <= b) == (a < b or a == b)
    low, middle, high = sorted((a, b, c))
    assert low <= middle <= high


@law
@given(spans, spans, st.integers(-1000, 1000))
def test_arithmetic(a: Timespan, b: Timespan, n: int) -> None:
    assert a + b == b + a
    assert a + b - b == a
    assert -a + a == Timespan(0)
    assert a - b == -(b - a)
    assert a * n == n * a
    assert a + n == n + a == a + Timespan.from_seconds(n)
    assert n - a == Timespan.from_seconds(n) - a
    if n:
        share = a * n / n
        assert share == a
        assert 0 <= abs(a % n) < abs(n)


@law
@given(spans)
def test_seconds_beside_plain_numbers(span: Timespan) -> None:
    assert span.ruby_compare(int(span)) == 0
    assert span.ruby_compare(float(span)) == 0
    assert span.ruby_compare(int(span) + 1) == -1
    assert span < int(span) + 1
    assert span >= int(span)


def test_level_with_a_number_is_not_the_same_value() -> None:
    span = Timespan.from_seconds(1.5)
    assert span.ruby_compare(1) == 0
    assert span.ruby_compare(True) is None
    assert span.ruby_compare(float("nan")) is None
    assert span != 1
    assert span != Timestamp(span.nanoseconds)
    assert span.ruby_compare(Timestamp(0)) is None
    with pytest.raises(TypeError):
        span < Timestamp(0)  # noqa: B015


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (lambda span: span + True, "A TrueClass cannot be added to a Timespan"),
        (lambda span: span + "x", "A String cannot be added to a Timespan"),
        (lambda span: operator.add(span, []), "An Array cannot be added to a Timespan"),
        (lambda span: span - None, "A NilClass cannot be subtracted from a Timespan"),
        (lambda span: span - Timestamp(1), "A Timestamp cannot be subtracted from a Timespan"),
        (lambda span: span * span, "A Timestamp cannot be multiplied by a Timespan"),
        (lambda span: span / {}, "A Timespan cannot be divided by a Hash"),
        (lambda span: span % span, "Can not do modulus on a Timespan using a a Timespan"),
        (lambda span: span * 1e300 * 1e300, "Infinity"),
        (lambda span: span + float("-inf"), "-Infinity"),
        (lambda span: span + float("nan"), "NaN"),
        (lambda span: span / 5e-324, "Infinity"),
        (lambda span: span / float("nan"), "NaN"),
        (lambda _: Timespan(-(10**400)) * 0.5, "-Infinity"),
        (lambda _: Timespan(10**400) / 0.5, "Infinity"),
    ],
)
def test_operands_that_do_not_fit(operation: object, message: str) -> None:
    with pytest.raises(InvalidValueError) as caught:
        operation(Timespan(SECOND))  # type: ignore[operator]
    assert str(caught.value) == message


@pytest.mark.parametrize("zero", [0, 0.0])
def test_division_by_zero(zero: float) -> None:
    for operation in (lambda: Timespan(1) / zero, lambda: Timespan(1) % zero):
        with pytest.raises(ZeroDivisionError, match=r"^divided by 0$"):
            operation()
    assert Timespan(1) / Timespan(0) == float("inf")
    assert Timespan(-1) / Timespan(0) == float("-inf")


@pytest.mark.parametrize(
    ("form", "fault", "position"),
    [("%Q", "%", 1), ("%", "", 0), ("%-", "%", 1), ("%12", "%1", 2), ("a%-_S", "%-", 3)],
)
def test_a_bad_format_is_shown_with_its_location(form: str, fault: str, position: int) -> None:
    for use in (lambda: Timespan(0).format(form), lambda: Timespan.parse("1", form)):
        with pytest.raises(InvalidValueError) as caught:
            use()
        expected = f"Bad format specifier '{fault}' in '{form}', at position {position}"
        assert str(caught.value) == expected


def test_a_fraction_needs_something_to_be_a_fraction_of() -> None:
    with pytest.raises(InvalidValueError, match="%L and %N denotes fractions"):
        Timespan.parse("5", "%N")


def test_a_field_without_columns_fits_nothing() -> None:
    # The reference makes a regular expression of it that its platform refuses.
    with pytest.raises(InvalidValueError, match=r"^Unable to parse '1' using format '%-0S'$"):
        Timespan.parse("1", "%-0S")


def test_numbers_of_any_length() -> None:
    days = "9" * 5000
    span = Timespan.parse(days, "%D")
    assert span.format("%D") == days
    assert str(span) == f"{days}-00:00:00.0"


def test_lengths_beyond_all_floats() -> None:
    span = Timespan(-(10**400))
    assert float(span) == float("-inf")
    assert span.ruby_compare(-1e308) == -1
    assert span / Timespan(10**399) == -10.0
    assert span * 2 / 2 == span
    assert isnan(span % 2.0)
    assert Timespan(-4 * SECOND) % 3.0 == 2.0


def test_a_length_is_not_a_point() -> None:
    assert Timestamp(5) - Timestamp(3) == Timespan(2)
    assert Timestamp(5) - Timespan(3) == Timestamp(2)
    assert Timespan(3) + Timestamp(5) == Timestamp(5) + Timespan(3) == Timestamp(8)
    for factor in (2, Timespan(2)):
        with pytest.raises(TypeError):
            Timestamp(1) * factor  # type: ignore[operator]
    with pytest.raises(InvalidValueError, match=r"^A Timestamp cannot be added to a Timestamp$"):
        Timestamp(1) + Timestamp(1)
