"""inline_template(text, ...): fills in ERB templates given as text, one after the other."""

from __future__ import annotations

from duckrow.puppet.functions.platform_text import to_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _inline_template(scope: Scope, arguments: list[Any]) -> str:
    from duckrow.puppet.ruby.host.template import TemplateError, fill_in

    try:
        texts = [to_text(each).encode("utf-8", "surrogateescape") for each in arguments]
        return "".join(fill_in(scope, text, None) for text in texts)
    except TemplateError as error:
        raise EvaluationError(f"Failed to parse inline template: {error.detail}") from error


FUNCTION = LegacyFunction("inline_template", _inline_template, arity=-2, wants_locals=True)
