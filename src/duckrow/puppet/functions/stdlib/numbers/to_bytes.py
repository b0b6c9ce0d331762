"""to_bytes(size): convert a size such as 4 kB to bytes."""

from __future__ import annotations

import re

from duckrow.puppet.functions.helpers.ruby_errors import expect_text
from duckrow.puppet.functions.helpers.ruby_numbers import whole
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.ruby.values.number_text import leading_fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope

_SIZE = re.compile(r"([0-9.e+-]*)\s*([^bB]?)", re.ASCII).match
_UNITS = {letter: 1 << 10 * power for power, letter in enumerate(("", *"kMGTPE"))}


def _to_bytes(_scope: Scope, arguments: list[object]) -> object:
    if len(arguments) != 1:
        raise EvaluationError(
            f"to_bytes(): Wrong number of arguments given ({len(arguments)} for 1)"
        )
    size = arguments[0]
    if type(size) in (int, float):
        return size
    match = _SIZE(expect_text(size))
    assert match is not None  # the pattern also matches an empty text
    unit = match[2]
    if unit not in _UNITS:
        raise EvaluationError(f"to_bytes(): Unknown prefix {unit}")
    return whole(leading_fraction(match[1]) * _UNITS[unit])


TO_BYTES = LegacyFunction("to_bytes", _to_bytes)
