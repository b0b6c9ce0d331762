"""Give random characters that depend on a seed alone."""

from __future__ import annotations

from duckrow.puppet.functions.fqdn_rand import drawn, seeded
from duckrow.puppet.runtime.function import Form, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope

_ALPHANUMERIC = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _seeded_rand_string(
    _scope: Scope, length: int, seed: str, characters: str = _ALPHANUMERIC
) -> str:
    from hashlib import sha256

    digest = sha256(seed.encode("utf-8", "surrogateescape")).digest()
    random = seeded(int.from_bytes(digest, "big"))
    return "".join(characters[drawn(random, len(characters) - 1)] for _ in range(length))


FUNCTION = Function(
    "seeded_rand_string",
    Form("Integer[1] length", "String seed", "String[2] charset?", run=_seeded_rand_string),
)
