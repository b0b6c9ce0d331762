"""Parse a command line with a list of options.

The list is data: it also produces the help, the man pages and the completions. The value of an
option is the next argument or follows `=`. Options may appear anywhere; `--` ends them; `-` is an
argument. Letters without a value may be combined (-qt), and --json means --format json. Names are
in kebab-case; an underscore is read as a hyphen, so settings may be spelt as in puppet.conf.

`cfengine/agent/command_line.py` parses the command lines of cf-agent and cf-promises, which follow
GNU getopt: abbreviated names, optional values, and getopt's messages.
"""

from __future__ import annotations

from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from duckrow.cli.console import Console

    FindOption = Callable[[str], "Option | None"]


class UsageError(InputError):
    """A usage error."""


class Option:
    """One option: a flag, or, with a metavar or choices, an option with a value.

    An option that `is_switch` may appear alone, which means true, or with a value after `=`, which
    without a metavar is true or false.
    """

    __slots__ = ("choices", "is_switch", "key", "metavar", "names", "text")

    def __init__(
        self,
        names: str,
        text: str,
        *,
        metavar: str = "",
        choices: Sequence[str] = (),
        is_switch: bool = False,
    ) -> None:
        self.is_switch = is_switch
        self.names = tuple(names.split())
        self.key = self.names[-1].lstrip("-")
        self.text = text
        self.metavar = metavar or "|".join(choices)
        self.choices = tuple(choices)
        if is_switch and not self.metavar:
            self.choices = ("true", "false")


class Command:
    """The help of a command, and its options besides the common ones.

    `find_option` finds options that are too many to list. `actions` are the words that may come
    first, such as list and show.
    """

    __slots__ = ("actions", "examples", "find_option", "name", "notes", "options", "usage")

    def __init__(
        self,
        name: str,
        usage: str,
        options: Sequence[Option],
        examples: Sequence[tuple[str, str]],
        notes: str = "",
        find_option: FindOption | None = None,
        actions: Sequence[str] = (),
    ) -> None:
        self.actions = tuple(actions)
        self.find_option = find_option
        self.name = name
        self.usage = usage
        self.options = tuple(options)
        self.examples = tuple(examples)
        self.notes = notes


# Each is a module of this directory with a COMMAND and a run(arguments, console).
COMMANDS = {
    "validate": "check manifests, templates and policies without running them",
    "dump": "print the syntax tree of a manifest, a template or a policy",
    "compile": "compile the catalog of a node, or of many nodes",
    "diff": "compare catalogs, or the catalogs of nodes between two versions of code",
    "apply": "apply manifests, catalogs and policies to this host",
    "explain": "answer why: orders, values and causes of a catalog or a policy",
    "report": "list the runs of this host, and show what a run did",
    "backup": "list, show and restore previous contents of files",
    "lookup": "look up a key in a node's Hiera data",
    "facts": "print the facts of this host, or what CFEngine knows of it",
    "resource": "show resources of this host as Puppet code, or change one",
    "describe": "explain resource types and their attributes",
    "spec": "run the rspec-puppet specs of modules",
    "module": "check, pack and sign modules; choose, lock and install versions of them",
    "agent": "run as the agent of a Puppet server",
    "ca": "sign, revoke and list certificates: an authority on puppetserver's files",
    "serve": "serve catalogs, files and certificates to Puppet agents",
    "node": "remove a node: its certificate, facts, catalog, exports and reports",
    "store": "export the store of a server as PuppetDB's archive, or import one",
    "query": "ask the store about nodes, facts, resources and reports",
    "completion": "print the completion of duckrow for a shell",
    "help": "explain a command",
}
# Every command has these options; they may also come before the command.
COMMON = (
    Option("-o --output", "write the result to a file instead of stdout", metavar="FILE"),
    Option("-q --quiet", "print only warnings and errors, and no result"),
    Option("-v --verbose", "log informational messages too"),
    Option("--debug", "log debug messages too, and the traceback of a fault in duckrow itself"),
    Option("--log-format", "format of messages on stderr (text)", choices=("text", "json")),
    Option("--color", "colour (auto: on a terminal)", choices=("auto", "always", "never")),
    Option("-V --version", "print the version"),
    Option("-h --help", "print this help"),
)
# Options that several commands share to work on policies of CFEngine.
LANGUAGE = Option(
    "--language",
    "the language of -e and standard input (puppet)",
    choices=("puppet", "cfengine"),
)
CLASSES = (
    Option("--define", "policies: define these classes", metavar="CLASS[,CLASS…]"),
    Option("--negate", "policies: keep these classes undefined", metavar="CLASS[,CLASS…]"),
)
CALL_FUNCTIONS = Option("--call-functions", "policies: call functions, which may start commands")


class Arguments:
    """A parsed command line: its sub-command, the values of its options, and its other arguments.

    `command` is empty until the sub-command is known.
    """

    __slots__ = ("_values", "command", "words")

    def __init__(self) -> None:
        self._values: dict[str, list[str]] = {}
        self.command: tuple[str, ...] = ()
        self.words: list[str] = []

    def add(self, key: str, value: str) -> None:
        self._values.setdefault(key, []).append(value)

    def with_words(self, words: list[str]) -> Arguments:
        """Return the same options with other arguments."""
        found = Arguments()
        found._values, found.command, found.words = self._values, self.command, list(words)
        return found

    def remove(self, key: str) -> None:
        """Forget an option."""
        self._values.pop(key, None)

    def names(self) -> list[str]:
        """List the given options."""
        return list(self._values)

    def has(self, key: str) -> bool:
        return key in self._values

    def all(self, key: str) -> list[str]:
        """Return every value of an option that may be repeated."""
        return self._values.get(key, [])

    def listed(self, key: str) -> list[str]:
        """Return the parts of every value of an option that takes a list with commas."""
        return [part for text in self.all(key) for part in text.split(",") if part]

    def get(self, key: str, default: str = "") -> str:
        """Return the last value, since a later option overrides an earlier one."""
        values = self._values.get(key)
        return values[-1] if values else default

    def count(self, key: str, default: int) -> int:
        """Return a value that must be a whole number from 1."""
        text = self.get(key, str(default))
        if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
            raise UsageError(f"--{key} takes a whole number from 1, not '{text}'")
        return int(text)


def read_options(
    words: Sequence[str],
    options: Sequence[Option],
    into: Arguments,
    *,
    until_word: bool = False,
    find_option: FindOption | None = None,
) -> int:
    """Parse words into `into` and return how many were read.

    `until_word` stops before the first argument that is not an option. Options before an error stay
    in `into`, so that the error is printed in the format that they ask for.
    """
    by_name = {name: option for option in options for name in option.names}
    i = 0
    while i < len(words):
        word = words[i]
        if word == "--":
            into.words.extend(words[i + 1 :])
            return len(words)
        if word == "-" or not word.startswith("-"):
            if until_word:
                return i
            into.words.append(word)
            i += 1
            continue
        name, equals, value = word.partition("=")
        name = name.replace("_", "-")
        option = by_name.get(name)
        if option is None and find_option is not None:
            option = find_option(name)
        if option is None:
            form = by_name.get("--format")
            if form is not None and word.startswith("--") and word[2:] in form.choices:
                into.add("format", word[2:])
                i += 1
                continue
            flags = _combined_flags(word, by_name)
            for flag in flags:
                into.add(flag.key, "")
            if flags:
                i += 1
                continue
            option = by_name.get(word[:2])  # -oFILE
            if option is None or not option.metavar:
                where = " before a command; others come after it" if until_word else ""
                raise UsageError(f"there is no option {name}{where}{nearest(name, by_name)}")
            name, equals, value = word[:2], "=", word[2:]
        if option.is_switch:
            value = value if equals else "false" if name.startswith("--no-") else "true"
        elif not option.metavar:
            if equals:
                raise UsageError(f"{name} takes no value")
        elif not equals:
            i += 1
            if i == len(words):
                raise UsageError(f"{name} needs a value: {option.metavar}")
            value = words[i]
        if not value and option.metavar.startswith(("FILE", "DIR")):
            raise UsageError(f"{name} needs a value: {option.metavar}")
        if option.choices and value not in option.choices:
            raise UsageError(f"{name} takes {_listed(option.choices)}, not '{value}'")
        into.add(option.key, value)
        i += 1
    return i


def _combined_flags(word: str, by_name: dict[str, Option]) -> list[Option]:
    """Return the flags whose letters a word combines; none if a letter is something else."""
    flags = []
    for letter in word[1:]:
        option = by_name.get(f"-{letter}")
        if option is None or option.metavar:
            return []
        flags.append(option)
    return flags


def nearest(word: str, known: Sequence[str] | dict[str, Option]) -> str:
    """Return the known word most similar to a misspelt one."""
    from duckrow.source.did_you_mean import did_you_mean

    meant = did_you_mean(word, known)
    return f"; {meant}" if meant else ""


def _listed(choices: Sequence[str]) -> str:
    return ", ".join(choices[:-1]) + " or " + choices[-1]


def load(name: str) -> tuple[Command, Callable[[Arguments, Console], int]]:
    """Import only the module of this command."""
    module = __import__(f"duckrow.cli.commands.{name}", fromlist=("COMMAND", "run"))
    return module.COMMAND, module.run
