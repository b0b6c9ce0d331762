"""The first thing that runs.

Nothing is imported before it is known to be needed: asking for the version costs a bare
interpreter and this file.
"""


def main(words: list[str]) -> int:
    """Run one command line, without the program's name, and give its exit code."""
    try:
        if words == ["--version"]:
            from duckrow import __version__

            print("duckrow", __version__, flush=True)
            return 0
        from duckrow.cli.dispatch import dispatch

        return dispatch(words)
    except KeyboardInterrupt:
        return 130  # what a shell reports for a program stopped by Ctrl-C
    except BrokenPipeError:
        return _leave_quietly()


def leave(code: int) -> None:
    """End the process, without taking it apart piece by piece: the kernel does that faster.

    What is buffered is written and what was registered for the end is done. Threads need more, and
    so does who watches us; debuggers and profilers run `python -m duckrow`, which ends as usual.
    """
    import sys

    is_watched = sys.gettrace() is not None or "coverage" in sys.modules
    if not is_watched and "threading" not in sys.modules:
        import os

        if "atexit" in sys.modules:
            sys.modules["atexit"]._run_exitfuncs()
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except (OSError, ValueError, AttributeError):
            sys.exit(code)  # which says what is wrong
        os._exit(code)
    sys.exit(code)


def _leave_quietly() -> int:
    """Drop what is still buffered, since nobody reads it any more."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 141  # what a shell reports for a program stopped by a broken pipe
