"""Compare values as Ruby does, and raise Puppet's errors about values that have no order."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.ruby.values.compare import no_order_message, order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def compared(one: object, other: object) -> int:
    """Return the order of two values: -1, 0 or 1."""
    found = order(one, other)
    if found is None:
        raise EvaluationError(no_order_message(one, other))
    return found


def sign(answer: Any, one: object, other: object) -> int:
    """Return the order of two values that the answer of a block means."""
    if isinstance(answer, int | float) and answer.__class__ is not bool:
        return (answer > 0) - (answer < 0)
    if answer is None:
        raise EvaluationError(no_order_message(one, other))
    if answer.__class__ is dict:
        raise EvaluationError("no implicit conversion of Integer into Hash")
    from duckrow.puppet.values.default import Default
    from duckrow.puppet.values.semver import SemVer
    from duckrow.puppet.values.time_value import TimeValue

    if isinstance(answer, TimeValue):
        return answer.ruby_compare(0) or 0
    if isinstance(answer, str | SemVer | Default):
        raise EvaluationError(no_order_message(answer, 0))
    from duckrow.puppet.functions.helpers.ruby_errors import no_method

    raise no_method(">", answer)
