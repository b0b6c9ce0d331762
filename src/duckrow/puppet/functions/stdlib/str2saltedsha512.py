"""Make the salted digest of a password that older systems of Apple keep."""

from __future__ import annotations

from duckrow.puppet.functions.no_conversion import class_of
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _str2saltedsha512(scope: Scope, arguments: list[Any]) -> str:
    from hashlib import sha512

    if len(arguments) != 1:
        raise EvaluationError(
            "str2saltedsha512(): Wrong number of arguments passed "
            f"({len(arguments)} but we require 1)"
        )
    password = arguments[0]
    if type(password) is not str:
        raise EvaluationError(
            f"str2saltedsha512(): Requires a String argument, you passed: {class_of(password)}"
        )
    salt = int(scope.build.world.random_bits(31)).to_bytes(4, "little")
    return (salt + sha512(salt + password.encode("utf-8", "surrogateescape")).digest()).hex()


FUNCTION = LegacyFunction("str2saltedsha512", _str2saltedsha512)
