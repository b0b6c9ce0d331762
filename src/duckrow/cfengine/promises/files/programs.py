"""Runs the programs of files promises, as argument vectors."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.machine.processes.command import Result

_QUOTES = "\"'`"


def run_line(context: Context, line: str) -> Result | None:
    """Run a command line to its end; return None if it cannot be started."""
    from duckrow.machine.processes.command import Command

    vector = split_line(line)
    if not vector:
        return None
    try:
        return context.machine.commands.run(Command(vector))
    except OSError:
        return None


def output_lines(result: Result) -> list[str]:
    """Return the output lines of a program."""
    return result.text.removesuffix("\n").split("\n") if result.text else []


def is_executable(context: Context, line: str) -> bool:
    """Return whether the program of a command line is executable."""
    vector = split_line(line)
    if not vector:
        return False
    facts = None
    if vector[0].startswith("/"):
        facts = context.machine.files.facts(vector[0], follow=True)
    if facts is None:
        context.log.error(f"Proposed executable file '{vector[0]}' doesn't exist")
        return False
    if facts.mode & 0o002:
        context.log.error(f"SECURITY ALERT: promised executable '{vector[0]}' is world writable! ")
        context.log.error(
            "SECURITY ALERT: CFEngine will not execute this - requires human inspection"
        )
        return False
    return facts.is_file and bool(facts.mode & 0o111)


def split_line(line: str) -> list[str]:
    """Split a command line at blanks; quoted parts stay together."""
    words: list[str] = []
    rest = line.lstrip()
    while rest:
        if rest[0] in _QUOTES:
            word, _, rest = rest[1:].partition(rest[0])
        else:
            word, _, rest = rest.partition(" ")
        words.append(word)
        rest = rest.lstrip()
    return words
