"""The levels of log messages, as Puppet and reports of both languages name them."""

from __future__ import annotations

LEVELS = ("debug", "info", "notice", "warning", "err", "alert", "emerg", "crit")
ERRORS = LEVELS[LEVELS.index("err") :]
WARNINGS = LEVELS[LEVELS.index("warning") :]  # and errors


def from_level(lowest: str) -> tuple[str, ...]:
    """Return a level and those above it; a level that does not exist stands for notice."""
    return LEVELS[LEVELS.index(lowest if lowest in LEVELS else "notice") :]
