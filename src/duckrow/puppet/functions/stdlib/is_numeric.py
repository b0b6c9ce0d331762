"""Tell whether a value is a number, or text that spells one."""

from __future__ import annotations

import re

from duckrow.puppet.functions.stdlib.deprecated_call import use_match
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.semver import SemVer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_NUMBER = re.compile(r"(?m)^-?(?:[1-9][0-9]*|0)(?:\.[0-9]+)?(?:[eE]-?[0-9]+)?$").search


def _is_numeric(_scope: Scope, arguments: list[Any]) -> bool:
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_numeric(): Wrong number of arguments given {len(arguments)} for 1"
        )
    value = arguments[0]
    kind = type(value)
    if kind is str:
        return _NUMBER(value) is not None
    # To the reference's platform a version is a number.
    return kind is int or kind is float or isinstance(value, SemVer)


LEGACY = LegacyFunction("is_numeric", _is_numeric)
FUNCTION = use_match(LEGACY, "Stdlib::Compat::Numeric")
