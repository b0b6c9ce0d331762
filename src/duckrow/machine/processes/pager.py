"""Show a long text in the user's pager."""

from __future__ import annotations

import os
import sys

_USUAL = "less -FRX"  # leave at once if the text fits, show colours, keep the text on the screen


def page(text: str) -> None:
    """Print a text; if it is longer than the terminal, show it in $PAGER."""
    if not _is_too_long(text) or not _run_pager(text):
        print(text)


def _is_too_long(text: str) -> bool:
    if sys.stdout is None or not sys.stdout.isatty():
        return False
    try:
        size = os.get_terminal_size(sys.stdout.fileno())
    except OSError:
        return False
    return text.count("\n") + 2 > size.lines > 0


def _run_pager(text: str) -> bool:
    """Return whether the pager has shown the text."""
    from shlex import split
    from subprocess import PIPE, Popen

    wanted = os.environ.get("PAGER", _USUAL)
    try:
        argv = split(wanted) or ["cat"]
        process = Popen(argv, stdin=PIPE, text=True, errors="backslashreplace")  # noqa: S603
    except (OSError, ValueError):
        return False
    try:
        process.communicate(f"{text}\n")
    except (BrokenPipeError, KeyboardInterrupt):
        process.wait()  # the user has read enough
    return True
