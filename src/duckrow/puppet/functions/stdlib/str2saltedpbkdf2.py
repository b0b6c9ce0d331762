"""Make the salted digests of a password that newer systems of Apple keep."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


def _str2saltedpbkdf2(_scope: Scope, arguments: list[Any]) -> dict[Any, Any]:
    from hashlib import pbkdf2_hmac

    if len(arguments) != 3:
        raise EvaluationError(
            f"str2saltedpbkdf2(): wrong number of arguments ({len(arguments)} for 3)"
        )
    given: list[Any] = [each.unwrap() if type(each) is Sensitive else each for each in arguments]
    password, salt, rounds = given
    for place, value in (("first", password), ("second", salt)):
        if type(value) is not str:
            raise EvaluationError(f"str2saltedpbkdf2(): {place} argument must be a string")
    data = salt.encode("utf-8", "surrogateescape")
    if len(data) < 8:
        raise EvaluationError("str2saltedpbkdf2(): second argument must be at least 8 bytes long")
    if type(rounds) is not int:
        raise EvaluationError("str2saltedpbkdf2(): third argument must be an integer")
    if not 40_000 < rounds < 70_000:
        raise EvaluationError(
            "str2saltedpbkdf2(): third argument must be between 40,000 and 70,000"
        )
    digest = pbkdf2_hmac("sha512", password.encode("utf-8", "surrogateescape"), data, rounds, 128)
    return {"password_hex": digest.hex(), "salt_hex": data.hex(), "iterations": rounds}


FUNCTION = LegacyFunction("str2saltedpbkdf2", _str2saltedpbkdf2)
