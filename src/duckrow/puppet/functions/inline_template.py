"""inline_template(text, ...): fills in ERB templates given as text, one after the other."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import no_method
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _inline_template(scope: Scope, arguments: list[Any]) -> str:
    from duckrow.puppet.ruby.host.template import TemplateError, fill_in

    try:
        return "".join(fill_in(scope, _text(each), None) for each in arguments)
    except TemplateError as error:
        raise EvaluationError(f"Failed to parse inline template: {error.detail}") from error


def _text(value: Any) -> bytes:
    if type(value) is not str:
        wrong = no_method("encoding", value)
        raise EvaluationError(f"Failed to parse inline template: {wrong.message}")
    return value.encode("utf-8", "surrogateescape")


FUNCTION = LegacyFunction("inline_template", _inline_template, arity=-2, wants_locals=True)
