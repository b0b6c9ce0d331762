"""The log of a bootstrap: what the terminal shows, and every step in a file.

The file is locked while a bootstrap runs.
"""

from __future__ import annotations

from time import strftime, time

from duckrow.cfengine.evaluation.messages.log import LEVELS, Log
from duckrow.machine.files.private import LockedFile
from duckrow.machine.local_time import local_time

_STEPS = LEVELS["info"]
# What to try, by what the log says; the first that fits.
_SPACE = "make space in the work directory, and bootstrap again"
_HINTS = {
    "TRUST FAILED": """\
compare the digest above with `cf-key -p` on the policy server; if it is the same, \
`cf-key --trust-key {address}:FILE` with its ppkeys/localhost.pub, or a bootstrap \
without --trust-server=no""",
    "hung up during identification": """\
the server does not trust this host: there, `cf-key --trust-key` with the localhost.pub of this \
host, or an address range in `trustkeysfrom`; `cf-serverd -v` says which check refused""",
    "No server is responding": """\
on {address}, start cf-serverd and admit port {port} in its firewall; from here, \
`cf-net -H {address}:{port} connect` shows whether it answers""",
    "No space left on device": _SPACE,
    "Disk quota exceeded": _SPACE,
    "TLS cannot use the key": """\
cf-key -T 2048 makes a longer key, after the old files localhost.priv and .pub are moved away; the \
policy server has to trust it""",
    "is not installed": "pip install 'duckrow[cfengine]'",
    "cf-execd is not running": """\
start cf-execd by hand and read its messages; install it if bin of the work directory \
has none""",
    "refus": """\
on the server, admit this host to `masterfiles` in the access promises; `cf-serverd -v` \
says which rule refused""",
}
_OTHERWISE = "the same command with --verbose, and `cf-serverd -v` on the policy server"


class BootstrapLog(Log):
    """Writes to the terminal what another log would, and more to a file."""

    __slots__ = ("_file", "_reasons", "path")

    def __init__(self, log: Log, path: str) -> None:
        super().__init__(write=log.destination)
        self.level = log.level
        self.timestamps = log.timestamps
        self.is_coloured = log.is_coloured
        self.record = log.record
        self.path = path
        self._file: LockedFile | None = None
        self._reasons: list[str] = []

    def begin(self) -> bool:
        """Open the file; log why and return False if it cannot be written or is locked."""
        try:
            file = LockedFile(self.path)
            if not file.try_lock():
                file.close()
                self.error(f"Another bootstrap of this host is in progress: it writes {self.path}")
                self.error("try: wait until it ends")
                return False
            file.cut(0)
        except OSError as error:
            self.error(f"Cannot write '{self.path}': {error.strerror}")
            return False
        self._file = file
        return True

    def end(self) -> None:
        """Close the file, which releases the lock."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def info(self, text: str) -> None:
        """Log a step; the file has it in any case."""
        self.write("info", text)

    def write(self, level: str, text: str) -> None:
        """Write a line to the file, and to the terminal if its level is enabled."""
        if 0 <= LEVELS[level] <= _STEPS:
            self._append(f"{level:>8}: {text}")
            if level in ("error", "info", "notice"):
                self._reasons.append(text)
        super().write(level, text)

    def plain(self, text: str) -> None:
        """Write a line without a level, such as a report."""
        self._append(text)
        super().plain(text)

    def note_reason(self, text: str) -> None:
        """Note why the bootstrap failed, for the hint."""
        self._reasons.append(text)

    def hint(self, address: str, port: str) -> str:
        """Return what to try."""
        text = "\n".join(self._reasons)
        for part, hint in _HINTS.items():
            if part in text:
                return hint.format(address=address, port=port)
        return _OTHERWISE

    def _append(self, text: str) -> None:
        if self._file is None:
            return
        stamp = strftime("%Y-%m-%dT%H:%M:%S%z", local_time(time()))
        line = f"{stamp} {text.rstrip()}\n"
        try:
            self._file.append(line.encode("utf-8", "surrogateescape"))
        except OSError:
            return  # a full disk is reported where it matters
