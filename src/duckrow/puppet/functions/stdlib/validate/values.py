"""validate_array, validate_bool, validate_hash and validate_string."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_text import inspect
from duckrow.puppet.functions.stdlib.helpers.deprecated_call import use_validate_legacy
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.ruby.values.class_names import class_name as class_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.puppet.runtime.scope import Scope


def each_checked(name: str, error_message: Callable[[Scope, object], str | None]) -> LegacyFunction:
    """Make a function that fails for the first value with an `error_message`."""

    def run(scope: Scope, arguments: list[object]) -> None:
        if not arguments:
            raise EvaluationError(f"{name}(): wrong number of arguments (0; must be > 0)")
        for value in arguments:
            wrong = error_message(scope, value)
            if wrong is not None:
                raise EvaluationError(wrong)

    return LegacyFunction(name, run, is_statement=True)


def kinds_checked(name: str, kinds: tuple[type, ...], what: str) -> LegacyFunction:
    """Make a validate function for values of Python types."""

    def error_message(_scope: Scope, value: object) -> str | None:
        if type(value) in kinds:
            return None

        return f"{inspect(value)} is not {what}.  It looks to be a {class_of(value)}"

    return each_checked(name, error_message)


def texts_checked(name: str, is_right: Callable[[Scope, str], bool], what: str) -> LegacyFunction:
    """Make a validate function for strings."""

    def error_message(scope: Scope, value: object) -> str | None:
        if type(value) is str and is_right(scope, value):
            return None

        return f"{inspect(value)} is not {what if type(value) is str else 'a string.'}"

    return each_checked(name, error_message)


# Fail if a value is not an array.
LEGACY_VALIDATE_ARRAY = kinds_checked("validate_array", (list,), "an Array")
VALIDATE_ARRAY = use_validate_legacy(LEGACY_VALIDATE_ARRAY, "Stdlib::Compat::Array")

# Fail if a value is not a boolean.
LEGACY_VALIDATE_BOOL = kinds_checked("validate_bool", (bool,), "a boolean")
VALIDATE_BOOL = use_validate_legacy(LEGACY_VALIDATE_BOOL, "Stdlib::Compat::Bool")

# Fail if a value is not a hash.
LEGACY_VALIDATE_HASH = kinds_checked("validate_hash", (dict,), "a Hash")
VALIDATE_HASH = use_validate_legacy(LEGACY_VALIDATE_HASH, "Stdlib::Compat::Hash")

# Fail if a value is not a string.
LEGACY_VALIDATE_STRING = kinds_checked("validate_string", (str, type(None)), "a string")
VALIDATE_STRING = use_validate_legacy(LEGACY_VALIDATE_STRING, "Stdlib::Compat::String")
