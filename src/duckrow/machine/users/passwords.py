"""Checks a password against a hash."""

from __future__ import annotations

from hmac import compare_digest

_LIBRARIES = ("libcrypt.so.1", "libcrypt.so.2", "libcrypt.so")


def is_password(password: str, stored: str) -> bool:
    """Return whether a password matches a hash; False also if the system cannot check it."""
    if not stored or stored[0] in "!*x" or "\0" in password:
        return False
    made = _hash(password, stored)
    return made is not None and compare_digest(made.encode(), stored.encode())


def _hash(password: str, setting: str) -> str | None:
    from ctypes import CDLL, c_char_p

    for name in _LIBRARIES:
        try:
            crypt = CDLL(name).crypt
        except (OSError, AttributeError):
            continue
        crypt.restype = c_char_p
        crypt.argtypes = (c_char_p, c_char_p)
        found = crypt(password.encode("utf-8", "surrogateescape"), setting.encode())
        return None if found is None else found.decode("ascii", "replace")
    return None
