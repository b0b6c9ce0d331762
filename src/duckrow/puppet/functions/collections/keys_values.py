"""keys(hash) and values(hash)."""

from __future__ import annotations

from duckrow.puppet.runtime.function import Form, Function
from duckrow.ruby.values.keys import from_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def _keys(_scope: Scope, hash_: dict[object, object]) -> list[object]:
    """Return the keys of a hash in their order."""
    return list(map(from_key, hash_))


KEYS = Function("keys", Form("Hash hsh", run=_keys))


def _values(_scope: Scope, hash_: dict[object, object]) -> list[object]:
    """Return the values of a hash in the order of its keys."""
    return list(hash_.values())


VALUES = Function("values", Form("Hash hsh", run=_values))
