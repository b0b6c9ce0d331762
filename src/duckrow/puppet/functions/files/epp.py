"""epp(template, parameters) and inline_epp: render EPP templates."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.module_files import TEMPLATES, find_in_module
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.templates.epp import fill_file, fill_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _epp(scope: Scope, name: str, parameters: dict[str, object] | None = None) -> object:
    """Render an EPP template file."""
    is_there = name.startswith("/") and scope.build.world.exists(name)
    if not is_there and not name.endswith(".epp"):
        name += ".epp"
    path = find_in_module(scope, name, TEMPLATES)
    if path is None:
        raise EvaluationError(f"Could not find template '{name}'", missing=("template", str(name)))
    return fill_file(scope, path, parameters)


EPP = Function(
    "epp",
    Form(
        "String path",
        r"Hash[Pattern[/^\w+$/], Any] parameters?",
        run=_epp,
        returns="Variant[String, Sensitive[String]]",
    ),
)


def _inline_epp(scope: Scope, template: str, parameters: dict[str, object] | None = None) -> object:
    """Render an EPP template given as a string."""
    return fill_text(scope, template, parameters)


INLINE_EPP = Function(
    "inline_epp",
    Form(
        "String template",
        r"Hash[Pattern[/^\w+$/], Any] parameters?",
        run=_inline_epp,
        returns="Variant[String, Sensitive[String]]",
    ),
    wants_locals=True,
)
