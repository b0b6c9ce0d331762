"""How a run ends before its time."""

from __future__ import annotations


class Aborted(Exception):  # noqa: N818
    """Evaluation cannot go on; the message was already logged or is logged by the agent."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        self.message = message
