"""Acts as a user for a while, so that operations without the user's permission fail.

Only the effective ids change, so that the process can always change back. Without root, nothing
changes.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class ActingAs:
    """A block in which this process has the rights of a user and of its groups."""

    __slots__ = ("_gid", "_groups", "_old", "_uid")

    def __init__(self, uid: int, gid: int, groups: Sequence[int]) -> None:
        self._uid = uid
        self._gid = gid
        self._groups = list(groups)
        self._old: tuple[int, list[int]] | None = None

    def __enter__(self) -> None:
        if os.geteuid() != 0 or self._uid == 0:
            return
        self._old = (os.getegid(), os.getgroups())
        try:
            os.setgroups(self._groups)
            os.setegid(self._gid)
            os.seteuid(self._uid)
        except BaseException:
            self._return()
            raise

    def __exit__(self, *_: object) -> None:
        self._return()

    def _return(self) -> None:
        if self._old is None:
            return
        gid, groups = self._old
        self._old = None
        os.seteuid(0)
        os.setegid(gid)
        os.setgroups(groups)
