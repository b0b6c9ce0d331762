"""Password hashes: pw_hash, str2saltedpbkdf2 and str2saltedsha512."""

from __future__ import annotations

import re
from hashlib import pbkdf2_hmac, sha512

from duckrow.puppet.functions.helpers.ruby_errors import class_of
from duckrow.puppet.functions.stdlib.helpers.crypt_hashes import (
    FAILED,
    LONGEST,
    crypt_md5,
    crypt_sha256,
    crypt_sha512,
)
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction
from duckrow.puppet.values.sensitive import Sensitive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.runtime.scope import Scope


_BCRYPT = r"[0-9]{2}\$[./A-Za-z0-9]{22}"
_BCRYPT_SHOWN = r"(?-mix:^[0-9]{2}\$[.\/A-Za-z0-9]{22})"

# The cost of bcrypt as a power of two: a higher cost takes too long, above 31 it is invalid.
_MOST_WORK, _NO_WORK = 20, 31

_KINDS = {
    "md5": "1",
    "sha-256": "5",
    "sha-512": "6",
    "bcrypt": "2b",
    "bcrypt-a": "2a",
    "bcrypt-x": "2x",
    "bcrypt-y": "2y",
}

_OWN = {"1": crypt_md5, "5": crypt_sha256, "6": crypt_sha512}


def _pw_hash(scope: Scope, arguments: list[object]) -> str | None:
    """Hash a password for /etc/shadow."""
    given: list[Any] = [
        value.unwrap() if isinstance(value, Sensitive) else value for value in arguments
    ]
    password, kind, salt = given
    prefix = _checked(password, kind, salt)
    if not password:
        return None
    data = password.encode("utf-8", "surrogateescape")
    if b"\0" in data:
        raise EvaluationError("string contains null byte")
    if len(data) > LONGEST:
        return FAILED
    own = _OWN.get(prefix)
    if own is not None:
        return own(data, salt.encode())
    try:
        found: str | None = scope.build.world.crypt(data, f"${prefix}${salt}".encode())
    except OSError:
        raise EvaluationError("system does not support enhanced salts") from None
    return FAILED if found is None else found


def _checked(password: object, kind: object, salt: object) -> str:
    """Fail for wrong arguments; return the prefix of the hash type."""
    if type(password) is not str and password is not None:
        raise EvaluationError("pw_hash(): first argument must be a string")
    if type(kind) is not str:
        raise EvaluationError("pw_hash(): second argument must be a string")
    prefix = _KINDS.get(kind.lower())
    if prefix is None:
        raise EvaluationError(f"pw_hash(): {kind} is not a valid hash type")
    if type(salt) is not str:
        raise EvaluationError("pw_hash(): third argument must be a string")
    if not salt:
        raise EvaluationError("pw_hash(): third argument must not be empty")
    is_plain = prefix in _OWN
    if not (re.fullmatch(r"[a-zA-Z0-9./]+", salt) if is_plain else re.match(_BCRYPT, salt)):
        wanted = "be in the set [a-zA-Z0-9./]" if is_plain else f"match {_BCRYPT_SHOWN}"
        raise EvaluationError(f"pw_hash(): characters in salt must {wanted}")
    if not is_plain and _MOST_WORK < int(salt[:2]) <= _NO_WORK:
        raise EvaluationError(
            f"pw_hash(): more work than 2 to the power of {_MOST_WORK} is refused"
        )
    return prefix


PW_HASH = LegacyFunction("pw_hash", _pw_hash, arity=3)


def _str2saltedpbkdf2(_scope: Scope, arguments: list[object]) -> dict[object, object]:
    """Hash a password for OS X 10.8 and later."""
    if len(arguments) != 3:
        raise EvaluationError(
            f"str2saltedpbkdf2(): wrong number of arguments ({len(arguments)} for 3)"
        )
    given: list[Any] = [each.unwrap() if type(each) is Sensitive else each for each in arguments]
    password, salt, rounds = given
    for ordinal, value in (("first", password), ("second", salt)):
        if type(value) is not str:
            raise EvaluationError(f"str2saltedpbkdf2(): {ordinal} argument must be a string")
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


STR2SALTEDPBKDF2 = LegacyFunction("str2saltedpbkdf2", _str2saltedpbkdf2)


def _str2saltedsha512(scope: Scope, arguments: list[object]) -> str:
    """Hash a password for OS X 10.7."""
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


STR2SALTEDSHA512 = LegacyFunction("str2saltedsha512", _str2saltedsha512)
