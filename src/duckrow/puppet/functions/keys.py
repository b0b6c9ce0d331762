"""keys(hash): gives the keys of a hash, in their order."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function
from duckrow.puppet.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _keys(_scope: Scope, hash_: dict[Any, Any]) -> list[Any]:
    return list(map(from_key, hash_))


FUNCTION = Function("keys", Form("Hash hsh", run=_keys))
