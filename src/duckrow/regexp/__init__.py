"""Regular expressions of other languages, checked by their own rules and run by Python's engines.

This directory holds Ruby's, which Puppet uses; `pcre` holds PCRE's, which CFEngine uses.

    fault(pattern)              Ruby's error for a pattern, or None
    regexp(source, flags)       the expression, from a cache
    RubyRegexp                  search, fullmatch, find_all, named, to_s
    translate(source, flags)    the same in Python's syntax

Each is imported on demand; `fault` is all that checking a manifest needs.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.regexp.check import fault
    from duckrow.regexp.errors import MatchTimeoutError, PatternError, RegexpError
    from duckrow.regexp.nodes import DOT_ALL, EXTENDED, IGNORE_CASE
    from duckrow.regexp.ruby import RubyRegexp, Translation, regexp, translate

__all__ = [
    "DOT_ALL",
    "EXTENDED",
    "IGNORE_CASE",
    "MatchTimeoutError",
    "PatternError",
    "RegexpError",
    "RubyRegexp",
    "Translation",
    "fault",
    "regexp",
    "translate",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "fault":
        from duckrow.regexp.check import fault

        return fault
    from duckrow.regexp import errors, nodes, ruby

    value: object = next(vars(home)[name] for home in (ruby, errors, nodes) if name in vars(home))
    globals()[name] = value
    return value
