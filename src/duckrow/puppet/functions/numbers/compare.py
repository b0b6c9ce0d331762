"""compare(a, b, ignore_case): return -1, 0 or 1."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.runtime.labels import label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _ordered(_scope: Scope, one: Any, other: Any) -> int:
    return int(one > other) - int(one < other)


def _texts(_scope: Scope, one: str, other: str, ignore_case: bool = True) -> int:
    if ignore_case:
        one, other = _folded(one), _folded(other)
    return (one > other) - (one < other)


def _folded(text: str) -> str:
    # Only ASCII letters are folded.
    return text.lower() if text.isascii() else text.translate(_LOWER)


_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def _number_and_time(_scope: Scope, number: Any, time: Any) -> int:
    return -int(time.ruby_compare(number) or 0)


def _times(_scope: Scope, one: Any, other: Any) -> int:
    return int(one.ruby_compare(other) or 0)


def _error_message(_scope: Scope, one: object, other: object, *ignore_case: object) -> str:
    if ignore_case:
        if type(one) is not str or type(other) is not str:
            return (
                "compare(): The third argument (ignore case) can only be used when comparing "
                "strings"
            )
        if len(ignore_case) > 1:
            return f"compare(): Accepts at most 3 arguments, got {2 + len(ignore_case)}"
        if type(ignore_case[0]) is not bool:
            return (
                "compare(): The third argument (ignore case) must be a Boolean. "
                f"Got {label(ignore_case[0])}"
            )
    return (
        "compare(): Can only compare values of the same type (or for Timestamp/Timespan also "
        f"against Numeric). Got {label(one)} and {label(other)}"
    )


def _kind_error_message(_scope: Scope, one: object, other: object, *_ignore_case: object) -> str:
    return (
        "compare(): Non comparable type. Only values of the types Numeric, String, Semver, "
        f"Timestamp and Timestamp can be compared. Got {label(one)} and {label(other)}"
    )


COMPARE = Function(
    "compare",
    Form("Numeric a", "Numeric b", run=_ordered),
    Form("String a", "String b", "Boolean ignore_case?", run=_texts),
    Form("Semver a", "Semver b", run=_ordered),
    Form("Numeric a", "Variant[Timespan, Timestamp] b", run=_number_and_time),
    Form("Timestamp a", "Variant[Timestamp, Numeric] b", run=_times),
    Form("Timespan a", "Variant[Timespan, Numeric] b", run=_times),
    Form("Comparable a", "Comparable b", "Any ignore_case*", run=_error_message, is_fallback=True),
    Form("Any a", "Any b", "Any ignore_case*", run=_kind_error_message, is_fallback=True),
    local_types={
        "TimeComparable": "Variant[Numeric, Timespan, Timestamp]",
        "Comparable": "Variant[String, Semver, TimeComparable]",
    },
)
