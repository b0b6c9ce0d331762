"""The outcomes of a promise, and the exceptions that end a function or a run."""

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
    """A function has no result, so its promise stays unresolved.

    The optional message is logged at `level`: "error", or "verbose" and so on for an ordinary
    failure.
    """

    def __init__(self, message: str = "", level: str = "error") -> None:
        super().__init__(message)
        self.message = message
        self.level = level


class Aborted(Exception):  # noqa: N818  (the manual says that a run is aborted)
    """The run ends. The agent logs the message; without a message, it was logged before."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        self.message = message


class AbortedOnHost(Aborted):
    """A policy that is valid in itself ends the run: what it computes here is invalid."""
