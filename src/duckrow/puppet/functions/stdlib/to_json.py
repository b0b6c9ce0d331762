"""Write a value as JSON."""

from __future__ import annotations

from duckrow.puppet.functions.stdlib.json_writer import JsonWriter, written
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _to_json(_scope: Scope, value: Any) -> str:
    return written(JsonWriter(), value)


FUNCTION = Function("to_json", Form("Any data", run=_to_json))
