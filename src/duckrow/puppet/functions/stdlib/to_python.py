"""Write a value in Python."""

from __future__ import annotations

from duckrow.puppet.functions.platform_text import inspect
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.types.rich_data.write import to_data
from duckrow.puppet.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _to_python(_scope: Scope, value: Any) -> str:
    return _written(to_data(value))


def _written(data: Any) -> str:
    kind = type(data)
    if kind is bool or data is None:
        return str(data)
    if kind is list:
        return f"[{', '.join(map(_written, data))}]"
    if kind is dict:
        pairs = (f"{_written(from_key(key))}: {_written(item)}" for key, item in data.items())
        return f"{{{', '.join(pairs)}}}"
    return inspect(data)


FUNCTION = Function("to_python", Form("Any object", run=_to_python))
