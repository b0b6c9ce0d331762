"""Fill in ERB templates that files hold. They need an evaluator of ERB, which is to come."""

from __future__ import annotations

from duckrow.puppet.functions.module_files import TEMPLATES, find_in_module
from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from duckrow.puppet.runtime.scope import Scope

NEEDS_ERB = "needs-erb"


def _template(scope: Scope, arguments: list[Any]) -> NoReturn:
    name = to_text(arguments[0])
    path = find_in_module(scope, name, TEMPLATES)
    if path is None:
        raise EvaluationError(f"Could not find template '{name}'")
    raise EvaluationError(
        f"The template '{name}' ({path}) needs the ERB evaluator, which duckrow does not have yet",
        NEEDS_ERB,
    )


FUNCTION = LegacyFunction("template", _template, arity=-2, wants_locals=True)
