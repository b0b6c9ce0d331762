"""Tell whether a text is the address of a network card."""

from __future__ import annotations

import re

from duckrow.puppet.functions.no_conversion import expect_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.default import DEFAULT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_ADDRESS = re.compile(
    r"(?mi)^[a-f0-9]{1,2}(?::[a-f0-9]{1,2}){5}(?:(?::[a-f0-9]{1,2}){14})?$"
).search


def _is_mac_address(_scope: Scope, arguments: list[Any]) -> bool:
    if len(arguments) != 1:
        raise EvaluationError(
            f"is_mac_address(): Wrong number of arguments given {len(arguments)} for 1"
        )
    value = arguments[0]
    if value is None or value is DEFAULT:
        return False
    return _ADDRESS(expect_text(value)) is not None


FUNCTION = LegacyFunction("is_mac_address", _is_mac_address)
