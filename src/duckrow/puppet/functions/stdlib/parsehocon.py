"""Read a text that is HOCON."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope

_NO_DEFAULT = object()


def _parsehocon(_scope: Scope, text: str, default: Any = _NO_DEFAULT) -> Any:
    from duckrow.data.hocon import HoconError, load

    try:
        return load(text.encode("utf-8", "surrogateescape"))
    except HoconError as wrong:
        if default is _NO_DEFAULT:
            raise EvaluationError(str(wrong)) from None
        return default


FUNCTION = Function("parsehocon", Form("String hocon_string", "Any default?", run=_parsehocon))
