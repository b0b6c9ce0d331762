"""Parse the command lines of cf-agent and CFEngine's other programs as GNU getopt does.

Letters may be combined (-Kf file), names may be abbreviated, and the value of an option may be
optional. Scripts that call cf-agent rely on these rules and on getopt's messages, so
`cli/options.py`, the parser of duckrow's own commands, does not parse these command lines.
"""

from __future__ import annotations

from duckrow import CFENGINE_VERSION
from duckrow.cfengine.agent.output import write_diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.cfengine.evaluation.messages.log import Log


class UsageError(Exception):
    """An option is unknown, or its value is missing."""


class Option:
    """One option. `takes` is "no", "yes" or "maybe"."""

    __slots__ = ("help", "letter", "name", "takes")

    def __init__(self, name: str, letter: str, takes: str, help_: str) -> None:
        self.name = name
        self.letter = letter
        self.takes = takes
        self.help = help_


def begin_command(
    program: str,
    options: tuple[Option, ...],
    words: list[str],
    log: Log,
    commands: Mapping[str, tuple[str, str]] | None = None,
) -> tuple[dict[str, list[str]], list[str]] | int:
    """Return the options and the other arguments; the exit code if the command ends here.

    --help and --version print what they are for. An option without a help text is not listed. A
    program with commands has a text and a usage line for each.
    """
    try:
        given, rest = parse_command_line(words, options)
    except UsageError as error:
        write_diagnostic(log, f"{program}: {error}")
        print(usage(program, options, commands))
        return 1
    if "help" in given:
        print(usage(program, options, commands))
        return 0
    if "version" in given:
        print(f"CFEngine Core {CFENGINE_VERSION}")
        return 0
    return given, rest


def parse_command_line(
    words: list[str], options: tuple[Option, ...]
) -> tuple[dict[str, list[str]], list[str]]:
    """Return the values of options by name, and the other arguments."""
    by_name = {option.name: option for option in options}
    by_letter = {option.letter: option for option in options if option.letter}
    given: dict[str, list[str]] = {}
    rest: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word == "--":
            rest += words[at:]
            break
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            option = by_name.get(name) or _abbreviated(name, by_name)
            if option is None:
                raise UsageError(f"unrecognized option '{word}'")
            if option.takes == "no" and equals:
                raise UsageError(f"option '--{option.name}' doesn't allow an argument")
            if option.takes == "yes" and not equals:
                if at == len(words):
                    raise UsageError(f"option '--{option.name}' requires an argument")
                value = words[at]
                at += 1
            given.setdefault(option.name, []).append(value)
        elif word.startswith("-") and len(word) > 1:
            at = _read_letters(word, words, at, by_letter, given)
        else:
            rest.append(word)
    return given, rest


def _read_letters(
    word: str, words: list[str], at: int, by_letter: dict[str, Option], given: dict[str, list[str]]
) -> int:
    offset = 1
    while offset < len(word):
        option = by_letter.get(word[offset])
        if option is None:
            raise UsageError(f"invalid option -- '{word[offset]}'")
        offset += 1
        value = ""
        if option.takes != "no":
            value = word[offset:]
            offset = len(word)
            if not value and option.takes == "yes":
                if at == len(words):
                    raise UsageError(f"option requires an argument -- '{option.letter}'")
                value = words[at]
                at += 1
        given.setdefault(option.name, []).append(value)
    return at


def _abbreviated(name: str, by_name: dict[str, Option]) -> Option | None:
    found = [option for known, option in by_name.items() if known.startswith(name)]
    return found[0] if len(found) == 1 and name else None


def usage(
    program: str,
    options: tuple[Option, ...],
    commands: Mapping[str, tuple[str, str]] | None = None,
) -> str:
    """Return the text of --help."""
    lines = [f"Usage: {program} [OPTIONS] [FILE]", "", "Options:"]
    if commands:
        lines = [f"Usage: {program} [OPTIONS] COMMAND", "", "Commands:"]
        for name, (text, line) in commands.items():
            lines += [f"  {name:<14} - {text}", f"{'':<19}{line}"]
        lines += ["", "Options:"]
    for option in options:
        if not option.help:
            continue
        letter = f"-{option.letter}" if option.letter else "-"
        value = {"no": "", "yes": " value", "maybe": " [value]"}[option.takes]
        lines.append(f"  --{option.name:<14}, {letter}{value} - {option.help}")
    return "\n".join(lines)
