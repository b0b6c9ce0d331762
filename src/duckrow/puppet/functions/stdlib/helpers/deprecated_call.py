"""Functions that warn and then call the function of the same name from Puppet 3."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.deprecation import DEPRECATION
from duckrow.puppet.runtime.block import Block
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function, LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope

_MATCH = (
    "This method is deprecated, please use match expressions with {} instead. They are described "
    "at https://docs.puppet.com/puppet/latest/reference/lang_data_type.html#match-expressions."
)
_VALIDATE = (
    "This method is deprecated, please use the stdlib validate_legacy function,\n"
    "                    with {}. There is further documentation for validate_legacy function "
    "in the README."
)


def use_match(older: LegacyFunction, type_name: str, key: str = "") -> Function:
    """Make an is_* function that warns: use a match expression with a type instead."""
    return _deprecated(older, _MATCH.format(type_name), key)


def use_validate_legacy(older: LegacyFunction, type_name: str) -> Function:
    """Make a validate_* function that warns: use validate_legacy() instead."""
    return _deprecated(older, _VALIDATE.format(type_name), "")


def _deprecated(older: LegacyFunction, message: str, key: str) -> Function:
    key = key or older.name

    def run(scope: Scope, *arguments: object) -> object:
        DEPRECATION(scope, key, message)
        given = list(arguments)
        if given and type(given[-1]) is Block:
            given.pop()  # Puppet 3 functions take no blocks
        return call_older(older, scope, given)

    return Function(older.name, Form("Any args*", "&?Callable block", run=run))


def call_older(function: LegacyFunction, scope: Scope, arguments: list[object]) -> object:
    """Call a Puppet 3 function with unconverted arguments, undef included."""
    count, arity = len(arguments), function.arity
    if arity >= 0 and count != arity:
        wanted = str(arity)
    elif arity < 0 and count < -arity - 1:
        wanted = f"minimum {-arity - 1}"
    else:
        result = function.run(scope, arguments)
        return None if function.is_statement else result
    raise EvaluationError(
        f"{function.name}(): Wrong number of arguments given ({count} for {wanted})"
    )
