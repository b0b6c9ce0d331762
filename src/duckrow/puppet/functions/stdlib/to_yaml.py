"""Write a value as YAML."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _to_yaml(_scope: Scope, value: Any, options: Any = None) -> str:
    from duckrow.puppet.functions.stdlib.yaml_writer import written

    return written(value, options or {})


FUNCTION = Function("to_yaml", Form("Any data", "Hash options?", run=_to_yaml))
