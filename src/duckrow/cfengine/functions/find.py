"""From the name of a function to what it does; a file is imported when it is first called."""

from __future__ import annotations

from keyword import iskeyword

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
        module = __import__(f"duckrow.cfengine.functions.{file}", fromlist=["call"])
        _found[name] = module.call
    return _found[name]
