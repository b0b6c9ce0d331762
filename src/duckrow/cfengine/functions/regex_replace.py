"""regex_replace(text, pattern, replacement, options): a text with matches replaced."""

from __future__ import annotations

from duckrow.cfengine.functions.substitution import substitute
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.regexp.errors import PatternError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context


def call(context: Context, arguments: list[str]) -> str:
    """Replace the first match, or with g all; i, m, s, x, U and T are options too."""
    text, wanted, replacement, options = arguments
    try:
        return substitute(context.patterns, text, wanted, replacement, options)
    except PatternError:
        raise FunctionFailed(
            f"regex_replace: couldn't use regex '{wanted}', replacement '{replacement}', "
            f"and options '{options}': "
            "error=(pcre_wrap:) Everything's just fine. Thanks for asking."
        ) from None
