"""Encrypted values of eyaml: ENC[PKCS7,...] inside a string.

The key pair comes from the options of the hierarchy entry, as hiera-eyaml names them. Only PKCS7
can be decrypted; the error names other methods. No error contains a decrypted value.
"""

from __future__ import annotations

from duckrow.puppet.hiera.errors import HieraError
from duckrow.puppet.hiera.state import state_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.hiera.context import Context

_PRIVATE = "./keys/private_key.pkcs7.pem"
_PUBLIC = "./keys/public_key.pkcs7.pem"


class _Trouble(Exception):  # noqa: N818  (becomes a HieraError with the key and the file)
    """Why a value cannot be decrypted."""


def decrypt(text: str, key: str, options: dict[str, object], context: Context) -> str:
    """Return a text with everything in it decrypted."""
    import re

    def one(match: re.Match[str]) -> str:
        method, _, data = match[1].rpartition(",")
        method = method.rpartition("::")[2] or "PKCS7"
        if method.upper() != "PKCS7":
            raise _Trouble(f"the encryption method {method} is not supported, only PKCS7 is")
        return _decrypted(data, options, context)

    try:
        found = re.sub(r"ENC\[((?:\w+,)?[A-Za-z0-9+/=\s]+?)\]", one, text)
    except _Trouble as trouble:
        raise HieraError(
            f"hiera-eyaml backend error decrypting {text} when looking up {key} in "
            f"{options['path']}. Error was {trouble}"
        ) from None
    return found.removesuffix("\n").removesuffix("\r")


def _decrypted(data: str, options: dict[str, object], context: Context) -> str:
    try:
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.serialization import load_pem_private_key
        from cryptography.hazmat.primitives.serialization.pkcs7 import pkcs7_decrypt_der
        from cryptography.x509 import load_pem_x509_certificate
    except ImportError:
        raise _Trouble(
            "the Python package cryptography is missing; install duckrow[eyaml]"
        ) from None
    from base64 import b64decode
    from binascii import Error as BinasciiError

    private = _pem(options, "private", _PRIVATE, context)
    public = _pem(options, "public", _PUBLIC, context)
    try:
        key: Any = load_pem_private_key(private, None)
        certificate = load_pem_x509_certificate(public)
        plain = pkcs7_decrypt_der(b64decode("".join(data.split())), certificate, key, [])
        text = plain.decode("utf-8")
    except (ValueError, TypeError, UnsupportedAlgorithm, BinasciiError) as error:
        raise _Trouble(f"it cannot be decrypted with this key: {error}") from None
    state_of(context.request.scope.build).decrypted.add(text.rstrip("\r\n"))
    return text


def _pem(options: dict[str, Any], kind: str, default: str, context: Context) -> bytes:
    """Return a key from the file, text or environment variable that the options name."""
    name = f"pkcs7_{kind}_key"
    if text := options.get(name) and str(options[name]):
        if "-----BEGIN" in text:
            return text.encode()
    else:
        text = default
    if variable := options.get(f"{name}_env_var"):
        return (context.request.scope.build.world.variable(str(variable)) or "").encode()
    try:
        content: bytes = context.load(text, "pem", lambda content: content)
    except Exception as error:
        raise _Trouble(f"{error}") from None
    return content
