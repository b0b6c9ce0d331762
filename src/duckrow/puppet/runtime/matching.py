"""The operators =~ and in, the options of case and of selectors, and $0, $1 ...

Each question has two forms. The plain one answers True or False. The other, asked where match
variables are read later, gives what a regular expression matched, True where something else
decided, and None where nothing fits.
"""

from __future__ import annotations

from duckrow.puppet.runtime.compare import equals, folded

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    Match = re.Match[str] | bool | None


def matches(left: object, right: object) -> bool:
    """Return left =~ right."""
    return match_of(left, right) is not None


def match_of(left: object, right: object) -> Match:
    """Return left =~ right, with what matched."""
    rule = _PATTERNS.get(type(right))
    if rule is None:
        from duckrow.puppet.runtime.matching_kinds import pattern_rule

        rule = _PATTERNS[type(right)] = pattern_rule(right)
    return rule(left, right)


# The match function of each kind of value, imported on first use.
_PATTERNS: dict[type, Callable[[object, object], Match]] = {}
_OPTIONS: dict[type, Callable[[object, object], Match]] = {}


def option_matches(value: object, option: object) -> bool:
    """Return whether a value is what an option of a case or selector says."""
    if type(option) in _PLAIN:
        return equals(value, option)
    return match_of_option(value, option) is not None


def match_of_option(value: object, option: object) -> Match:
    """Return whether a value is what an option says, with what matched."""
    if type(option) in _PLAIN:
        return True if equals(value, option) else None
    rule = _OPTIONS.get(type(option))
    if rule is None:
        from duckrow.puppet.runtime.matching_kinds import option_rule

        rule = _OPTIONS[type(option)] = option_rule(option)
    return rule(value, option)


_PLAIN = frozenset((str, int, float, bool, type(None)))


def contains(left: object, right: object) -> bool:
    """Return left in right."""
    if type(left) is str:
        if type(right) is str:
            return left in right or lowered(left) in lowered(right)
        if (type(right) is list or type(right) is dict) and left in right:
            return True
    return match_of_contained(left, right) is not None


def match_of_contained(left: object, right: object) -> Match:
    """Return left in right, with what matched."""
    if type(left) is str and (type(right) is list or type(right) is dict):
        if left in right:
            return True
        if all(type(item) is str for item in right):
            wanted = folded(left)
            return True if any(folded(item) == wanted for item in right) else None
    from duckrow.puppet.runtime.matching_kinds import match_within

    return match_within(left, right)


def lowered(text: str) -> str:
    """Return a text in lower case, each letter by itself: a final sigma gets no special form."""
    return text.lower() if text.isascii() else "".join(map(str.lower, text))


def match_group(match: Match, number: int) -> str | None:
    """Return $number of a match; $0 is all that matched."""
    if match is None or isinstance(match, bool):
        return None
    return match.group(number) if number <= match.re.groups else None
