"""How a promise ends, how a function fails, and how a run ends early."""

from __future__ import annotations

KEPT = "kept"
REPAIRED = "repaired"
FAILED = "failed"
DENIED = "denied"
TIMEOUT = "timeout"
INTERRUPTED = "interrupted"
WARNED = "warned"
SKIPPED = "skipped"
NOOP = "noop"


class FunctionFailed(Exception):  # noqa: N818  (the language says that a function fails)
    """A function has no answer: what asked stays unresolved.

    The message, when there is one, is for the log, at `level`: "error", or "verbose" and so on for
    a failure that is ordinary.
    """

    def __init__(self, message: str = "", level: str = "error") -> None:
        super().__init__(message)
        self.message = message
        self.level = level


class Aborted(Exception):  # noqa: N818  (the manual says that a run is aborted)
    """The run cannot go on. The agent logs the message; without one, it was logged before."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        self.message = message
