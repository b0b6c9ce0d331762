"""empty(value): return whether a value has no elements, characters or bytes."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.deprecation_warning import warn_here
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _has_no_items(_scope: Scope, value: Any) -> bool:
    return len(value) == 0


def _sensitive(_scope: Scope, secret: Any) -> bool:
    return len(secret.unwrap()) == 0


def _number(scope: Scope, _number: object) -> bool:
    warn_here(
        scope, "empty-from", "Calling function empty() with Numeric value is deprecated.", True
    )
    return False


def _undef(_scope: Scope, _value: None) -> bool:
    return True


EMPTY = Function(
    "empty",
    Form("Collection coll", run=_has_no_items),
    Form("Sensitive[String] str", run=_sensitive),
    Form("String str", run=_has_no_items),
    Form("Numeric num", run=_number),
    Form("Binary bin", run=_has_no_items),
    Form("Undef x", run=_undef),
)
