"""The operators =~ and in, the options of case and of selectors, and $0, $1 ...

Each question has two functions. One returns True or False. The other, for code that reads match
variables later, returns the match of a regular expression, True for any other match, or None.
"""

from __future__ import annotations

from duckrow.puppet.runtime.compare import equals, folded
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.strings import unfold

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable
    from typing import NoReturn

    Match = re.Match[str] | bool | None

_PLAIN = frozenset((str, int, float, bool, type(None)))
# The match function of each class of values, imported on first use.
_PATTERNS: dict[type, Callable[[object, object], Match]] = {}
_OPTIONS: dict[type, Callable[[object, object], Match]] = {}


def matches(left: object, right: object) -> bool:
    """Return left =~ right."""
    return match_of(left, right) is not None


def match_of(left: object, right: object) -> Match:
    """Return the match of left =~ right."""
    rule = _PATTERNS.get(type(right))
    if rule is None:
        from duckrow.puppet.runtime.matching_kinds import pattern_rule

        rule = _PATTERNS[type(right)] = pattern_rule(right)
    return rule(left, right)


def option_matches(value: object, option: object) -> bool:
    """Return whether a value matches an option of a case or selector."""
    if type(option) in _PLAIN:
        return equals(value, option)
    return match_of_option(value, option) is not None


def match_of_option(value: object, option: object) -> Match:
    """Return the match of a value and an option of a case or selector."""
    if type(option) in _PLAIN:
        return True if equals(value, option) else None
    rule = _OPTIONS.get(type(option))
    if rule is None:
        from duckrow.puppet.runtime.matching_kinds import option_rule

        rule = _OPTIONS[type(option)] = option_rule(option)
    return rule(value, option)


def matches_any_option(value: object, options: object) -> bool:
    """Return whether a value matches one of the options in a splat."""
    return match_of_any_option(value, options) is not None


def match_of_any_option(value: object, options: object) -> Match:
    """Return the first match of a value and the options in a splat."""
    for option in unfold(options):
        found = match_of_option(value, option)
        if found is not None:
            return found
    return None


def unmatched_selector(value: object) -> NoReturn:
    """Raise the error of a selector without an option for a value."""
    from duckrow.puppet.types.format.interpolated import object_to_s
    from duckrow.ruby.values.to_s import to_s

    raise EvaluationError(
        f"No matching entry for selector parameter with value '{to_s(value, object_to_s)}'",
        "unmatched-selector",
    )


def contains(left: object, right: object) -> bool:
    """Return left in right."""
    if type(left) is str:
        if type(right) is str:
            return left in right or lowered(left) in lowered(right)
        if (type(right) is list or type(right) is dict) and left in right:
            return True
    return match_of_contained(left, right) is not None


def match_of_contained(left: object, right: object) -> Match:
    """Return the match of left in right."""
    if type(left) is str and (type(right) is list or type(right) is dict):
        if left in right:
            return True
        if all(type(item) is str for item in right):
            wanted = folded(left)
            return True if any(folded(item) == wanted for item in right) else None
    from duckrow.puppet.runtime.matching_kinds import match_within

    return match_within(left, right)


def lowered(text: str) -> str:
    """Return a string in lower case, each letter by itself: a final sigma is no special case."""
    return text.lower() if text.isascii() else "".join(map(str.lower, text))


def match_group(match: Match, number: int) -> str | None:
    """Return $number of a match; $0 is the whole match."""
    if match is None or isinstance(match, bool):
        return None
    return match.group(number) if number <= match.re.groups else None
