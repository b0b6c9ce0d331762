"""Refuse content that does not fit a lens of Augeas, which is not there to be asked."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


_UNAVAILABLE = (
    "validate_augeas(): this function requires the augeas feature. See "
    "http://docs.puppetlabs.com/guides/augeas.html#pre-requisites for how to activate it."
)


def _validate_augeas(_scope: Scope, arguments: list[Any]) -> None:
    if not 2 <= len(arguments) <= 4:
        raise EvaluationError(
            f"validate_augeas(): wrong number of arguments ({len(arguments)}; must be 2, 3, or 4)"
        )
    raise EvaluationError(_UNAVAILABLE)


FUNCTION = LegacyFunction("validate_augeas", _validate_augeas, is_statement=True)
