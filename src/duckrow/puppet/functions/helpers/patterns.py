"""Regular expressions that functions receive as strings."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.regexp import PatternError, RubyRegexp, regexp


def pattern(source: str, flags: int = 0) -> RubyRegexp:
    """Compile a regular expression."""
    try:
        return regexp(source, flags)
    except PatternError as wrong:
        from duckrow.regexp.show import inspected

        raise EvaluationError(f"{wrong.message}: {inspected(source, flags)}") from None
