"""`duckrow compile`: build the catalog of a node, or of many nodes at once."""

from __future__ import annotations

from duckrow.cli.options import Command, Option, UsageError
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.puppet.environment.compile import Result
    from duckrow.puppet.environment.environment import Environment
    from duckrow.puppet.environment.node import Node
    from duckrow.puppet.loaders.sources import Sources
    from duckrow.puppet.settings.settings import Settings

FORMATS = ("json", "yaml", "dot", "text")


def _setting_option(name: str) -> Option | None:
    """Give the option for a setting: --strict error, --strict=error, --noop, --no-noop."""
    from duckrow.puppet.settings.defaults import KNOWN

    key = name.removeprefix("--").removeprefix("no-")
    if key not in KNOWN or not name.startswith("--"):
        return None
    kind = KNOWN[key][0]
    if name.startswith("--no-") and kind != "flag":
        return None
    if kind == "flag":
        return Option(f"--{key}", "", is_switch=True)
    return Option(f"--{key}", "", metavar="VALUE")


COMMAND = Command(
    "compile",
    "build the catalog of a node, or of many",
    "[OPTION…] [FILE|DIRECTORY]",
    (
        Option("-e", "compile this code instead of manifests", metavar="CODE"),
        Option("--node", "the name of the node (this host's)", metavar="NAME"),
        Option("--facts", "a JSON or YAML file with the node's facts", metavar="FILE"),
        Option("--modulepath", "where modules are", metavar="DIR[:DIR…]"),
        Option("--environment", "the environment (production)", metavar="NAME"),
        Option("--environmentpath", "where environments are", metavar="DIR[:DIR…]"),
        Option("--format", "how to print the catalog (text)", choices=FORMATS),
        Option("--quiet", "print no catalog"),
        Option("--jobs", "compile a list of jobs, one JSON result per line", metavar="FILE|-"),
        Option("--workers", "processes for --jobs (1)", metavar="N"),
        Option("--no-cache", "neither read nor keep compiled code"),
        Option("--cache-dir", "where compiled code is kept", metavar="DIR"),
        Option("--section", "the section of the configuration besides main", metavar="NAME"),
        Option("--strict", "how to take what is wrong but bearable", metavar="off|warning|error"),
        Option("--strict_variables", "unknown variables are errors (true)", is_switch=True),
    ),
    (
        ("duckrow compile -e 'notify { hello: }'", "code from the command line"),
        ("duckrow compile --node pond.example.com --facts pond.json site.pp", "a file for a node"),
        ("duckrow compile --environment staging --format json", "what an environment starts from"),
        ("duckrow compile --jobs jobs.json --workers 4", "many catalogs at once"),
    ),
    "Any setting of puppet.conf is an option too: --hiera_config FILE, --storeconfigs, …\n"
    "What a manifest logs goes to stderr.",
    _setting_option,
)


def run(arguments: Arguments, console: Console) -> int:
    """Compile what was asked for; 0 for a catalog, 1 when there is none."""
    settings = read_settings(arguments)
    if arguments.has("jobs"):
        from duckrow.cli.jobs import run_jobs

        if arguments.words or arguments.has("e"):
            raise UsageError("--jobs takes all it compiles from its file")
        return run_jobs(arguments, settings, console)
    environment, node = _what(arguments, settings)
    from duckrow.cli.logs import Printer
    from duckrow.puppet.environment.compile import compile_catalog

    printer = Printer(console, settings.get("log_level", "notice"))
    result = compile_catalog(environment, node, on_log=printer)
    if result.failure is not None:
        if result.failure.is_fault:
            console.fault(None, result.failure.basic.partition(": ")[2], result.failure.trace)
            return 70
        return 1
    is_strict = settings.get("strict_cycles", False)
    for cycle in (cycles := result.cycles()):
        from duckrow.puppet.catalog.build import LogEntry

        printer(LogEntry("err" if is_strict else "warning", cycle.told(), "Puppet"))
    if cycles and is_strict:
        return 1
    if not arguments.has("quiet"):
        _print(result, arguments.get("format", "text"))
    return 0


def read_settings(arguments: Arguments) -> Settings:
    """Read the configuration file, if there is one, and what the command line says."""
    from duckrow.puppet.settings.settings import Settings

    given = {name: arguments.get(name) for name in arguments.names() if name not in _OWN}
    base = Settings(given)
    found = _from_file(base, arguments.get("section", "server"))
    return Settings({**found, **given}) if found else base


_OWN = frozenset(
    "e node facts format quiet jobs workers no-cache cache-dir section "
    "log-format color debug version help".split()
)


def _from_file(base: Settings, section: str) -> dict[str, Any]:
    """Read duckrow.conf, or else puppet.conf, of the configuration directory."""
    from os.path import exists

    file = base.get("config")
    if file is None:
        confdir = base["confdir"]
        files = [f"{confdir}/{name}" for name in ("duckrow.conf", "puppet.conf")]
        file = next((each for each in files if exists(each)), None)
        if file is None:
            return {}
    from duckrow.puppet.settings.conf import read_conf, settings_in

    sections = read_conf(file)
    if sections is None:
        raise InputError(f"cannot read {file}: No such file or directory")
    older = ("master",) if section == "server" else ()
    return dict(settings_in(sections, file, ("main", *older, section)))


def make_sources(arguments: Arguments, *, remembers: bool = False) -> Sources:
    """Give a reader of manifests, with the cache that the command line asks for."""
    from duckrow.puppet.loaders.sources import Sources

    if arguments.has("no-cache"):
        return Sources(remembers=remembers)
    from duckrow.puppet.compiler.cache import Cache

    return Sources(Cache(arguments.get("cache-dir") or cache_directory()), remembers=remembers)


def cache_directory() -> str:
    """Give where compiled code is kept unless the command line says otherwise."""
    import os

    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return f"{base}/duckrow"


def _what(arguments: Arguments, settings: Settings) -> tuple[Environment, Node]:
    """Find the environment and the node."""
    from duckrow.puppet.environment.node import Node

    name = arguments.get("node") or settings["certname"]
    facts = read_facts(arguments.get("facts")) if arguments.has("facts") else {}
    node = Node(name, facts, server_facts=_server_facts(settings))
    asked = settings.get("environment")
    if settings.get("node_terminus") == "exec":
        from duckrow.puppet.environment.enc import classify
        from duckrow.puppet.world import World

        said = classify(settings, name, World(facts))
        node.classes, node.parameters = said.classes, said.parameters
        asked = said.environment or asked
    return _environment(arguments, settings, asked), node


def _server_facts(settings: Settings) -> dict[str, Any]:
    return {"environment": settings.get("environment", "production")}


def _environment(arguments: Arguments, settings: Settings, asked: str | None) -> Environment:
    from duckrow.puppet.environment.find import bare_environment, environment_at, find_directory

    given: dict[str, Any] = {"is_fixed": True}
    if arguments.has("e"):
        given["code"] = "\n".join(arguments.all("e"))
    elif settings.get("code"):
        given["code"] = settings["code"]
    if arguments.words:
        given["manifest"] = _manifest(arguments)
    if settings.get("modulepath"):
        given["modulepath"] = [each for each in settings["modulepath"].split(":") if each]
    sources = make_sources(arguments)
    name = asked or "production"
    directory = find_directory(settings, name)
    if directory is not None:
        return environment_at(settings, name, directory, sources, **given)
    if asked is not None or not (given.keys() & {"code", "manifest"}):
        raise InputError(
            f"Could not find a directory environment named '{name}' anywhere in the path: "
            f"{settings['environmentpath']}. Does the directory exist?"
        )
    return bare_environment(settings, name, sources, **given)


def _manifest(arguments: Arguments) -> str:
    from os.path import exists

    if len(arguments.words) > 1 or arguments.has("e"):
        raise UsageError("name one file or directory, or give code with -e")
    (path,) = arguments.words
    if not exists(path):
        raise InputError(f"cannot read {path}: No such file or directory")
    return path


def read_facts(path: str) -> dict[str, Any]:
    """Read facts: {"os": {…}}, as plain JSON or YAML, or what `facter` and `puppet facts` print."""
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    from duckrow.data.errors import DataError

    try:
        if content.lstrip()[:1] == b"{":
            from duckrow.data.json import load
        else:
            from duckrow.data.yaml import load
        facts = load(content, path)
    except DataError as error:
        raise InputError(f"cannot read {path}: {error}") from None
    if isinstance(facts, dict) and isinstance(facts.get("values"), dict) and "name" in facts:
        facts = facts["values"]
    if not isinstance(facts, dict):
        raise InputError(f"cannot read {path}: facts are a hash")
    return facts


def _print(result: Result, format_: str) -> None:
    from sys import stdout

    from duckrow.puppet.catalog.formats import render
    from duckrow.puppet.catalog.to_data import catalog_data

    stdout.write(render(catalog_data(result.build), format_))
