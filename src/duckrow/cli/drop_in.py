"""Being another program: its own options and exit codes, and our faults owned up to.

What nobody expected is told as a fault of duckrow, with a traceback only for who asks for debug
output.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FAULT = 70


def guard(run: Callable[[list[str]], int], words: list[str]) -> int:
    """Run a command line; an exception that escapes it is a fault, even one of the system."""
    try:
        return run(words)
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as error:
        if type(error).__module__ == "bdb":  # somebody leaves the debugger
            raise
        _tell(error, wants_more="--debug" in words or any(_has_debug(word) for word in words))
        return FAULT


def be(run: Callable[[list[str]], int]) -> int:
    """Run the command line of this process as another program would."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # whoever started us closed it
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
    """Make a request to end stop what is being run, write what was said, and let go of state."""
    from _signal import SIGTERM, signal  # type: ignore[import-not-found]

    def stop(_number: int, _frame: object) -> None:
        raise SystemExit(143)  # what a shell reports for a program that was asked to end

    try:
        signal(SIGTERM, stop)
    except ValueError:
        return  # not in the main thread: who called us decides


def _has_debug(word: str) -> bool:
    """Tell whether short options that stand together ask for debug output."""
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
