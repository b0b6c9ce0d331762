"""Read a text that is PSON."""

from __future__ import annotations

from duckrow.data.pson import PsonError, load
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_NO_DEFAULT = object()


def _parsepson(_scope: Scope, text: str, default: Any = _NO_DEFAULT) -> Any:
    try:
        return load(text)
    except PsonError as wrong:
        if default is _NO_DEFAULT:
            raise EvaluationError(str(wrong)) from None
        return default


FUNCTION = Function("parsepson", Form("String[1] pson_string", "Any default?", run=_parsepson))
