"""validate_re and validate_slength."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.patterns import pattern
from duckrow.puppet.functions.helpers.ruby_errors import class_of, expect_text
from duckrow.puppet.functions.helpers.ruby_numbers import to_integer
from duckrow.puppet.functions.helpers.ruby_text import inspect, to_text
from duckrow.puppet.functions.stdlib.helpers.deprecated_call import use_validate_legacy
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.regexp import RubyRegexp
from duckrow.ruby.values.class_names import class_name as ruby_class_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


class BadPatternError(EvaluationError):
    """The pattern is invalid, whatever the string is."""


def _validate_re(_scope: Scope, arguments: list[object]) -> None:
    """Fail if a string matches none of the patterns."""
    if len(arguments) not in (2, 3):
        raise EvaluationError(
            f"validate_re(): wrong number of arguments ({len(arguments)}; must be 2 or 3)"
        )
    text, patterns = arguments[:2]
    if type(text) is not str:
        raise EvaluationError(f"validate_re(): input needs to be a String, not a {class_of(text)}")
    if any(_regexp(each).search(text) for each in flattened([patterns])):
        return
    message = arguments[2] if len(arguments) > 2 else None
    if message is None or message is False:
        message = f"validate_re(): {inspect(text)} does not match {inspect(patterns)}"
    raise EvaluationError(to_text(message))


def _regexp(value: object) -> RubyRegexp:
    if isinstance(value, RubyRegexp):
        return value
    try:
        return pattern(expect_text(value))
    except EvaluationError as wrong:
        raise BadPatternError(wrong.message) from None


LEGACY_VALIDATE_RE = LegacyFunction("validate_re", _validate_re, is_statement=True)
VALIDATE_RE = use_validate_legacy(LEGACY_VALIDATE_RE, "Pattern[]")


def _validate_slength(_scope: Scope, arguments: list[object]) -> None:
    """Fail if a string is too long or too short."""
    if len(arguments) not in (2, 3):
        raise EvaluationError(
            f"validate_slength(): Wrong number of arguments ({len(arguments)}; must be 2 or 3)"
        )
    given = arguments[0]
    longest = _length(arguments[1], 1, "second argument to be a positive Numeric")
    shortest = 0
    if len(arguments) > 2 and arguments[2] is not None and arguments[2] is not False:
        shortest = _length(arguments[2], 0, "third argument to be unset or a positive Numeric")
    if longest < shortest:
        raise EvaluationError(
            "validate_slength(): Expected second argument to be equal to or larger than "
            "third argument"
        )
    if type(given) is not str and type(given) is not list:
        raise EvaluationError(
            f"validate_slength(): Expected first argument to be a String or Array, "
            f"got {ruby_class_of(given)}"
        )
    for index, text in enumerate([given] if type(given) is str else given):
        if type(text) is not str:
            raise EvaluationError(
                f"validate_slength(): Expected element at array position {index} to be a String, "
                f"got {ruby_class_of(text)}"
            )
        if not shortest <= len(text) <= longest:
            raise EvaluationError(
                f"validate_slength(): Expected length of {inspect(given)} to be between "
                f"{shortest} and {longest}, was {len(given)}"
            )


def _length(value: object, least: int, wanted: str) -> int:
    shown = value
    try:
        shown = length = to_integer(value)
        if length >= least:
            return length
    except EvaluationError:
        pass
    raise EvaluationError(
        f"validate_slength(): Expected {wanted}, got {to_text(shown)}:{ruby_class_of(shown)}"
    )


LEGACY_VALIDATE_SLENGTH = LegacyFunction("validate_slength", _validate_slength, is_statement=True)
VALIDATE_SLENGTH = use_validate_legacy(LEGACY_VALIDATE_SLENGTH, "String[]")
