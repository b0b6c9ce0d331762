"""The frames of the protocol: a head of eight bytes, and 1 to 4088 bytes of content.

The head has a letter, a blank and the length, filled up with NULs: `t` is the last frame of a
message, `m` one that others follow. The peers of the reference read a frame at once, so it has to
travel in one record of TLS.
"""

from __future__ import annotations

HEAD = 8
LARGEST = 4088
LAST, MORE = b"t", b"m"
# Ends a list of names, and the output of a command.
TERMINATOR = b"---cfXen/gine/cfXen/gine---"
# A request that a rule refuses, and one that is no request.
REFUSED = b"BAD: Unspecified server refusal (see verbose server output)"
DENIED = b"BAD: Request denied"
BAD = b"BAD: "


# The heads that were read: thousands of replies have few. Any thread may fill or clear it.
_MOST_HEADS = 2 * LARGEST
_heads: dict[bytes, tuple[bool, int]] = {}


class FrameError(ConnectionError):
    """The peer sent something that is no frame."""


def frame(content: bytes, kind: bytes = LAST) -> bytes:
    """Return a frame with a content. Raises ValueError for one that is too long or empty."""
    if not 0 < len(content) <= LARGEST:
        raise ValueError(f"a frame cannot hold {len(content)} bytes")
    return (kind + b" %d" % len(content)).ljust(HEAD, b"\0") + content


def read_head(head: bytes) -> tuple[bool, int]:
    """Return whether more frames follow, and the length of the content."""
    known = _heads.get(head)
    if known is not None:
        return known
    kind, text = head[:1], head[1:].rstrip(b"\0 ")
    digits = text.lstrip(b" ")
    if kind not in (LAST, MORE) or len(text) == len(digits) or not digits.isdigit():
        raise FrameError("bogus header")
    length = int(digits)
    if not 0 < length <= LARGEST:
        raise FrameError(f"bogus header (len={length})")
    if len(_heads) >= _MOST_HEADS:
        _heads.clear()
    found = _heads[head] = kind == MORE, length
    return found
