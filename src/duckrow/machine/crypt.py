"""Password hashes, computed by the C library."""

from __future__ import annotations


class NoCryptError(OSError):
    """The C library has no crypt()."""


def crypt(password: bytes, setting: bytes) -> str | None:
    """Return the hash of a password; None if the library rejects the setting."""
    from ctypes import CDLL, c_char_p

    try:
        function = CDLL("libcrypt.so.1").crypt
    except (OSError, AttributeError):
        raise NoCryptError("libcrypt.so.1 is not installed") from None
    function.argtypes = (c_char_p, c_char_p)
    function.restype = c_char_p
    found: bytes | None = function(password, setting)
    return found.decode() if found else None
