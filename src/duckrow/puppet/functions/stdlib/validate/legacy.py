"""validate_legacy: validate by a type and by an older validate function."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.deprecation import DEPRECATION
from duckrow.puppet.functions.stdlib.helpers.deprecated_call import call_older
from duckrow.puppet.functions.stdlib.validate.text import BadPatternError
from duckrow.puppet.runtime.block import Block
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function, LegacyFunction
from duckrow.puppet.runtime.signatures import type_of_text
from duckrow.puppet.types.format.interpolated import interpolated
from duckrow.puppet.types.instance import accepts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope
    from duckrow.puppet.types.model.base import Type


def _by_type(
    scope: Scope, _given: object, type_: Type, name: str, value: object, *rest: object
) -> None:
    is_right = accepts(type_, value)
    was_right = _was_right(scope, name, [value, *rest])
    if is_right:
        if not was_right:
            scope.build.log(
                "notice",
                f"Accepting previously invalid value for target type '{interpolated(type_)}'",
            )
        return
    from duckrow.puppet.types.describe.mismatch import describe_mismatch
    from duckrow.puppet.types.infer import infer_detailed

    wrong = describe_mismatch(f"validate_legacy({name})", type_, infer_detailed(value))
    if not was_right:
        raise EvaluationError(wrong)
    DEPRECATION(scope, "validate_legacy", wrong)


def _by_text(
    scope: Scope, given: object, text: str, name: str, value: object, *rest: object
) -> None:
    type_ = type_of_text(text, scope.build.loaders.find_type)
    _by_type(scope, given, type_, name, value, *rest)


def _was_right(scope: Scope, name: str, arguments: list[object]) -> bool:
    """Return whether the Puppet 3 function accepts the value."""
    older = scope.build.loaders.find_older_function(name)
    if older is None:
        raise EvaluationError(
            f"undefined method `function_{name}' for {scope.label}:Puppet::Parser::Scope"
        )
    try:
        if isinstance(older, LegacyFunction):
            call_older(older, scope, arguments)
        else:
            older(scope, *arguments)
    except BadPatternError:
        raise
    except EvaluationError:
        return False
    return True


class _ValidateLegacy(Function):
    """The function; Puppet passes the scope as an argument, which counts in error messages."""

    __slots__ = ()

    def __call__(self, scope: Scope, *arguments: object) -> object:
        if arguments and type(arguments[-1]) is Block:
            arguments = arguments[:-1]  # ignored
        return super().__call__(scope, None, *arguments)


VALIDATE_LEGACY = _ValidateLegacy(
    "validate_legacy",
    Form(
        "Any scope",
        "Type target_type",
        "String function_name",
        "Any value",
        "Any args*",
        run=_by_type,
    ),
    Form(
        "Any scope",
        "String type_string",
        "String function_name",
        "Any value",
        "Any args*",
        run=_by_text,
    ),
)
