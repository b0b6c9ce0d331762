"""values(hash): gives the values of a hash, in the order of its keys."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _values(_scope: Scope, hash_: dict[Any, Any]) -> list[Any]:
    return list(hash_.values())


FUNCTION = Function("values", Form("Hash hsh", run=_values))
