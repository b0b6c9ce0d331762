"""The entry point.

Nothing is imported before it is needed: `--version` costs a bare interpreter and this file.
"""

from duckrow import __version__


def main(words: list[str]) -> int:
    """Run one command line, without the program's name, and return its exit code."""
    try:
        if words in (["--version"], ["-V"]):
            print("duckrow", __version__, flush=True)
            return 0
        from duckrow.machine.own_modules import find_own_modules_quickly

        find_own_modules_quickly()
        from duckrow.machine.this_process import collect_garbage_rarely

        collect_garbage_rarely()  # before the tables of options, which are many objects
        from duckrow.cli.dispatch import dispatch

        return dispatch(words)
    except KeyboardInterrupt:
        return 130  # the exit code that a shell reports after Ctrl-C
    except BrokenPipeError:
        return _leave_quietly()


def leave(code: int) -> None:
    """Exit without tearing down the interpreter: the kernel does that faster.

    Flushes output and runs exit handlers. Running threads, debuggers and profilers need a normal
    exit, which `python -m duckrow` always makes.
    """
    import sys

    is_watched = sys.gettrace() or sys.getprofile() or "coverage" in sys.modules
    threading = sys.modules.get("threading")
    is_alone = threading is None or threading.active_count() == 1
    if not is_watched and is_alone:
        import os

        if "atexit" in sys.modules:
            sys.modules["atexit"]._run_exitfuncs()
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except (OSError, ValueError, AttributeError):
            sys.exit(code)  # it reports the error
        os._exit(code)
    sys.exit(code)


def _leave_quietly() -> int:
    """Discard buffered output: the reader has gone."""
    from duckrow.machine.processes.streams import abandon_output

    abandon_output()
    return 141  # the exit code that a shell reports after a broken pipe
