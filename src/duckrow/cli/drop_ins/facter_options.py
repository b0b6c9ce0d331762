"""The command line of facter: its options as data, and the rules of its parser.

facter uses Thor: the value of an option is the next word or follows `=`; letters may be combined; a
switch may have the value true or false, and every switch has an opposite with `--no-` before its
name; `_` in a name is read as `-`; an option whose value is missing has its own name as its value.
A switch is conflict-checked by its spelling, before anything else is read.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class FacterOption:
    """One option of facter: its help, and what duckrow does if that needs to be said."""

    __slots__ = ("letter", "name", "note", "takes_value", "text")

    def __init__(
        self, name: str, text: str, letter: str = "", *, takes_value: bool = False, note: str = ""
    ) -> None:
        self.name = name
        self.text = text
        self.letter = letter
        self.takes_value = takes_value
        self.note = note


OPTIONS = (
    FacterOption("color", "Enable color output."),
    FacterOption("no-color", "Disable color output."),
    FacterOption("config", "The location of the config file.", "c", takes_value=True),
    FacterOption(
        "custom-dir",
        "A directory to use for custom facts.",
        takes_value=True,
        note="also for facts in Python",
    ),
    FacterOption(
        "debug", "Enable debug output.", "d", note="fewer debug messages than the original prints"
    ),
    FacterOption("external-dir", "A directory to use for external facts.", takes_value=True),
    FacterOption(
        "hocon",
        "Output in Hocon format.",
        note="also for one built-in hash, which the original prints in Ruby's notation",
    ),
    FacterOption("json", "Output in JSON format.", "j"),
    FacterOption(
        "log-level",
        "Set logging level. Supported levels are: none, trace, debug, info, warn, error, and"
        " fatal.",
        "l",
        takes_value=True,
    ),
    FacterOption(
        "no-block",
        "Disable fact blocking.",
        note="it works; the original accepts it and still blocks facts",
    ),
    FacterOption(
        "no-cache",
        "Disable loading and refreshing facts from the cache",
        note="nothing to do: duckrow computes every fact, and ignores `ttls` of facter.conf",
    ),
    FacterOption("no-custom-facts", "Disable custom facts."),
    FacterOption("no-external-facts", "Disable external facts."),
    FacterOption("no-ruby", "Disable loading Ruby, facts requiring Ruby, and custom facts."),
    FacterOption(
        "trace", "Enable backtraces for custom facts.", note="the message of an error is the same"
    ),
    FacterOption("verbose", "Enable verbose (info) output."),
    FacterOption("show-legacy", "Show legacy facts when querying all facts."),
    FacterOption("yaml", "Output in YAML format.", "y"),
    FacterOption("strict", "Enable more aggressive error reporting."),
    FacterOption(
        "timing",
        "Show how much time it took to resolve each fact",
        "t",
        note="a built-in fact has one line; the original prints one for each of its parts",
    ),
    FacterOption("sequential", "Resolve facts sequentially", note="nothing to do: they always are"),
    FacterOption(
        "http-debug",
        "Whether to write HTTP request and responses to stderr. This should never be used in"
        " production.",
        note="nothing to do: no fact asks a server",
    ),
    FacterOption(
        "puppet",
        "Load the Puppet libraries, thus allowing Facter to load Puppet-specific facts.",
        "p",
        note="facts of all configured modules; the original loads synchronized facts only",
    ),
)
# Commands that are written as options.
COMMANDS = (
    FacterOption("version", "Print the version", "v"),
    FacterOption("list-block-groups", "List block groups"),
    FacterOption("list-cache-groups", "List cache groups"),
    FacterOption("help", "Help for all arguments", "h"),
)
# Words that are commands, with or without hyphens.
COMMAND_WORDS = {
    "--version": "version",
    "-v": "version",
    "--man": "man",
    "--list-block-groups": "list_block_groups",
    "--list-cache-groups": "list_cache_groups",
    "--help": "help",
    "-h": "help",
    "-?": "help",
    "-D": "help",
    **{word: word for word in "version man list_block_groups list_cache_groups help query".split()},
}
LEVELS = ("none", "trace", "debug", "info", "warn", "error", "fatal")

_TWICE = {
    "-j": "--json",
    "-y": "--yaml",
    "-p": "--puppet",
    "-h": "--help",
    "-v": "--version",
    "-l": "--log-level",
    "-d": "--debug",
    "-c": "--config",
}
_CONFLICTS = {
    "--color": "--no-color",
    "--json": "--no-json -y --yaml --hocon",
    "--yaml": "--no-yaml -j --hocon",
    "--hocon": "--no-hocon",
    "-j": "--no-json --hocon",
    "-y": "--no-yaml -j --hocon",
    "--puppet": "--no-puppet --no-ruby --no-custom-facts",
    "-p": "--no-puppet --no-ruby --no-custom-facts",
    "--no-external-facts": "--external-dir",
    "--custom-dir": "--no-custom-facts --no-ruby",
}
_TRUE = ("true", "TRUE", "t", "T")
_FALSE = ("false", "FALSE", "f", "F")


class FacterUsageError(Exception):
    """A usage error of facter, in its words."""


class FacterArguments:
    """A parsed command line: switches and values in the order of the words, and queries."""

    __slots__ = ("command", "queries", "values")

    def __init__(self) -> None:
        self.command = "query"
        self.values: dict[str, list[str | bool]] = {}
        self.queries: list[str] = []

    def has(self, name: str) -> bool:
        """Return whether a switch is on."""
        return self.values.get(name, [False])[-1] is True

    def all(self, name: str) -> list[str]:
        return [value for value in self.values.get(name, []) if isinstance(value, str)]

    def get(self, name: str) -> str:
        """Return the last value of an option, or nothing."""
        return ["", *self.all(name)][-1]


def check_words(words: Sequence[str]) -> None:
    """Reject options that are given twice, or that exclude each other."""
    for letter, name in _TWICE.items():
        if letter in words and name in words:
            raise FacterUsageError(f"option {name} cannot be specified more than once.")
    for name, others in _CONFLICTS.items():
        for other in others.split():
            if name in words and other in words:
                raise FacterUsageError(
                    f"{name} and {other} options conflict: please specify only one."
                )


def read_words(words: Sequence[str]) -> FacterArguments:
    """Parse a command line."""
    check_words(words)
    arguments = FacterArguments()
    commands = [word for word in words if word.startswith("-") and word in COMMAND_WORDS]
    rest = [word for word in words if word not in commands]
    if commands:
        arguments.command = COMMAND_WORDS[commands[0]]
    elif any(word in COMMAND_WORDS for word in rest):
        arguments.command = COMMAND_WORDS.get(rest[0], rest[0])
        rest = rest[1:]
    _Reader(rest, arguments).read()
    return arguments


class _Reader:
    """Reads words one by one."""

    def __init__(self, words: list[str], into: FacterArguments) -> None:
        self.waiting = words
        self.into = into
        self.names = {f"--{option.name}": option for option in OPTIONS}
        self.letters = {option.letter: option for option in OPTIONS if option.letter}

    def read(self) -> None:
        unknown: list[str] = []
        while self.waiting:
            word = self.waiting.pop(0)
            if word == "--":
                self.into.queries += self.waiting
                break
            if not word.startswith("-") or word == "-":
                self.into.queries.append(word)
            elif not self._read_option(word):
                unknown.append(word)
        if unknown and self.into.command in ("query", "list_block_groups", "list_cache_groups"):
            raise FacterUsageError(f"unrecognised option '{unknown[0]}'")

    def _read_option(self, word: str) -> bool:
        """Read an option with its value; return whether it exists."""
        name, equals, value = word.partition("=")
        if not equals and not name.startswith("--") and len(name) > 2:
            if not any(letter in self.letters for letter in name[1:]):
                return False
            self.waiting[:0] = [f"-{letter}" for letter in name[1:]]
            return True
        option, is_on = self._find(name)
        if option is None:
            return False
        if option.takes_value:
            if not equals:
                has_value = bool(self.waiting) and not self.waiting[0].startswith("-")
                value = self.waiting.pop(0) if has_value else option.name.replace("-", "_")
            self._add(option, value)
        else:
            if not equals and self.waiting and self.waiting[0] in _TRUE + _FALSE:
                value = self.waiting.pop(0)
            self._add(option, value in _TRUE if value in _TRUE + _FALSE else is_on)
        return True

    def _find(self, name: str) -> tuple[FacterOption | None, bool]:
        """Return the option of a name, and whether the name turns it on."""
        if not name.startswith("--"):
            return self.letters.get(name[1:]), True
        name = name.replace("_", "-")
        option = self.names.get(name)
        for prefix in ("--no-", "--skip-"):
            if option is None and name.startswith(prefix):
                return self.names.get(f"--{name.removeprefix(prefix)}"), False
        return option, True

    def _add(self, option: FacterOption, value: str | bool) -> None:
        self.into.values.setdefault(option.name, []).append(value)


def help_text() -> str:
    """Return the help of facter."""
    lines = ["Usage", "=====", "", "  facter [options] [query] [query] [...]", ""]
    lines += ["Options", "======="]
    for option in OPTIONS + COMMANDS:
        letter = f"-{option.letter}" if option.letter else ""
        lines.append(f"{letter:>10} {f'[--{option.name}]':<30} {option.text}")
    return "\n".join(lines) + "\n"
