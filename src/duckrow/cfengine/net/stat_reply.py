"""The numbers by which a server describes a file, in the reply to STAT."""

from __future__ import annotations

from duckrow.machine.files.facts import (
    BLOCK,
    CHARACTER,
    DIRECTORY,
    FIFO,
    FILE,
    LINK,
    SOCKET,
    FileFacts,
)

_KINDS = (FILE, LINK, DIRECTORY, FIFO, BLOCK, CHARACTER, SOCKET)
_COUNT = 13
_SECOND = 1_000_000_000
# No host has a number beyond 64 bits, nor an owner beyond 32; the last one stands for none.
_MOST, _MOST_OWNERS = 1 << 64, (1 << 32) - 1


def write_stat(facts: FileFacts, *, is_sparse: bool) -> bytes:
    """Return the reply for a file."""
    # The reference prints the inode as a C int.
    inode = (facts.inode + 0x80000000) % 0x100000000 - 0x80000000
    link_mode = facts.mode if facts.is_link else 0
    numbers = (
        _KINDS.index(facts.kind),
        facts.mode,
        link_mode,
        facts.uid,
        facts.gid,
        facts.size,
        facts.atime_ns // _SECOND,
        facts.mtime_ns // _SECOND,
        facts.ctime_ns // _SECOND,
        int(is_sparse),
        inode,
        facts.links,
        facts.device,
    )
    return b"OK: " + " ".join(map(str, numbers)).encode()


def read_stat(reply: bytes, target: bytes) -> FileFacts | None:
    """Return the facts in a reply, None if it has none; `target` is that of a link."""
    words = reply[4:].rstrip(b"\0").split()
    if not reply.startswith(b"OK: ") or len(words) != _COUNT:
        return None
    try:
        numbers = list(map(int, words))
    except ValueError:
        return None
    kind, mode, _, uid, gid, size, atime, mtime, ctime, _, inode, links, device = numbers
    if not 0 <= kind < len(_KINDS) or size < 0 or max(numbers) >= _MOST or min(numbers) <= -_MOST:
        return None
    if not 0 <= uid < _MOST_OWNERS or not 0 <= gid < _MOST_OWNERS:
        return None
    found = _KINDS[kind]
    return FileFacts(
        found,
        mode & 0o7777,
        uid,
        gid,
        size,
        mtime * _SECOND,
        ctime * _SECOND,
        device,
        inode,
        links,
        target.decode("utf-8", "surrogateescape") if found == LINK else None,
        atime * _SECOND,
    )


def is_unchanged(reply: bytes, facts: FileFacts) -> bool:
    """Return whether a reply describes the same file, with the same size and time of change.

    The inode tells apart files of one size that were written together.
    """
    words = reply.rstrip(b"\0").split()
    try:
        size, mtime, inode, device = (int(words[at]) for at in (6, 8, 11, 13))
    except (ValueError, IndexError):
        return False
    found = (size, mtime * _SECOND, inode, device)
    return words[0] == b"OK:" and found == (facts.size, facts.mtime_ns, facts.inode, facts.device)
