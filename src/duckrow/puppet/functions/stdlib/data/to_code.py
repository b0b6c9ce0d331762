"""to_python(value) and to_ruby(value)."""

from __future__ import annotations

from duckrow.puppet.functions.helpers.ruby_text import inspect
from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.types.rich_data.write import to_data
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _to_python(_scope: Scope, value: object) -> str:
    """Convert a value to a Python literal."""
    return _to_python_written(to_data(value))


def _to_python_written(data: object) -> str:
    if type(data) is bool or data is None:
        return str(data)
    if type(data) is list:
        return f"[{', '.join(map(_to_python_written, data))}]"
    if type(data) is dict:
        pairs = (
            f"{_to_python_written(from_key(key))}: {_to_python_written(item)}"
            for key, item in data.items()
        )
        return f"{{{', '.join(pairs)}}}"
    return inspect(data)


TO_PYTHON = Function("to_python", Form("Any object", run=_to_python))


def _to_ruby(_scope: Scope, value: object) -> str:
    """Convert a value to a Ruby literal."""
    return _to_ruby_written(to_data(value))


def _to_ruby_written(data: object) -> str:
    if type(data) is list:
        return f"[{', '.join(map(_to_ruby_written, data))}]"
    if type(data) is dict:
        pairs = (
            f"{_to_ruby_written(from_key(key))} => {_to_ruby_written(item)}"
            for key, item in data.items()
        )
        return f"{{{', '.join(pairs)}}}"
    return inspect(data)


TO_RUBY = Function("to_ruby", Form("Any object", run=_to_ruby))
