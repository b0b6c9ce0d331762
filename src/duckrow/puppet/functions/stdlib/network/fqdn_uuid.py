"""fqdn_uuid(name): return the version 5 UUID of a DNS name."""

from __future__ import annotations

from hashlib import sha1

from duckrow.puppet.functions.helpers.ruby_errors import expect_text
from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


_NAMESPACE = bytes.fromhex("6ba7b8109dad11d180b400c04fd430c8")


def _fqdn_uuid(_scope: Scope, arguments: list[object]) -> str:
    if not arguments:
        raise EvaluationError("fqdn_uuid: No arguments given")
    if len(arguments) != 1:
        raise EvaluationError(f"fqdn_uuid: Too many arguments given ({len(arguments)})")
    name = expect_text(arguments[0]).encode("utf-8", "surrogateescape")
    data = bytearray(sha1(_NAMESPACE + name, usedforsecurity=False).digest()[:16])
    data[6] = data[6] & 0x0F | 0x50
    data[8] = data[8] & 0x3F | 0x80
    digits = data.hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


FQDN_UUID = LegacyFunction("fqdn_uuid", _fqdn_uuid)
