"""What the functions that give a digest have in common: text in, hexadecimal digits out."""

from __future__ import annotations

import hashlib

from duckrow.puppet.functions.no_conversion import expect_text
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def hex_digest(algorithm: str, value: Any) -> str:
    """Give the digest of text, in hexadecimal digits."""
    data = expect_text(value).encode("utf-8", "surrogateescape")
    return hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()


def digest_function(name: str) -> LegacyFunction:
    """Make the function that gives one kind of digest."""
    digest = getattr(hashlib, name)

    def run(_scope: Scope, arguments: list[Any]) -> Any:
        data = expect_text(arguments[0]).encode("utf-8", "surrogateescape")
        return digest(data, usedforsecurity=False).hexdigest()

    return LegacyFunction(name, run, arity=1)
