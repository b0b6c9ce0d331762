"""The identity of this host: a digest of its public key, which `cf-key` makes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.agent.host.found import Found
    from duckrow.machine.host import Host

_BEGIN = "-----BEGIN RSA PUBLIC KEY-----"
_END = "-----END RSA PUBLIC KEY-----"
_INTEGER, _SEQUENCE = 2, 48


def find_identity(host: Host, work: str, found: Found) -> None:
    """Set `sys.key_digest` and its class if the host has a key."""
    path = f"{work}/ppkeys/localhost.pub"
    text = host.text(path) if host.exists(path) else None
    digest = None if text is None else key_digest(text)
    if digest is None:
        return
    found.describe("key_digest", digest, "CFEngine ID")
    tags = ("inventory", "attribute_name=none", "source=agent", "derived-from=sys.key_digest")
    found.define(f"PK_{digest}", *tags)


def key_digest(text: str) -> str | None:
    """Return the digest of an RSA key: of its two numbers, not of its file."""
    from base64 import b64decode
    from hashlib import md5

    _, begins, rest = text.partition(_BEGIN)
    inner, ends, _ = rest.partition(_END)
    if not begins or not ends:
        return None
    try:
        whole = _inner(b64decode("".join(inner.split()), validate=True), _SEQUENCE)[0]
        modulus, rest_of_it = _inner(whole, _INTEGER)
        exponent = _inner(rest_of_it, _INTEGER)[0]
    except (ValueError, IndexError):
        return None
    numbers = modulus.lstrip(b"\0") + exponent.lstrip(b"\0")
    return f"MD5={md5(numbers, usedforsecurity=False).hexdigest()}"


def _inner(data: bytes, kind: int) -> tuple[bytes, bytes]:
    """Return the content of a DER element, and the bytes after it."""
    if data[0] != kind:
        raise ValueError
    start, length = 2, data[1]
    if length & 0x80:
        start += length & 0x7F
        length = int.from_bytes(data[2:start], "big")
    if start + length > len(data):
        raise ValueError
    return data[start : start + length], data[start + length :]


__all__ = ["find_identity", "key_digest"]
