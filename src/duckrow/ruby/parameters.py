"""The arguments of a compiled Ruby method or block: the last ones, and keywords."""

from __future__ import annotations

from duckrow.data.symbol import Symbol
from duckrow.ruby.errors import argument_error, wrong_count
from duckrow.ruby.values.kinds import symbol
from duckrow.ruby.values.missing import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.ruby.values.kinds import Proc


def check_count(block: Proc, given: int) -> None:
    """Raise if a lambda, or the body of a method, gets too few or too many arguments."""
    if given < block.required or (given > block.count >= 0 and not block.has_rest):
        least = block.required
        most = "+" if block.has_rest else "" if least == block.count else f"..{block.count}"
        raise argument_error(f"wrong number of arguments (given {given}, expected {least}{most})")


def give_back(
    rest: list[object], needed: int, before: int, is_limited: bool, *optional: object
) -> list[object]:
    """Move arguments of parameters with a default to those after them that need one.

    `needed` counts the parameters at the end, `before` those at the beginning.
    """
    values = list(optional)
    given = before + sum(each is not MISSING for each in values) + len(rest)
    for index in reversed(range(len(values))):
        if len(rest) < needed and values[index] is not MISSING:
            rest.insert(0, values[index])
            values[index] = MISSING
    least = before + needed
    if len(rest) < needed or (is_limited and len(rest) > needed):
        most = least + len(values)
        ends = str(least) if is_limited and not values else f"{least}..{most}"
        raise wrong_count(given, ends if is_limited else f"{least}+")
    return values


def take_last(rest: list[object]) -> object:
    return rest.pop() if rest else None


def take_keywords(rest: list[Any], takes_any: bool) -> dict[Any, Any] | None:
    """Take the hash of keywords from the end of the remaining arguments, if there is one.

    Its keys are symbols, unless `takes_any`.
    """
    if not rest or type(rest[-1]) is not dict:
        return None
    if takes_any or all(type(key) is Symbol for key in rest[-1]):
        taken: dict[Any, Any] = rest.pop()
        return taken
    return None


def keywords_or(given: object, optional: object) -> tuple[Any, Any]:
    if given is None and type(optional) is dict and all(type(key) is Symbol for key in optional):
        return optional, MISSING
    return given, optional


def check_keywords(given: Any, known: tuple[str, ...]) -> None:
    """Reject keywords that the method does not have."""
    unknown = [f":{key.name}" for key in given or () if key.name not in known]
    if unknown:
        raise argument_error(f"unknown keyword{'s' * (len(unknown) > 1)}: {', '.join(unknown)}")


def other_keywords(given: Any, known: tuple[str, ...]) -> dict[Any, Any]:
    """Return the keywords that have no parameter of their own."""
    return {
        key: value
        for key, value in (given or {}).items()
        if type(key) is not Symbol or key.name not in known
    }


def take_keyword(given: Any, name: str, default: Callable[[], Any] | None = None) -> Any:
    key = symbol(name)
    if given is not None and key in given:
        return given[key]
    if default is None:
        raise argument_error(f"missing keyword: :{name}")
    return default()
