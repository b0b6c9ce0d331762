"""`duckrow facts`: print the facts of this host, or what CFEngine knows of it."""

from __future__ import annotations

from duckrow.cli.options import Arguments as NoArguments
from duckrow.cli.options import Command, Option, UsageError
from duckrow.facts.lazy import LazyFacts
from duckrow.machine.paths import absolute, is_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.puppet.settings.settings import Settings

OPTIONS = (
    Option("--format", "output format (text)", choices=("text", "json", "yaml")),
    Option("--fact", "set a fact, or a part of one: os.family=RedHat", metavar="NAME=VALUE"),
    Option("--external-dir", "another directory of external facts", metavar="DIR"),
    Option("--custom-dir", "another directory of facts in Python and Ruby", metavar="DIR"),
    Option("--modulepath", "include the facts of these modules", metavar="DIR[:DIR…]"),
    Option("-p --puppet", "include the facts of the configured modules"),
    Option("--no-external", "omit external facts"),
    Option("--no-custom", "omit facts in Python and Ruby"),
    Option("--show-legacy", "include legacy facts"),
    Option("--config", "read this facter.conf", metavar="FILE"),
    Option("--require-all", "print nothing if a named fact does not exist"),
    Option("--timing", "print the duration of each fact to stderr"),
    Option(
        "--language",
        "cfengine: the variables of sys, and the hard classes (puppet)",
        choices=("puppet", "cfengine"),
    ),
)

COMMAND = Command(
    "facts",
    "[OPTION…] [NAME…]",
    OPTIONS,
    (
        ("duckrow facts", "all facts"),
        ("duckrow facts os.family networking.ip", "some of them, or parts of them"),
        ("duckrow facts --format json os", "for other programs"),
        ("FACTER_role=web duckrow facts role", "a fact from the environment"),
        ("duckrow facts --language cfengine sys.flavor classes", "as a policy sees the host"),
    ),
    "Facts are computed on demand. The exit code is 1 if a named fact has no\n"
    "value. External facts are in facts.d of /etc/puppetlabs/facter and /etc/facter.",
)


def run(arguments: Arguments, console: Console) -> int:
    """Print the named facts, or all; return 1 if one of them does not exist."""
    form = arguments.get("format", "text")
    facts: dict[str, Any]
    if arguments.get("language") == "cfengine":
        facts = _known_to_cfengine(arguments)
    else:
        facts = make_facts(arguments, console)
    if not arguments.words:
        _print(facts.plain() if isinstance(facts, LazyFacts) else facts, form, console)
        return 0
    found = {name: find(facts, name) for name in sorted(set(arguments.words))}
    missing = [name for name, value in found.items() if value is None]
    for name in missing:
        console.print_error("fact", f"there is no fact {name}")
    if not (missing and arguments.has("require-all")):
        _print(found, form, console, is_query=True)
    return 1 if missing else 0


def _known_to_cfengine(arguments: Arguments) -> dict[str, Any]:
    """Return the variables and the hard classes of CFEngine; options about facts make no sense."""
    for option in OPTIONS:
        if arguments.has(option.key) and option.key not in ("format", "require-all", "language"):
            raise UsageError(f"--{option.key} is for facts of Puppet, not for --language cfengine")
    from duckrow.cfengine.agent.host_facts import host_facts
    from duckrow.state.directory import state_directory

    return host_facts(f"{state_directory()}/cfengine")


def make_facts(arguments: Arguments, console: Console) -> LazyFacts:
    """Create the facts with the options of the command line."""
    from duckrow.cli.ruby_facts import ruby_facts
    from duckrow.cli.target import cache_directory, read_settings
    from duckrow.facts.given import read_given

    def warn(message: str) -> None:
        console.print_message(f"Warning: {message}", "fact", "warning")

    def fail(message: str) -> None:
        console.print_message(f"Error: {message}", "fact", "error")

    def timed(name: str, seconds: float) -> None:
        console.print_message(f"fact '{name}', took: ({seconds:.6f}) seconds", "timing")

    for option in ("external-dir", "custom-dir"):
        for path in arguments.all(option):
            if not is_directory(path):
                warn(f"--{option} {path} is not a directory")
    plugins, modulepath = configured_directories() if arguments.has("puppet") else ([], [])
    if arguments.has("modulepath"):
        modulepath = [each for each in arguments.get("modulepath").split(":") if each]
        _expect_signed(modulepath, read_settings(NoArguments()))
    return LazyFacts(
        external=[*(absolute(path) for path in arguments.all("external-dir")), *plugins],
        custom=arguments.all("custom-dir"),
        modulepath=(lambda: modulepath) if modulepath else None,
        given=read_given(arguments.all("fact")),
        has_external=not arguments.has("no-external"),
        has_custom=not arguments.has("no-custom"),
        shows_legacy=arguments.has("show-legacy"),
        configuration=absolute(arguments.get("config")) if arguments.has("config") else None,
        warn=warn,
        on_found=timed if arguments.has("timing") else None,
        ruby=ruby_facts(lambda: read_settings(NoArguments()), fail, cache=cache_directory()),
    )


def configured_directories(settings: Settings | None = None) -> tuple[list[str], list[str]]:
    """Return the directory of synchronized facts and the module path, as configured."""
    from duckrow.cli.target import read_settings
    from duckrow.puppet.environment.find import environment_at, find_directory
    from duckrow.puppet.loaders.sources import Sources

    if settings is None:
        settings = read_settings(NoArguments())
    name = settings.get("environment") or "production"
    directory = find_directory(settings, name)
    if settings.get("modulepath"):
        modulepath = str(settings["modulepath"]).split(":")
    elif directory is None:
        modulepath = str(settings["basemodulepath"]).split(":")
    else:
        modulepath = list(environment_at(settings, name, directory, Sources()).modulepath)
    plugins = settings["pluginfactdest"]
    modulepath = [each for each in modulepath if each]
    _expect_signed(modulepath, settings)
    return [str(plugins)], modulepath


def _expect_signed(modulepath: list[str], settings: Settings) -> None:
    """Reject modules without the signatures that the settings require: facts of theirs may run."""
    if "module_signatures" in settings.given:
        from duckrow.puppet.packages.required import required_signatures

        required = required_signatures(settings)
        if required is not None:
            required.check_path(modulepath)


def find(facts: dict[str, Any], path: str) -> Any:
    """Return a fact, or the value at a path in it: processors.models.0."""
    first, dot, rest = path.partition(".")
    if dot:
        whole = facts.get(path)  # a fact name may contain dots
        if whole is not None:
            return whole
        from duckrow.facts.legacy import dig

        return dig(facts.get(first), rest)
    return facts.get(first)


def _print(
    found: dict[str, object], form: str, console: Console, *, is_query: bool = False
) -> None:
    from duckrow.facts.show import facts_text, in_order, json_text, value_text

    found = in_order(found)
    if form == "json":
        console.print_result(json_text(found))
        return
    if form == "yaml":
        from duckrow.data.write import yaml_text

        console.print_result(yaml_text(found).removeprefix("---\n").rstrip("\n"))
        return
    if is_query and len(found) == 1:
        console.print_result(value_text(next(iter(found.values()))).removesuffix("\n"))
    elif found:
        console.print_result(facts_text(found, is_query=is_query))
