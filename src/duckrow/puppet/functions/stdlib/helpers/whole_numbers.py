"""Integers as Ruby's to_i makes them."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_errors import no_method
from duckrow.puppet.functions.helpers.ruby_numbers import whole
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.ruby.values.number_text import leading_integer


def to_whole(value: object) -> int:
    """Return the integer part of a number or of the number at the start of a string; undef is 0."""
    if type(value) is int:
        return value
    if type(value) is str:
        return leading_integer(value)
    if type(value) is float:
        return whole(value)
    if value is None:
        return 0
    wrong = no_method("to_i", value)
    near = _NEAR if type(value) is list or type(value) is dict else _NEAR[:1]
    raise EvaluationError(f"{wrong.message}\nDid you mean?  {_GAP.join(near)}")


# Ruby's suggestions for the missing method.
_NEAR = ("to_s", "to_a", "to_h")
_GAP = "\n" + " " * 15
