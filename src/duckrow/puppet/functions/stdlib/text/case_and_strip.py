"""Functions that change a string, or every string of an array."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.characters import BLANKS
from duckrow.puppet.functions.helpers.ruby_errors import no_method
from duckrow.puppet.functions.text.case_and_strip import (
    camel_case,
    capitalized,
    chomped,
    chopped,
    lower,
)
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.ruby.values.keys import from_key, to_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.runtime.scope import Scope


def each_text(
    name: str, change: Callable[[str], str], wanted: str = "either array or string"
) -> LegacyFunction:
    """Make such a function; other values stay unchanged in an array, and fail alone."""

    def run(_scope: Scope, arguments: list[object]) -> object:
        if not arguments:
            raise EvaluationError(f"{name}(): Wrong number of arguments given (0 for 1)")
        value = arguments[0]
        if type(value) is str:
            return change(value)
        if type(value) is list:
            return [change(item) if type(item) is str else item for item in value]
        raise EvaluationError(f"{name}(): Requires {wanted} to work with")

    return LegacyFunction(name, run)


def text_function(name: str, change: Callable[[str], str]) -> LegacyFunction:
    """Make such a function. It leaves other values in an array alone and rejects them otherwise."""

    def run(_scope: Scope, arguments: list[object]) -> object:
        if not arguments:
            raise EvaluationError(f"{name}(): Wrong number of arguments given (0 for 1)")
        value = arguments[0]
        if type(value) is str:
            return change(value)
        if type(value) is list:
            return [change(item) if type(item) is str else item for item in value]
        raise EvaluationError(f"{name}(): Requires either array or string to work with")

    return LegacyFunction(name, run)


def _upcase(scope: Scope, arguments: list[object]) -> object:
    """Change strings to upper case, also inside arrays and hashes."""
    if len(arguments) != 1:
        raise EvaluationError(f"upcase(): Wrong number of arguments given ({len(arguments)} for 1)")
    value = arguments[0]
    if type(value) is str:
        return value.upper()
    if type(value) is list:
        return [_upcase(scope, [item]) for item in value]
    if type(value) is dict:
        return {
            to_key(_upcase(scope, [from_key(key)])): _upcase(scope, [item])
            for key, item in value.items()
        }
    raise EvaluationError(
        "upcase(): Requires an array, hash or object that responds to upcase in order to work"
    )


UPCASE = LegacyFunction("upcase", _upcase)

# Change strings to lower case.
DOWNCASE = each_text("downcase", lower)

# Make the first letter of a string a capital and the others small.
CAPITALIZE = each_text("capitalize", capitalized)


# Change my_name into MyName.
CAMELCASE = each_text("camelcase", camel_case)

# Swap upper case and lower case.
SWAPCASE = each_text("swapcase", str.swapcase)


def _squeeze(_scope: Scope, arguments: list[object]) -> object:
    """Replace runs of the same character by one."""
    if len(arguments) not in (1, 2):
        raise EvaluationError(
            f"squeeze(): Wrong number of arguments given {len(arguments)} for 2 or 1"
        )
    value = arguments[0]
    sets = tuple(each for each in arguments[1:] if each is not None and each is not False)
    if type(value) is list:
        return [_squeezed(item, sets) for item in value]
    return _squeezed(value, sets)


def _squeezed(text: object, sets: tuple[object, ...]) -> str:
    from duckrow.ruby.core.text.characters import squeeze
    from duckrow.ruby.errors import RubyError
    from duckrow.ruby.interpreter import Interpreter

    if type(text) is not str:
        raise no_method("squeeze", text)
    try:
        return squeeze(Interpreter(), text, sets)
    except RubyError as wrong:
        raise EvaluationError(wrong.message) from None


SQUEEZE = LegacyFunction("squeeze", _squeeze)

# Remove leading and trailing blanks from strings.
STRIP = each_text("strip", lambda text: text.strip(BLANKS))

# Remove leading blanks from strings.
LSTRIP = each_text("lstrip", lambda text: text.lstrip(BLANKS))

# Remove trailing blanks from strings.
RSTRIP = each_text("rstrip", lambda text: text.rstrip(BLANKS))


# Remove the line ending from strings.
CHOMP = each_text("chomp", chomped)


# Remove the last character from strings.
CHOP = each_text("chop", chopped, "either an array or string")
