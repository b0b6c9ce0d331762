"""The executable facter: print facts with the options, output and exit codes of facter 4."""

from __future__ import annotations

import sys

from duckrow.cli.drop_ins.base import run_as_executable
from duckrow.cli.drop_ins.facter_options import (
    LEVELS,
    FacterUsageError,
    help_text,
    read_words,
)
from duckrow.machine.paths import absolute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.drop_ins.facter_options import FacterArguments
    from duckrow.facts.configuration import Configuration
    from duckrow.facts.lazy import LazyFacts

_COLORS = {"ERROR": 31, "INFO": 32, "WARN": 33, "DEBUG": 36}
# The least level at which messages of a severity are printed.
_NEEDS = {"DEBUG": 1, "INFO": 2, "WARN": 3, "ERROR": 4}
_LEVEL = {"trace": 1, "debug": 1, "info": 2, "warn": 3, "error": 4, "fatal": 5, "none": 6}


def main() -> int:
    """Run as the executable facter."""
    return run_as_executable(_run)


def _run(words: list[str]) -> int:
    messages = FacterMessages()
    try:
        return _run_command(words, messages)
    except FacterUsageError as error:
        messages.error("Facter::OptionsValidator", str(error), is_colored=True)
        sys.stdout.write(help_text())
        return 1


def _run_command(words: list[str], messages: FacterMessages) -> int:
    arguments = read_words(words)
    command = arguments.command
    if command == "version":
        sys.stdout.write(f"{_version()}\n")
    elif command == "help":
        sys.stdout.write(help_text())
    elif command == "man":
        from duckrow.cli.drop_ins.facter_manual import manual_text

        sys.stdout.write(manual_text())
    elif command == "query":
        return _query(words, arguments, messages)
    elif command in ("list_block_groups", "list_cache_groups"):
        if arguments.queries:
            called = f'"facter {command}" was called with arguments {arguments.queries}'
            sys.stderr.write(f"ERROR: {called}\n".replace("'", '"'))
            return 1
        sys.stdout.write(_groups_text(arguments, messages))
    else:
        sys.stderr.write(f'Could not find command "{command}".\n')
        return 1
    return 0


class FacterMessages:
    """The messages of facter on stderr, from a level on, each with the time and in colour."""

    __slots__ = ("has_color", "has_errors", "level")

    def __init__(self) -> None:
        self.level = "warn"
        self.has_color = True
        self.has_errors = False

    def error(self, source: str, message: str, *, is_colored: bool = False) -> None:
        self.has_errors = True
        self._write("ERROR", source, message, has_color=is_colored or self.has_color)

    def warn(self, message: str, source: str = "Facter") -> None:
        self._write("WARN", source, message, has_color=self.has_color)

    def info(self, message: str) -> None:
        self._write("INFO", "Facter", message, has_color=self.has_color)

    def debug(self, source: str, message: str) -> None:
        self._write("DEBUG", source, message, has_color=self.has_color)

    def _write(self, severity: str, source: str, message: str, *, has_color: bool) -> None:
        if _NEEDS[severity] < _LEVEL[self.level]:
            return
        from time import strftime, time

        from duckrow.machine.local_time import local_time

        message = message.removeprefix("Facter: ")  # the source in Puppet's log, named here already
        now = time()
        stamp = f"{strftime('%Y-%m-%d %H:%M:%S', local_time(now))}.{int(now % 1 * 1e6):06d}"
        if has_color:
            message = f"\x1b[{_COLORS[severity]}m{message}\x1b[0m"
        sys.stdout.flush()
        sys.stderr.write(f"[{stamp} ] {severity} {source} - {message} \n")


# ---- the facts of a command line


def _query(words: list[str], arguments: FacterArguments, messages: FacterMessages) -> int:
    """Print the facts of some queries, or all facts."""
    configuration = _configuration(arguments, messages)
    _set_level(arguments, configuration, messages)
    _check_conflicts(arguments, configuration)
    messages.info(f"executed with command line: {' '.join(words)}")
    messages.debug("Facter", f"Facter version: {_version()}")
    facts = _make_facts(arguments, configuration, messages)
    queries = arguments.queries
    if any(not query.strip(".") for query in queries):
        messages.error("Facter", "a query is empty")
        return 1
    found = _find_all(facts, queries) if queries else facts.plain()
    if messages.level in ("debug", "trace"):
        _show_resolved(found, messages)
    code = 0
    if arguments.has("strict"):
        for query in queries:
            if not _is_known(facts, query):
                messages.error("Facter", f'fact "{query}" does not exist.', is_colored=True)
                code = 1
    from duckrow.cli.drop_ins.facter_formats import formatted

    form = next((form for form in ("json", "yaml", "hocon") if arguments.has(form)), "text")
    sys.stdout.write(formatted(found, form, is_query=bool(queries)))
    return 1 if messages.has_errors else code


def _show_resolved(found: dict[str, object], messages: FacterMessages) -> None:
    from duckrow.ruby.values.to_s import to_s

    for name, value in found.items():
        if value is not None:
            messages.debug("Facter::FactManager", f'fact "{name}" has resolved to: {to_s(value)}')


def _version() -> str:
    from duckrow.facts.system import FACTER_VERSION

    return FACTER_VERSION


def _configuration(arguments: FacterArguments, messages: FacterMessages) -> Configuration:
    from duckrow.facts.configuration import read_configuration
    from duckrow.machine.host import Host

    messages.has_color = not arguments.has("no-color")
    file = arguments.get("config")
    warn = lambda message: messages.warn(message, "Facter::ConfigReader")  # noqa: E731
    found = read_configuration(Host(), warn, absolute(file) if file else None)
    if arguments.has("no-block"):
        found.blocked = frozenset()
    return found


def _set_level(
    arguments: FacterArguments, configuration: Configuration, messages: FacterMessages
) -> None:
    """Set the level of messages: of the configuration first, then of each option in turn."""
    has_debug = has_verbose = False
    given: list[tuple[str, object]] = list(configuration.cli.items())
    given += [(name, values[-1]) for name, values in arguments.values.items()]
    for name, value in given:
        if name in ("debug", "verbose"):
            messages.level = "warn" if value is not True else "debug" if name == "debug" else "info"
        elif name == "log-level":
            if value not in LEVELS:
                shown = "" if value == "log_level" else value
                raise FacterUsageError(f"invalid log level: {shown}")
            messages.level = str(value)
        has_debug = has_debug or messages.level in ("debug", "trace")
        has_verbose = has_verbose or (name == "verbose" and value is True)
    if (has_debug and messages.level == "debug") or (has_verbose and messages.level == "info"):
        return
    if sum((has_debug and messages.level != "trace", has_verbose, messages.level != "warn")) > 1:
        raise FacterUsageError(
            "debug, verbose, and log-level options conflict: please specify only one."
        )


def _check_conflicts(arguments: FacterArguments, configuration: Configuration) -> None:
    """Reject settings that exclude each other, on the command line or in the configuration."""
    no_ruby = arguments.has("no-ruby") or not configuration.has_ruby
    no_external = arguments.has("no-external-facts") or not configuration.has_external
    no_custom = arguments.has("no-custom-facts") or not configuration.has_custom or no_ruby
    custom = arguments.all("custom-dir") or configuration.custom
    external = arguments.all("external-dir") or configuration.external
    for is_off, off, is_on, on in (
        (no_ruby, "no-ruby", custom, "custom-dir"),
        (no_external, "no-external-facts", external, "external-dir"),
        (no_custom, "no-custom-facts", custom, "custom-dir"),
        (no_ruby, "no-ruby", arguments.has("puppet"), "puppet"),
        (no_custom, "no-custom-facts", arguments.has("puppet"), "puppet"),
    ):
        if is_off and is_on:
            raise FacterUsageError(f"{off} and {on} options conflict: please specify only one")


def _make_facts(
    arguments: FacterArguments, configuration: Configuration, messages: FacterMessages
) -> LazyFacts:
    from duckrow.cli.options import Arguments as NoArguments
    from duckrow.cli.ruby_facts import ruby_facts
    from duckrow.cli.target import cache_directory, read_settings
    from duckrow.facts.lazy import LazyFacts

    def timed(name: str, seconds: float) -> None:
        sys.stdout.write(f"fact '{name}', took: ({seconds:.6f}) seconds\n")

    plugins: list[str] = []
    modulepath: list[str] = []
    if arguments.has("puppet"):
        from duckrow.cli.commands.facts import configured_directories

        plugins, modulepath = configured_directories()
    external = arguments.all("external-dir") or list(configuration.external)
    has_external = configuration.has_external and not arguments.has("no-external-facts")
    has_custom = configuration.has_custom and configuration.has_ruby
    has_custom = has_custom and not (arguments.has("no-custom-facts") or arguments.has("no-ruby"))
    return LazyFacts(
        external=[*map(absolute, external), *plugins],
        custom=arguments.all("custom-dir"),
        modulepath=(lambda: modulepath) if modulepath else None,
        has_external=has_external,
        has_custom=has_custom,
        has_environment=has_external and has_custom,
        reads_usual=not external,
        shows_legacy=arguments.has("show-legacy"),
        configuration=configuration,
        warn=messages.warn,
        on_error=lambda message: messages.error("Facter", message),
        on_found=timed if arguments.has("timing") else None,
        ruby=ruby_facts(lambda: read_settings(NoArguments()), cache=cache_directory()),
    )


def _find_all(facts: LazyFacts, queries: list[str]) -> dict[str, object]:
    from duckrow.cli.commands.facts import find

    found: dict[str, object] = {}
    for query in queries:
        path = query.rstrip(".")
        value = find(facts, path)
        found[path if value is not None else query] = value
    return found


def _is_known(facts: LazyFacts, query: str) -> bool:
    """Return whether the query, or the start of its path, names a fact, even one without value."""
    names = facts.names()
    parts = query.split(".")
    return any(
        name in names or facts.get(name) is not None
        for name in (".".join(parts[:count]) for count in range(len(parts), 0, -1))
    )


def _groups_text(arguments: FacterArguments, messages: FacterMessages) -> str:
    """List the groups of facts, those of the configuration, and the files of external facts."""
    from duckrow.facts.groups import GROUPS
    from duckrow.facts.lazy import usual_directories
    from duckrow.machine.host import Host

    host = Host()
    configuration = _configuration(arguments, messages)
    groups = {name: facts.split() for name, facts in GROUPS.items()} | configuration.groups
    directories = arguments.all("external-dir") or configuration.external
    for directory in directories or usual_directories(host):
        groups |= {name: [] for name in host.names(absolute(directory))}
    return "".join(
        f"{name}\n" + "".join(f"- {fact}\n" for fact in facts) for name, facts in groups.items()
    )
