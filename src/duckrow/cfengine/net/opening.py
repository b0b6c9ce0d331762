"""The lines before the first frame: both sides name their versions, the client names its user.

server> CFE_v3 cf-serverd 3.21.0
client> CFE_v3 cf-agent 3.21.0
client> IDENTITY USERNAME=root
server> OK WELCOME USERNAME=root

A client that wants more than the reference has, such as the runs of a host, adds DUCKROW=1 to its
identity; the reference ignores words that it does not know. A server that knows the word repeats
it behind WELCOME, and only then either side uses requests of its own.
"""

from __future__ import annotations

from duckrow import CFENGINE_VERSION

TLS, COOKIE = 2, 3
LATEST = COOKIE
LONGEST_LINE = 1023
_EXTENSION = b"DUCKROW=1"
_MOST_DIGITS = 9
_NAMES = {"classic": 1, "tls": TLS, "cookie": COOKIE, "latest": LATEST, "undefined": 0, "": 0}


class OpeningError(ConnectionError):
    """The peers do not understand each other."""


def version_of_word(word: str) -> int:
    """Return the number of a `protocol_version`; 0 lets the peers decide."""
    if word.isdecimal():
        return min(int(word), LATEST)
    return _NAMES.get(word, 0)


def hello(version: int, program: str) -> bytes:
    """Return the line that names a version."""
    return f"CFE_v{version} {program} {CFENGINE_VERSION}\n".encode()


def read_hello(line: bytes) -> int:
    """Return the version that a peer names."""
    name, _, digits = line.partition(b" ")[0].partition(b"_v")
    if name != b"CFE" or not digits.isdigit() or len(digits) > _MOST_DIGITS:
        raise OpeningError("Server sent a bad version number! (0a)")
    return int(digits)


def choose_version(offered: int, wanted: int) -> int:
    """Return the version to use with a server that offers one; 0 wants the newest."""
    found = min(offered, wanted or LATEST)
    if found < TLS:
        raise OpeningError("Server sent a bad version number! (0a)")
    return found


def identity(user: str, *, is_extended: bool = False) -> bytes:
    """Return the line that names a user."""
    return _named(b"IDENTITY", user, is_extended=is_extended)


def welcome(user: str, *, is_extended: bool = False) -> bytes:
    """Return the line that accepts a user."""
    return _named(b"OK WELCOME", user, is_extended=is_extended)


def _named(words: bytes, user: str, *, is_extended: bool) -> bytes:
    line = words + b" USERNAME=" + user.encode("utf-8", "surrogateescape")
    return line + (b" " + _EXTENSION if is_extended else b"") + b"\n"


def is_extended(line: bytes) -> bool:
    """Return whether an identity or a welcome has requests of our own."""
    return _EXTENSION in line.split()


def read_identity(line: bytes) -> str:
    """Return the user that a client names, "root" if it names none; unknown words are ignored."""
    words = line.rstrip(b"\r").split()
    if not words or words[0] != b"IDENTITY":
        raise OpeningError("the client did not identify itself")
    user = "root"
    for word in words[1:]:
        name, equals, value = word.partition(b"=")
        if not equals:
            raise OpeningError("the identity has a word without a value")
        if name == b"USERNAME":
            user = value.decode("utf-8", "surrogateescape")
            if not user or "/" in user or "\\" in user:
                raise OpeningError("the identity has an invalid name of a user")
    return user
