"""`duckrow facts`: print what this host says about itself."""

from __future__ import annotations

from duckrow.cli.options import Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.facts.lazy import LazyFacts

OPTIONS = (
    Option("--format", "how to print (text)", choices=("text", "json", "yaml")),
    Option("-j --json", "the same as --format json"),
    Option("-y --yaml", "the same as --format yaml"),
    Option("--fact", "set a fact, or a part of one: os.family=RedHat", metavar="NAME=VALUE"),
    Option("--external-dir", "one more folder with external facts", metavar="DIR"),
    Option("--custom-dir", "one more folder with facts in Python", metavar="DIR"),
    Option("--modulepath", "take the facts of these modules too", metavar="DIR[:DIR…]"),
    Option("-p --puppet", "take the facts of the modules that are configured too"),
    Option("--no-external", "leave external facts out"),
    Option("--no-custom", "leave facts in Python out"),
    Option("--show-legacy", "list old names too"),
    Option("--config", "a facter.conf to read instead of the usual one", metavar="FILE"),
    Option("--strict", "print nothing if a fact that is named does not exist"),
    Option("--timing", "say on stderr how long each fact took"),
)

COMMAND = Command(
    "facts",
    "print what this host says about itself",
    "[OPTION…] [NAME…]",
    OPTIONS,
    (
        ("duckrow facts", "all facts"),
        ("duckrow facts os.family networking.ip", "some of them, or parts of them"),
        ("duckrow facts --format json os", "for other programs"),
        ("FACTER_role=web duckrow facts role", "a fact from the environment"),
    ),
    "Only what is asked for is found out. The exit code is 1 when a fact that is named has no\n"
    "value. External facts are in facts.d of /etc/puppetlabs/facter and /etc/facter.",
)


def run(arguments: Arguments, console: Console) -> int:
    """Print the facts that were asked for, or all; 1 when one of them does not exist."""
    facts = make_facts(arguments, console)
    form = arguments.get("format", "text")
    if arguments.has("json") or arguments.has("yaml"):
        form = "json" if arguments.has("json") else "yaml"
    if not arguments.words:
        _print(facts.plain(), form, console)
        return 0
    found = {name: find(facts, name) for name in sorted(set(arguments.words))}
    missing = [name for name, value in found.items() if value is None]
    for name in missing:
        console.complain("fact", f"there is no fact {name} here")
    if not (missing and arguments.has("strict")):
        _print(found, form, console, is_single=len(found) == 1)
    return 1 if missing else 0


def make_facts(arguments: Arguments, console: Console) -> LazyFacts:
    """Make the facts as the command line wants them."""
    from os.path import isdir

    from duckrow.facts.given import read_given
    from duckrow.facts.lazy import LazyFacts

    def warn(message: str) -> None:
        console.say(f"Warning: {message}", "fact", "warning")

    def timed(name: str, seconds: float) -> None:
        console.say(f"fact '{name}', took: ({seconds:.6f}) seconds", "timing")

    for option in ("external-dir", "custom-dir"):
        for path in arguments.all(option):
            if not isdir(path):
                warn(f"--{option} {path} is no folder")
    plugins, modulepath = _configured() if arguments.has("puppet") else ([], [])
    if arguments.has("modulepath"):
        modulepath = [each for each in arguments.get("modulepath").split(":") if each]
    return LazyFacts(
        external=[*(_whole(path) for path in arguments.all("external-dir")), *plugins],
        custom=arguments.all("custom-dir"),
        modulepath=(lambda: modulepath) if modulepath else None,
        given=read_given(arguments.all("fact")),
        has_external=not arguments.has("no-external"),
        has_custom=not arguments.has("no-custom"),
        shows_legacy=arguments.has("show-legacy"),
        configuration=_whole(arguments.get("config")) if arguments.has("config") else None,
        warn=warn,
        on_found=timed if arguments.has("timing") else None,
    )


def _whole(path: str) -> str:
    from os.path import abspath

    return abspath(path)


def _configured() -> tuple[list[str], list[str]]:
    """Give the folder of facts that were sent here, and the places of modules, as configured."""
    from duckrow.cli.options import Arguments as NoArguments
    from duckrow.cli.target import read_settings
    from duckrow.puppet.environment.find import environment_at, find_directory
    from duckrow.puppet.loaders.sources import Sources

    settings = read_settings(NoArguments())
    name = settings.get("environment") or "production"
    directory = find_directory(settings, name)
    if directory is None:
        modulepath = str(settings["basemodulepath"]).split(":")
    else:
        modulepath = list(environment_at(settings, name, directory, Sources()).modulepath)
    plugins = settings["pluginfactdest"]
    return [str(plugins)], [each for each in modulepath if each]


def find(facts: LazyFacts, path: str) -> Any:
    """Give a fact, or what stands at a path inside of one: processors.models.0."""
    first, dot, rest = path.partition(".")
    if dot:
        whole = facts.get(path)  # a name may have dots
        if whole is not None:
            return whole
        from duckrow.facts.legacy import dig

        return dig(facts.get(first), rest)
    return facts.get(first)


def _print(found: dict[str, Any], form: str, console: Console, *, is_single: bool = False) -> None:
    from duckrow.facts.show import facts_text, in_order, json_text, value_text

    found = in_order(found)
    if form == "json":
        console.out(json_text(found))
        return
    if form == "yaml":
        from duckrow.data.write import yaml_text

        console.out(yaml_text(found).removeprefix("---\n").rstrip("\n"))
        return
    if is_single:
        console.out(value_text(next(iter(found.values()))).removesuffix("\n"))
    elif found:
        console.out(facts_text(found).rstrip("\n"))
