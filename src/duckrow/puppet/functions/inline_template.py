"""Fill in ERB templates given as text. They need an evaluator of ERB, which is to come."""

from __future__ import annotations

from duckrow.puppet.functions.template import NEEDS_ERB
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from duckrow.puppet.runtime.scope import Scope


def _inline_template(_scope: Scope, _arguments: list[Any]) -> NoReturn:
    raise EvaluationError(
        "An inline template needs the ERB evaluator, which duckrow does not have yet", NEEDS_ERB
    )


FUNCTION = LegacyFunction("inline_template", _inline_template, arity=-2, wants_locals=True)
