"""Questions about values, answered as Puppet 7.23 on Ruby 3.1 answers them.

A row of a table is a question to reference/values.rb, as JSON: its name and its arguments. The
answer is JSON or an error. Left out are the few questions on which the reference breaks, or does
what later versions of its libraries no longer do; the unit tests of the value say what duckrow
does with those.
"""

from __future__ import annotations

import json
import operator
import struct
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.conformance.case_file import Case as CaseOfTable
from tests.conformance.recorded import Answer, assert_answer, cases_of, each_case, questions

from duckrow.puppet.values import numbers
from duckrow.puppet.values.binary import Binary
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.puppet.values.time_value import TimeValue
from duckrow.puppet.values.timespan import Timespan
from duckrow.puppet.values.timestamp import Timestamp, shown_offset, utc_offset
from duckrow.ruby.times.strptime import strptime
from duckrow.ruby.uri.uri import PARTS, URI
from duckrow.ruby.values.errors import InvalidValueError
from duckrow.ruby.values.numbers import float_text, number_text

from .compiling import ask_ruby

CASES = cases_of(Path(__file__).parent / "values")
Case = dict[str, Any]


def number(value: float | None) -> list[str] | None:
    if value is None:
        return None
    return ["Float" if isinstance(value, float) else "Integer", number_text(value)]


def number_with_radix(text: str) -> Any:
    found = numbers.read_number_with_radix(text)
    return None if found is None else [number(found[0]), found[1]]


def float_of(digits: str) -> float:
    value: float = struct.unpack(">d", bytes.fromhex(digits))[0]
    return value


def made_version(*parts: Any) -> SemVer:
    return SemVer.parse(parts[0]) if isinstance(parts[0], str) else SemVer(*parts)


def version(value: SemVer) -> Case:
    return {
        "text": str(value),
        "major": str(value.major),
        "minor": value.minor,
        "patch": value.patch,
        "prerelease": value.prerelease,
        "build": value.build,
        "stable": value.is_stable,
    }


def compared(left: SemVer, right: SemVer) -> list[Any]:
    return [(left > right) - (left < right), left == right]


def version_range(value: SemVerRange | None) -> Case | None:
    if value is None:
        return None
    begin, end = value.begin, value.end
    return {
        "text": str(value),
        "normal": value.normal,
        "begin": None if begin is None else str(begin),
        "end": None if end is None else str(end),
        "exclude_begin": value.exclude_begin,
        "exclude_end": value.exclude_end,
    }


def made_range(low: str | None, high: str | None, exclude: bool = False) -> SemVerRange:
    bounds = (None if text is None else SemVer.parse(text) for text in (low, high))
    return SemVerRange(*bounds, exclude_end=exclude)


def two_ranges(question: Callable[[SemVerRange, SemVerRange], Any]) -> Callable[[str, str], Any]:
    return lambda left, right: question(SemVerRange.parse(left), SemVerRange.parse(right))


def operand(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return {"Timespan": Timespan, "Timestamp": Timestamp}[value[0]](value[1])


def result(value: Any) -> Any:
    if isinstance(value, TimeValue):
        return [type(value).__name__, value.nanoseconds]
    return number(value)


OPERATORS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": operator.mod,
}


def operate(left: Any, sign: str, right: Any) -> Any:
    return result(OPERATORS[sign](operand(left), operand(right)))


def timespan_parts(nanoseconds: int) -> list[Any]:
    span = Timespan(nanoseconds)
    fields = [span.days, span.hours, span.minutes, span.seconds, span.milliseconds, span.fraction]
    return [*fields, int(span), float_text(float(span))]


def read_time(text: str, form: str) -> Case | None:
    found = strptime(text, form)
    if found is not None and "sec_fraction" in found:
        digits = str(found["sec_fraction"])
        found["sec_fraction"] = Fraction(int(digits), 10 ** len(digits.lstrip("-")))
    return found and {name: rational(value) for name, value in found.items()}


def rational(value: Any) -> Any:
    return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else value


def binary_text(digits: str, form: str | None = None) -> str:
    value = Binary(bytes.fromhex(digits))
    if form is None:
        return str(value)
    text = value.form(form[-1], is_alternate="#" in form)
    return f'Binary("{text}")' if form[-1] == "p" else text


def uri(value: URI) -> Case:
    return {"text": str(value), **{name: getattr(value, name) for name in PARTS}}


ANSWERS: dict[str, Callable[..., Any]] = {
    "to_n": lambda text: number(numbers.read_number(text)),
    "to_n_with_radix": number_with_radix,
    "integer": lambda *given: number(numbers.read_integer(*given)),
    "float": lambda text: number(numbers.read_float(text)),
    "numeric": lambda text: number(numbers.read_numeric(text)),
    "float_text": lambda digits: float_text(float_of(digits)),
    "version": lambda text: version(SemVer.parse(text)),
    "valid": SemVer.valid,
    "new_version": lambda *parts: version(made_version(*parts)),
    "compare": lambda a, b: compared(SemVer.parse(a), SemVer.parse(b)),
    "compare_new": lambda a, b: compared(made_version(*a), made_version(*b)),
    "range": lambda text: version_range(SemVerRange.parse(text)),
    "new_range": lambda *bounds: version_range(made_range(*bounds)),
    "fitting": lambda text, versions: [
        each for each in versions if SemVer.parse(each) in SemVerRange.parse(text)
    ],
    "includes": lambda text, wanted: SemVerRange.parse(text).includes(wanted),
    "intersection": two_ranges(lambda a, b: version_range(a.intersection(b))),
    "same_range": two_ranges(operator.eq),
    "covered": two_ranges(lambda a, b: b.covers(a)),
    "merge": two_ranges(lambda a, b: version_range(a.merge(b))),
    "parse_timespan": lambda *given: Timespan.parse(*given).nanoseconds,
    "format_timespan": lambda n, *form: Timespan(n).format(*form) if form else str(Timespan(n)),
    "timespan_hash": lambda n, compact: Timespan(n).to_hash(is_compact=compact),
    "timespan_fields": lambda sign, *counts: (
        Timespan.from_fields(*counts, negative=sign).nanoseconds
    ),
    "timespan_from_hash": lambda fields: Timespan.from_hash(fields).nanoseconds,
    "timespan_parts": timespan_parts,
    "operate": operate,
    "order": lambda a, b: operand(a).ruby_compare(operand(b)),
    "from_seconds": lambda seconds: Timespan.from_seconds(seconds).nanoseconds,
    "parse_timestamp": lambda *given: Timestamp.parse(*given).nanoseconds,
    "format_timestamp": lambda n, *form: Timestamp(n).format(*form) if form else str(Timestamp(n)),
    "strptime": read_time,
    "offset": lambda zone: str(rational(utc_offset(zone))),
    "zone": shown_offset,
    "binary": lambda *given: Binary.parse(*given).data.hex(),
    "binary_text": binary_text,
    "uri": lambda text: uri(URI.parse(text)),
    "build_uri": lambda parts: uri(URI.build(parts)),
    "merge_uri": lambda base, reference: uri(URI.parse(base) + reference),
    "same_uri": lambda a, b: URI.parse(a) == URI.parse(b),
}


def ours(question: list[Any]) -> Case:
    name, *arguments = question
    try:
        return {"value": ANSWERS[name](*arguments)}
    except (InvalidValueError, ZeroDivisionError) as error:
        return {"error": str(error)}


def text_of(answer: Case) -> str:
    if "error" in answer:
        return f"error: {answer['error']}"
    return json.dumps(answer["value"], ensure_ascii=False)


def record(cases: list[CaseOfTable], scratch: Path) -> list[Answer]:
    asked = [json.loads(question) for case in cases for question in questions(case)]
    texts = iter([text_of(answer) for answer in ask_ruby("values.rb", asked)])
    return [[next(texts) for _ in questions(case)] for case in cases]


@each_case(CASES)
def test_values(case: CaseOfTable) -> None:
    asked = [json.loads(question) for question in questions(case)]
    assert_answer(case, [text_of(ours(each)) for each in asked])
