"""The minute of the last run that began, which a daemon finds that was started in the same minute.

Without it, a daemon that is killed and started again would begin the run of a minute twice.
"""

from __future__ import annotations

from contextlib import suppress

from duckrow.cfengine.executor.schedule import PULSE
from duckrow.machine.files.private import replace_file
from duckrow.machine.paths import read_bytes

_MOST_BYTES = 32


class Begun:
    """The file of one work directory. A damaged one counts as none: then a run begins."""

    __slots__ = ("_path",)

    def __init__(self, work: str) -> None:
        self._path = f"{work}/state/cf-execd.begun"

    def has(self, now: int) -> bool:
        """Return whether a run began in the minute of a time."""
        try:
            return int(read_bytes(self._path, _MOST_BYTES)) == now // PULSE
        except (OSError, ValueError):
            return False

    def note(self, now: int) -> None:
        """Note that the run of a minute begins; a full disk does not keep it from running."""
        with suppress(OSError):
            replace_file(self._path, b"%d\n" % (now // PULSE), 0o600)
