"""Refuse a text that matches none of some patterns."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import class_of, expect_text
from duckrow.puppet.functions.patterns import pattern
from duckrow.puppet.functions.platform_text import inspect, to_text
from duckrow.puppet.functions.shellquote import flat
from duckrow.puppet.functions.stdlib.deprecated_call import use_validate_legacy
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.regexp import RubyRegexp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


class BadPatternError(EvaluationError):
    """What was to be matched is no pattern: not the fault of the text."""


def _validate_re(_scope: Scope, arguments: list[Any]) -> None:
    if len(arguments) not in (2, 3):
        raise EvaluationError(
            f"validate_re(): wrong number of arguments ({len(arguments)}; must be 2 or 3)"
        )
    text, patterns = arguments[:2]
    if type(text) is not str:
        raise EvaluationError(f"validate_re(): input needs to be a String, not a {class_of(text)}")
    if any(_regexp(each).search(text) for each in flat([patterns])):
        return
    message = arguments[2] if len(arguments) > 2 else None
    if message is None or message is False:
        message = f"validate_re(): {inspect(text)} does not match {inspect(patterns)}"
    raise EvaluationError(to_text(message))


def _regexp(value: Any) -> RubyRegexp:
    if isinstance(value, RubyRegexp):
        return value
    try:
        return pattern(expect_text(value))
    except EvaluationError as wrong:
        raise BadPatternError(wrong.message) from None


LEGACY = LegacyFunction("validate_re", _validate_re, is_statement=True)
FUNCTION = use_validate_legacy(LEGACY, "Pattern[]")
