"""flatten(values...): gives one array of all that is in arrays, to any depth."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _flatten(_scope: Scope, *values: Any) -> list[Any]:
    return flattened(values)


def flattened(values: Iterable[Any]) -> list[Any]:
    """Give all that is in arrays, to any depth."""
    found: list[Any] = []
    # The arrays that are open, innermost last: depth costs no stack of Python's.
    waiting = [iter(values)]
    while waiting:
        for value in waiting[-1]:
            if value.__class__ is list:
                waiting.append(iter(value))
                break
            found.append(value)
        else:
            waiting.pop()
    return found


FUNCTION = Function("flatten", Form("Any args*", run=_flatten))
