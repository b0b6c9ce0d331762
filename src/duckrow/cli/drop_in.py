"""Run as another program, with its options and exit codes.

An unexpected exception is reported as a fault in duckrow, with a traceback only if debug output is
on.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FAULT = 70


def guard(run: Callable[[list[str]], int], words: list[str]) -> int:
    """Run a command line; any exception that escapes is a fault in duckrow."""
    try:
        return run(words)
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as error:
        if type(error).__module__ == "bdb":  # the user left the debugger
            raise
        _tell(error, wants_more="--debug" in words or any(_has_debug(word) for word in words))
        return FAULT


def be(run: Callable[[list[str]], int]) -> int:
    """Run the command line of this process."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the parent process closed it
            setattr(sys, name, open("/dev/null", "w", encoding="utf-8"))  # noqa: SIM115
    end_in_order()
    try:
        code = guard(run, sys.argv[1:])
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        import os

        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 141


def end_in_order() -> None:
    """On SIGTERM, stop the running command, flush output and release state."""
    from _signal import SIGTERM, signal  # type: ignore[import-not-found]

    def stop(_number: int, _frame: object) -> None:
        raise SystemExit(143)  # the exit code that a shell reports for SIGTERM

    try:
        signal(SIGTERM, stop)
    except ValueError:
        return  # not in the main thread: the caller decides


def _has_debug(word: str) -> bool:
    """Return whether combined short options include the debug option."""
    return word.startswith("-") and not word.startswith("--") and "d" in word


def _tell(error: Exception, *, wants_more: bool) -> None:
    from contextlib import suppress
    from traceback import format_exc

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments

    trace = format_exc()
    with suppress(OSError):
        sys.stdout.flush()
    console = Console(Arguments())
    console.debug = wants_more
    console.fault(None, f"{type(error).__name__}: {error}", trace)
