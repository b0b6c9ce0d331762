"""Find and run the command of a command line.

This is also the only module that turns an unexpected exception into a report.
"""

from __future__ import annotations

import sys

from duckrow import __version__
from duckrow.cli.console import Console
from duckrow.cli.options import COMMANDS, COMMON, Arguments, UsageError, load, nearest, read_options
from duckrow.machine.this_process import end_on_signals
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FAILURE = 1
USAGE = 2
FAULT = 70


def dispatch(words: list[str]) -> int:
    """Run a command line and return its exit code."""
    arguments = Arguments()
    if sys.stdin is None or sys.stdout is None or sys.stderr is None:
        from duckrow.machine.processes.streams import open_closed_descriptors

        open_closed_descriptors()
    try:
        code = _run(words, arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except UsageError as error:
        help_ = " ".join(("duckrow", *arguments.command, "--help"))
        Console(arguments).print_error("usage", f"{error} (see {help_})")
        return _usage_code(arguments)
    except InputError as error:
        Console(arguments).print_error("input", str(error), why=error.why, hint=error.hint)
        return _usage_code(arguments)
    except OSError as error:
        # Errors with files that the user names are handled where they happen.
        from duckrow.machine.processes.streams import abandon_output

        abandon_output()
        action = f"cannot use {error.filename}" if error.filename else "cannot write the output"
        Console(arguments).print_error("output", f"{action}: {error.strerror}")
        return _usage_code(arguments)
    except Exception as error:
        if type(error).__module__ == "bdb":  # the user left the debugger
            raise
        return FAULT if Console(arguments).print_exception(error) else FAILURE
    return code


def _usage_code(arguments: Arguments) -> int:
    """Return 2, or 1 if the user asked for exit codes in which 2 means changes."""
    is_detailed = arguments.has("detailed-exitcodes") or arguments.has("test")
    is_detailed = is_detailed or arguments.command == ("diff",)
    return FAILURE if is_detailed else USAGE


def _run(words: list[str], arguments: Arguments) -> int:
    read = read_options(words, COMMON, arguments, until_word=True)
    name = words[read] if read < len(words) else ""
    if name not in COMMANDS:
        return _without_command(name, arguments)
    arguments.command = (name,)
    command, run = load(name)
    options = (*command.options, *COMMON)
    read_options(words[read + 1 :], options, arguments, find_option=command.find_option)
    if arguments.has("help"):
        from duckrow.cli.commands.help import command_help
        from duckrow.machine.processes.pager import page

        page(command_help(command))
        return 0
    if arguments.has("version"):
        return _print_version()
    console = Console(arguments)
    # What apply prints are messages; its result is the report, which it writes itself.
    if name != "apply" and arguments.has("output"):
        return _run_into_file(arguments.get("output"), lambda: run(arguments, console))
    return run(arguments, console)


def _run_into_file(path: str, run: Callable[[], int]) -> int:
    """Write the output to a file; if the command fails without output, leave the file as it was."""
    from duckrow.cli.given_paths import expect_writable
    from duckrow.machine.files.output_file import OutputFile

    expect_writable(path)
    end_on_signals()  # a draft of the file does not stay behind
    file = OutputFile(path)
    try:
        file.begin()
        code = run()
        has_result = code == 0 or not file.is_empty
    except BaseException:
        file.discard()
        raise
    if has_result:
        file.keep()
    else:
        file.discard()
    return code


def _without_command(name: str, arguments: Arguments) -> int:
    if name:
        raise UsageError(f"there is no command {name}{nearest(name, list(COMMANDS))}")
    if arguments.has("version"):
        return _print_version()
    if not arguments.has("help"):
        raise UsageError("a command is missing")
    from duckrow.cli.commands.help import overview
    from duckrow.machine.processes.pager import page

    page(overview(COMMANDS.items()))
    return 0


def _print_version() -> int:
    print("duckrow", __version__)
    return 0
