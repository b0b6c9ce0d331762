"""Fill in an EPP template that is given as text."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _inline_epp(scope: Scope, template: str, parameters: dict[str, Any] | None = None) -> Any:
    from duckrow.puppet.templates.epp import fill_text

    return fill_text(scope, template, parameters)


FUNCTION = Function(
    "inline_epp",
    Form(
        "String template",
        r"Hash[Pattern[/^\w+$/], Any] parameters?",
        run=_inline_epp,
        returns="Variant[String, Sensitive[String]]",
    ),
    wants_locals=True,
)
