"""The executable `puppet`: find the application, parse its options, run it.

The words of a command line become `Arguments` with the names of duckrow's options, so that an
application calls the functions that the verbs of `duckrow` use.
"""

from __future__ import annotations

import sys

from duckrow import PUPPET_VERSION
from duckrow.cli.drop_ins.base import run_as_executable
from duckrow.cli.drop_ins.puppet.index import APPLICATIONS, REFUSED, load
from duckrow.cli.options import Arguments, UsageError
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.drop_ins.puppet.application import Application
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole

SEE_HELP = "See 'puppet help' for help on available puppet subcommands"


def main() -> int:
    """Run as the executable puppet."""
    return run_as_executable(run_words)


def run_words(words: list[str]) -> int:
    """Run the words after `puppet` and return the exit code."""
    name = words[0] if words else ""
    if not words or name.startswith("-") or name.endswith((".pp", ".rb")):
        return _run_without_application(words)
    if name in APPLICATIONS:
        return run_application(name, words[1:])
    if name in REFUSED:
        _console(words).print_error("refused", f"puppet {name} is not available: {REFUSED[name]}")
        return 1
    print(_red(f"Error: Unknown Puppet subcommand '{name}'", words))
    if not _print_version(words):
        print(SEE_HELP)
    return 1


def run_application(name: str, words: list[str]) -> int:
    """Parse the options of an application and run it."""
    from duckrow.cli.drop_ins.puppet.command_line import read_command_line
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.drop_ins.puppet.settings import SettingsError

    application, run = load(name)
    arguments = Arguments()
    try:
        read_command_line(application, words, arguments)
    except UsageError as error:
        _console(words).print_error("usage", str(error))
        return 1
    console = PuppetConsole(arguments)
    if arguments.has("version"):
        _print_version(["-V"])
        return 0
    if arguments.has("help"):
        from duckrow.cli.drop_ins.puppet.help import help_of

        print(help_of(application, *arguments.command[1:]))
        return 0
    try:
        _check_arity(application, arguments)
        code = run(arguments, console)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        raise
    except OSError as error:
        # Reads of input files are guarded where they happen, so this is a failed write.
        from duckrow.machine.processes.streams import abandon_output

        abandon_output()
        console.print_error("output", f"cannot write the output: {error.strerror}")
    except SettingsError as error:
        console.print_error("settings", str(error), why=error.why, hint=error.hint)
    except InputError as error:
        if application.is_face:
            console.print_error("input", str(error), why=error.why, hint=error.hint)
            command = " ".join(arguments.command)
            console.print_error("usage", f"Try 'puppet help {command}' for usage")
        else:
            message = f"Could not run: {error}"
            console.print_error("input", message, why=error.why, hint=error.hint)
    return 1


def _check_arity(application: Application, arguments: Arguments) -> None:
    """Reject too few or too many words after an action."""
    if not application.is_face:
        return
    arity = application.actions[arguments.command[1]].arity
    count = len(arguments.words)
    if arity is not None and count != arity:
        noun = "argument" if arity == 1 else "arguments"
        command = f"puppet {' '.join(arguments.command)}"
        raise InputError(f"{command} takes {arity} {noun}, but you gave {count}")


def _run_without_application(words: list[str]) -> int:
    if "--help" in words or "-h" in words:
        return run_application("help", [])
    if _print_version(words):
        return 0
    if not words:
        print(SEE_HELP)
        return 0
    print(_red(f"Error: Could not parse application options: invalid option: {words[0]}", words))
    return 1


def _print_version(words: list[str]) -> bool:
    """Print the version if the words ask for it."""
    if "--version" not in words and "-V" not in words:
        return False
    print(PUPPET_VERSION)
    return True


def _console(words: list[str]) -> PuppetConsole:
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole

    arguments = Arguments()
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word == "--color":
            arguments.add("color", following)
        elif word.startswith("--color="):
            arguments.add("color", word.removeprefix("--color="))
    return PuppetConsole(arguments)


def _red(line: str, words: list[str]) -> str:
    from duckrow.cli.logs import colored

    return colored("err", line) if _console(words).color else line
