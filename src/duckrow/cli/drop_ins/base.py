"""Run as another program, with its own options and exit codes.

An unexpected exception is reported as a fault in duckrow, with a traceback if debug output is on.
"""

from __future__ import annotations

import sys

from duckrow.machine.this_process import collect_garbage_rarely, end_on_signals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[[list[str]], int]

FAULT = 70


def guard(run: Run, words: list[str]) -> int:
    """Run a command line; report an exception that escapes, even an OSError, as a fault."""
    collect_garbage_rarely()
    try:
        return run(words)
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except Exception as error:
        if type(error).__module__ == "bdb":  # the user left the debugger
            raise
        return FAULT if _report(error, words) else 1


def run_as_executable(run: Run) -> int:
    """Run the command line of this process as the other program would."""
    if sys.stdout is None or sys.stderr is None:  # the parent process closed it
        from duckrow.machine.processes.streams import replace_missing_streams

        replace_missing_streams()
    end_on_signals()
    try:
        code = guard(run, sys.argv[1:])
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        from duckrow.machine.processes.streams import abandon_output

        abandon_output()
        return 141


def _has_debug(word: str) -> bool:
    """Return whether combined short options include the debug option."""
    return word.startswith("-") and not word.startswith("--") and "d" in word


def _report(error: Exception, words: list[str]) -> bool:
    """Report an exception that nothing handles; return whether it is a fault in duckrow."""
    from contextlib import suppress

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments

    arguments = Arguments()
    if "--debug" in words or any(map(_has_debug, words)):
        arguments.add("debug", "")
    with suppress(OSError):
        sys.stdout.flush()
    return Console(arguments).print_exception(error)
