"""From the name of a function to what it does; a file is imported when it is first called."""

from __future__ import annotations

from keyword import iskeyword

from duckrow.cfengine.values.outcomes import FunctionFailed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.cfengine.evaluation.context import Context

    Function = Callable[[Context, list[Any]], Any]

_found: dict[str, Function] = {}


def find(name: str) -> Function:
    """Find a function that the table of signatures has."""
    if name not in _found:
        file = f"{name}_" if iskeyword(name) else name
        path = f"duckrow.cfengine.functions.{file}"
        try:
            _found[name] = __import__(path, fromlist=["call"]).call
        except ModuleNotFoundError as error:
            if error.name != path:
                raise
            _found[name] = _absent(name)
    return _found[name]


def _absent(name: str) -> Function:
    def call(_context: Context, _arguments: list[Any]) -> Any:
        raise FunctionFailed(f"Function '{name}' is not available in this build")

    return call
