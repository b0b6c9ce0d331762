"""string_mustache(template, container)."""

from __future__ import annotations

from duckrow.cfengine.functions.helpers.common import container_of, scalar
from duckrow.cfengine.functions.helpers.mustache import TemplateError, render
from duckrow.cfengine.functions.utils.state import whole_state
from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context


def string_mustache(context: Context, arguments: list[object]) -> str:
    """Render a Mustache template."""
    if not arguments:
        raise FunctionFailed
    data: Any
    if len(arguments) > 1:
        data = container_of(context, "string_mustache", arguments[1])
        if data is None:
            raise FunctionFailed
    else:
        data = whole_state(context)
    try:
        return render(scalar(arguments[0]), data)
    except TemplateError as error:
        raise FunctionFailed(error.message, error.level) from None
