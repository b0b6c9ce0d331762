"""Digests of strings: digest, md5, sha1 and sha256."""

from __future__ import annotations

import hashlib

from duckrow.puppet.functions.helpers.ruby_errors import expect_text
from duckrow.puppet.runtime.function import LegacyFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.runtime.scope import Scope


def hex_digest(algorithm: str, value: object) -> str:
    """Return the digest of a string in hexadecimal."""
    data = expect_text(value).encode("utf-8", "surrogateescape")
    return hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()


def digest_function(name: str) -> LegacyFunction:
    """Make the function for one algorithm."""
    digest = getattr(hashlib, name)

    def run(_scope: Scope, arguments: list[object]) -> object:
        data = expect_text(arguments[0]).encode("utf-8", "surrogateescape")
        return digest(data, usedforsecurity=False).hexdigest()

    return LegacyFunction(name, run, arity=1)


def _digest(scope: Scope, arguments: list[object]) -> str:
    """Return a digest; the setting digest_algorithm names the algorithm."""
    return hex_digest(scope.build.settings["digest_algorithm"] or "sha256", arguments[0])


DIGEST = LegacyFunction("digest", _digest, arity=1)
MD5 = digest_function("md5")
SHA1 = digest_function("sha1")
SHA256 = digest_function("sha256")
