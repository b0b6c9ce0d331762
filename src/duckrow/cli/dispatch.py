"""From the words of a command line to the sub-command that they name.

This is also the one place that turns an exception nobody expected into a report that says so.
"""

from __future__ import annotations

import sys

from duckrow.cli.console import Console
from duckrow.cli.options import COMMON, Arguments, UsageError, nearest, read_options
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cli.options import Command

# Each is a module of this folder with a COMMAND and a run(arguments, console).
COMMANDS = {
    "validate": "check manifests and templates without running them",
    "dump": "print the tree of a manifest or template",
    "compile": "build the catalog of a node, or of many",
    "apply": "bring this host to the state that a manifest describes",
    "backup": "list, show and bring back what files held",
    "lookup": "look a key up in the data of a node",
    "facts": "print what this host says about itself",
    "resource": "show resources of this host as Puppet code, or change one",
    "describe": "explain resource types and their attributes",
    "module": "say which parts of a module run here, and how",
    "agent": "run a CFEngine policy on this host, with cf-agent's options",
    "promises": "check a CFEngine policy, with cf-promises' options",
}
# Their options are another program's own.
_FOREIGN = ("agent", "promises")

USAGE = 2
FAULT = 70


def dispatch(words: list[str]) -> int:
    """Run a command line and give its exit code."""
    arguments = Arguments()
    if sys.stdin is None or sys.stdout is None or sys.stderr is None:
        _open_closed()
    try:
        code = _run(words, arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except UsageError as error:
        Console(arguments).complain("usage", f"{error} (duckrow --help lists what there is)")
        return USAGE
    except InputError as error:
        Console(arguments).complain("input", str(error))
        return USAGE
    except OSError as error:
        # Files to be read are guarded where they are read, so this is a write that failed.
        _abandon_output()
        Console(arguments).complain("output", f"cannot write the output: {error.strerror}")
        return USAGE
    except Exception as error:
        if type(error).__module__ == "bdb":  # somebody leaves the debugger
            raise
        from traceback import format_exc

        Console(arguments).fault(None, f"{type(error).__name__}: {error}", format_exc())
        return FAULT
    return code


def _run(words: list[str], arguments: Arguments) -> int:
    read = read_options(words, COMMON, arguments, until_word=True)
    name = words[read] if read < len(words) else ""
    if name not in COMMANDS:
        return _without_command(name, arguments)
    if name in _FOREIGN:
        module = __import__(f"duckrow.cli.{name}", fromlist=("run_words",))
        code: int = module.run_words(words[read + 1 :])
        return code
    command, run = _load(name)
    options = (*command.options, *COMMON)
    read_options(words[read + 1 :], options, arguments, find_option=command.find_option)
    if arguments.has("help"):
        from duckrow.cli.help import command_help

        print(command_help(command))
        return 0
    if arguments.has("version"):
        return _print_version()
    return run(arguments, Console(arguments))


def _load(name: str) -> tuple[Command, Callable[[Arguments, Console], int]]:
    """Import the module of a sub-command, and no other."""
    module = __import__(f"duckrow.cli.{name}", fromlist=("COMMAND", "run"))
    return module.COMMAND, module.run


def _without_command(name: str, arguments: Arguments) -> int:
    if name:
        raise UsageError(f"there is no command {name}{nearest(name, list(COMMANDS))}")
    if arguments.has("version"):
        return _print_version()
    if not arguments.has("help"):
        raise UsageError("a command is missing")
    from duckrow.cli.help import overview

    print(overview(COMMANDS.items()))
    return 0


def _print_version() -> int:
    from duckrow import __version__

    print("duckrow", __version__)
    return 0


def _open_closed() -> None:
    """Put something where a stream was closed, before a file of ours gets its number.

    What is written to an output that was closed is not lost in silence: that fails, as on a full
    disk. What would be said about it has nowhere to go.
    """
    import os

    for number, flags in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, flags)  # gets the lowest number that is free
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def _abandon_output() -> None:
    """Send what is still buffered nowhere: writing it has failed once already."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
