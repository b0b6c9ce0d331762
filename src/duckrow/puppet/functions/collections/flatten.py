"""flatten(values...): return one flat array of all elements of nested arrays."""

from __future__ import annotations

from duckrow.puppet.runtime.flatten import flattened
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _flatten(_scope: Scope, *values: object) -> list[object]:
    return flattened(values)


FLATTEN = Function("flatten", Form("Any args*", run=_flatten))
