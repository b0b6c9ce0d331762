"""validate_integer and validate_numeric: numbers within limits."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_numbers import to_float, to_integer
from duckrow.puppet.functions.helpers.ruby_text import inspect, to_text
from duckrow.puppet.functions.stdlib.helpers.deprecated_call import use_validate_legacy
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.ruby.values.class_names import class_name as class_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.runtime.scope import Scope

    Number = int | float


class _Limits:
    """The limits of a number and the words for messages."""

    __slots__ = ("highest", "lowest", "name", "read", "what")

    def __init__(self, name: str, what: str, read: Callable[[str], Number]) -> None:
        self.name = name
        self.what = what
        self.read = read
        self.highest: Number | None = None
        self.lowest: Number | None = None

    def set(self, limits: list[object]) -> None:
        """Parse the second and the third argument."""
        if limits and not (len(limits) > 1 and to_text(limits[0]) == ""):
            text = to_text(limits[0])
            try:
                self.highest = self.read(text)
            except EvaluationError:
                raise self._no_limit("second", text) from None
        if len(limits) > 1:
            try:
                self.lowest = self.read(to_text(limits[1]))
            except EvaluationError:
                raise self._no_limit("third", limits[1]) from None
        if self.lowest is not None and self.highest is not None and self.lowest > self.highest:
            raise EvaluationError(
                f"{self.name}(): Expected second argument to be larger than third argument, "
                f"got {to_text(self.highest)} < {to_text(self.lowest)}"
            )

    def _no_limit(self, which: str, value: object) -> EvaluationError:
        return EvaluationError(
            f"{self.name}(): Expected {which} argument to be unset or {self.what}, "
            f"got {to_text(value)}:{class_of(value)}"
        )

    def check(self, number: Number, given: object) -> None:
        """Fail for a number beyond the limits; the message shows `given`."""
        shown = inspect(given)
        for limit, is_wrong, words in (
            (self.highest, number > (self.highest or 0), "smaller"),
            (self.lowest, number < (self.lowest or 0), "greater"),
        ):
            if limit is not None and is_wrong:
                raise EvaluationError(
                    f"{self.name}(): Expected {shown} to be {words} or equal to {to_text(limit)}, "
                    f"got {shown}."
                )


def number_checked(
    name: str, what: str, read: Callable[[str], Number], name_with_hash: str
) -> LegacyFunction:
    """Make such a function; `read` converts a string to a number or fails."""

    def run(_scope: Scope, arguments: list[object]) -> None:
        if not 1 <= len(arguments) <= 3:
            raise EvaluationError(
                f"{name}(): Wrong number of arguments; must be 1, 2 or 3, got {len(arguments)}"
            )
        limits = _Limits(name, what, read)
        limits.set(arguments[1:])
        given = arguments[0]
        if type(given) is list:
            for position, item in enumerate(given):
                number = _number(item, read)
                if number is None:
                    raise EvaluationError(
                        f"{name}(): Expected element at array position {position} to be {what}, "
                        f"got {class_of(item)}"
                    )
                limits.check(number, given)
            return
        number = _number(given, read)
        if number is None:
            shown = name_with_hash if type(given) is dict else name
            raise EvaluationError(
                f"{shown}(): Expected first argument to be {what} or Array, got {class_of(given)}"
            )
        limits.check(number, number)

    return LegacyFunction(name, run, is_statement=True)


def _number(value: object, read: Callable[[str], Number]) -> Number | None:
    if type(value) is dict:
        return None
    try:
        return read(to_text(value))
    except EvaluationError:
        return None


# Fail if a value is not an integer within the limits.
LEGACY_VALIDATE_INTEGER = number_checked(
    "validate_integer", "an Integer", to_integer, "validate_integer"
)

VALIDATE_INTEGER = use_validate_legacy(LEGACY_VALIDATE_INTEGER, "Stdlib::Compat::Integer")

# Fail if a value is not a number within the limits.
LEGACY_VALIDATE_NUMERIC = number_checked(
    "validate_numeric", "a Numeric", to_float, "validate_integer"
)

VALIDATE_NUMERIC = use_validate_legacy(LEGACY_VALIDATE_NUMERIC, "Stdlib::Compat::Numeric")
