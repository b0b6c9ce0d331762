"""Let some users connect to a socket that belongs to somebody else, by an access control list."""

from __future__ import annotations

import os
import struct
from errno import ENODATA
from pwd import getpwnam

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_LIST = "system.posix_acl_access"
_VERSION = struct.pack("<I", 2)
_OWNER, _USER, _GROUP_OWNER, _MASK, _OTHER = 0x01, 0x02, 0x04, 0x10, 0x20
_NOBODY = 0xFFFFFFFF
_READ_WRITE, _READ_ENTER = 6, 5


def admit_users(path: str, names: Iterable[str]) -> list[str]:
    """Let users write to a socket and enter its directory; return the names that nobody has.

    Users that were admitted before and are not named now lose their access.
    """
    missing: list[str] = []
    users: set[int] = set()
    for name in names:
        try:
            users.add(getpwnam(name).pw_uid)
        except KeyError:
            missing.append(name)
    for each, rights in ((path, _READ_WRITE), (os.path.dirname(path), _READ_ENTER)):
        _set(each, sorted(users), rights)
    return missing


def _set(path: str, users: list[int], rights: int) -> None:
    if not users:
        try:
            os.removexattr(path, _LIST)
        except OSError as error:
            if error.errno != ENODATA:
                raise
        return
    mode = os.stat(path).st_mode
    entries = [
        (_OWNER, mode >> 6 & 7, _NOBODY),
        *((_USER, rights, user) for user in users),
        (_GROUP_OWNER, 0, _NOBODY),
        (_MASK, rights, _NOBODY),
        (_OTHER, 0, _NOBODY),
    ]
    os.setxattr(path, _LIST, _VERSION + b"".join(struct.pack("<HHI", *each) for each in entries))
