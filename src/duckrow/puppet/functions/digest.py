"""Give the digest of a string by the algorithm that the setting digest_algorithm names."""

from __future__ import annotations

from duckrow.puppet.functions.hex_digest import hex_digest
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _digest(scope: Scope, arguments: list[Any]) -> str:
    return hex_digest(scope.build.settings["digest_algorithm"] or "sha256", arguments[0])


FUNCTION = LegacyFunction("digest", _digest, arity=1)
