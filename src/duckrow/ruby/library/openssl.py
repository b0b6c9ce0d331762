"""The parts of OpenSSL that only compute: digests, HMAC and key derivation."""

from __future__ import annotations

import hashlib
import hmac
from base64 import b64encode

from duckrow.ruby.core.arguments import to_hash
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.convert import from_bytes, to_bytes, to_int, to_str
from duckrow.ruby.dispatch import no_method
from duckrow.ruby.errors import LimitError, argument_error
from duckrow.ruby.library.digest import (
    KINDS,
    DigestValue,
    digest_class,
    hashed,
    kind_of_digest,
)
from duckrow.ruby.library.unsupported import UnsupportedConstant
from duckrow.ruby.values.kinds import RubyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.ruby.interpreter import Interpreter

_MOST_ROUNDS = 1_000_000
_LONGEST_KEY = 4096


def _kind(ruby: Interpreter, digest: object) -> str:
    return digest.kind if type(digest) is DigestValue else kind_of_digest(to_s(ruby, digest))


def _mac(ruby: Interpreter, digest: object, key: object, data: object) -> bytes:
    return hmac.digest(
        to_bytes(to_str(ruby, key)), to_bytes(to_str(ruby, data)), _kind(ruby, digest)
    )


def _derived(
    ruby: Interpreter,
    _self: object,
    word: object,
    salt: object,
    rounds: object,
    length: object,
    digest: object,
) -> str:
    count, size = to_int(ruby, rounds), to_int(ruby, length)
    if count > _MOST_ROUNDS or size > _LONGEST_KEY:
        raise LimitError(f"a key of {size} bytes after {count} rounds")
    data = hashlib.pbkdf2_hmac(
        _kind(ruby, digest), to_bytes(to_str(ruby, word)), to_bytes(to_str(ruby, salt)), count, size
    )
    return from_bytes(data)


def _derived_by_sha1(
    ruby: Interpreter, self: object, word: object, salt: object, rounds: object, length: object
) -> str:
    return _derived(ruby, self, word, salt, rounds, length, "SHA1")


def _derived_by_name(ruby: Interpreter, self: object, word: object, options: dict[Any, Any]) -> str:
    """Derive a key from keyword arguments: salt, iterations, length and hash."""
    given = {getattr(key, "name", key): value for key, value in to_hash(ruby, options).items()}
    for name in ("salt", "iterations", "length", "hash"):
        if name not in given:
            raise argument_error(f"missing keyword: :{name}")
    rounds, length = given["iterations"], given["length"]
    return _derived(ruby, self, word, given["salt"], rounds, length, given["hash"])


class MacValue:
    """A message authentication code that is fed piece by piece."""

    __slots__ = ("_data", "_key", "_kind")

    ruby_class_name = "OpenSSL::HMAC"

    def __init__(self, key: object, digest: object) -> None:
        self._key = key
        self._kind = digest
        self._data = ""

    def ruby_responds_to(self, _ruby: Interpreter, name: str) -> bool:
        return name in ("<<", "update", "digest", "hexdigest", "to_s", "reset")

    def ruby_send(
        self, ruby: Interpreter, name: str, arguments: tuple[object, ...], _block: object
    ) -> Any:
        match name:
            case "<<" | "update":
                self._data += to_str(ruby, arguments[0])
                return self
            case "reset":
                self._data = ""
                return self
            case "digest":
                return from_bytes(_mac(ruby, self._kind, self._key, self._data))
            case "hexdigest" | "to_s" | "inspect":
                return _mac(ruby, self._kind, self._key, self._data).hex()
        raise no_method(ruby, self, name)


def _new_digest(
    ruby: Interpreter, self: RubyModule, name: object, text: object = None
) -> DigestValue:
    made = DigestValue(self, kind_of_digest(to_s(ruby, name)))
    if text is not None:
        made.data = to_bytes(to_str(ruby, text))
    return made


def _once(ruby: Interpreter, name: object, text: object) -> bytes:
    return hashed(kind_of_digest(to_s(ruby, name)), to_bytes(to_str(ruby, text)))


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the constants of this file."""
    from duckrow.ruby.constants import known_class

    digest = RubyModule(
        "OpenSSL::Digest",
        known_class(ruby, "Object"),
        singleton={
            "new": _new_digest,
            "digest": lambda ruby, _self, name, text: from_bytes(_once(ruby, name, text)),
            "hexdigest": lambda ruby, _self, name, text: _once(ruby, name, text).hex(),
            "base64digest": lambda ruby, _self, name, text: b64encode(
                _once(ruby, name, text)
            ).decode("ascii"),
        },
    )
    mac = RubyModule(
        "OpenSSL::HMAC",
        known_class(ruby, "Object"),
        singleton={
            "new": lambda _ruby, _self, key, digest: MacValue(key, digest),
            "digest": lambda ruby, _self, kind, key, data: from_bytes(_mac(ruby, kind, key, data)),
            "hexdigest": lambda ruby, _self, kind, key, data: _mac(ruby, kind, key, data).hex(),
            "base64digest": lambda ruby, _self, kind, key, data: b64encode(
                _mac(ruby, kind, key, data)
            ).decode("ascii"),
        },
    )
    derivation = RubyModule(
        "OpenSSL::PKCS5",
        None,
        is_class=False,
        singleton={"pbkdf2_hmac": _derived, "pbkdf2_hmac_sha1": _derived_by_sha1},
    )
    made: dict[str, object] = {
        "OpenSSL": RubyModule("OpenSSL", None, is_class=False),
        "OpenSSL::Digest": digest,
        "OpenSSL::HMAC": mac,
        "OpenSSL::PKCS5": derivation,
        "OpenSSL::KDF": RubyModule(
            "OpenSSL::KDF", None, is_class=False, singleton={"pbkdf2_hmac": _derived_by_name}
        ),
    }
    for name, kind in KINDS.items():
        path = f"OpenSSL::Digest::{name}"
        made[path] = digest_class(path, kind, digest)
    for name in ("X509", "PKey", "Cipher", "SSL", "Random", "BN", "ASN1", "PKCS7", "PKCS12"):
        made[f"OpenSSL::{name}"] = UnsupportedConstant(f"OpenSSL::{name}")
    for name in ("X509::Certificate", "PKey::RSA", "PKey::EC"):
        made[f"OpenSSL::{name}"] = UnsupportedConstant(f"OpenSSL::{name}")
    modes = {"NONE": 0, "PEER": 1, "FAIL_IF_NO_PEER_CERT": 2, "CLIENT_ONCE": 4}
    made.update({f"OpenSSL::SSL::VERIFY_{name}": number for name, number in modes.items()})
    standard = known_class(ruby, "StandardError")
    error = made["OpenSSL::OpenSSLError"] = RubyModule("OpenSSL::OpenSSLError", standard)
    for name in ("X509::CertificateError", "PKey::PKeyError", "PKey::RSAError", "HMACError"):
        made[f"OpenSSL::{name}"] = RubyModule(f"OpenSSL::{name}", error)
    return made
