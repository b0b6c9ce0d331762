"""`duckrow resource`: show resources of this host as Puppet code, or change one."""

from __future__ import annotations

from duckrow.cli.host import modules_of, root_of, state_of, take_run_lock
from duckrow.cli.options import Command, Option, UsageError
from duckrow.cli.target import read_settings, setting_option
from duckrow.source.did_you_mean import did_you_mean
from duckrow.source.errors import DuckrowError, InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.machine.machine import Machine
    from duckrow.puppet.apply.ral_catalog import RalCatalog
    from duckrow.puppet.loaders.library import Library
    from duckrow.puppet.resources.desired import Log
    from duckrow.puppet.resources.table import ResourceTypeTable
    from duckrow.puppet.settings.settings import Settings
    from duckrow.state.report import LogLine

OWN = (
    Option("-t --types", "list the types"),
    Option("-p --param", "show this parameter too", metavar="NAME"),
    Option(
        "--format",
        "Puppet code (text), or data for Hiera and create_resources",
        choices=("text", "json", "yaml"),
    ),
    Option("--root", "show or change a scratch root directory", metavar="DIR"),
    Option("--state-dir", "directory of reports", metavar="DIR"),
    Option("--no-state", "store no state"),
)
SETTINGS = (
    Option("--noop", "change nothing, report what would change", is_switch=True),
    Option("--show-diff", "show diffs of file contents", is_switch=True),
    Option("--modulepath", "directories of modules", metavar="DIR[:DIR…]"),
)

COMMAND = Command(
    "resource",
    "[OPTION…] TYPE [TITLE] [ATTRIBUTE=VALUE…]",
    (*OWN, *SETTINGS),
    (
        ("duckrow resource host", "all resources of a type"),
        ("duckrow resource user root", "one of them"),
        ("duckrow resource file /tmp/pond ensure=directory mode=0750", "change one"),
        ("duckrow resource --format yaml host localhost", "for Hiera"),
    ),
    "Exit codes: 0 success, 1 failure.",
    setting_option,
)


def run(arguments: Arguments, console: Console) -> int:
    """Show or change the given resources."""
    if arguments.has("types"):
        console.print_result("\n".join(names_of_types(read_settings(arguments, OWN))))
        return 0
    try:
        code, text = show_or_change(arguments, read_settings(arguments, OWN), console)
    except InputError:
        raise
    except (DuckrowError, OSError) as error:
        from duckrow.puppet.apply.resource import error_text

        console.print_message(f"Error: Could not run: {error_text(error)}", "resource", "error")
        return 1
    if text:
        console.print_result(text)
    return code


def show_or_change(
    arguments: Arguments, settings: Settings, console: Console, *, wait: float = 0
) -> tuple[int, str]:
    """Show or change the given resources; return the exit code and the text to print.

    A change waits for another run for `wait` seconds.
    """
    from duckrow.machine.local import LocalMachine
    from duckrow.puppet.apply.inspect import InspectError, find_all, find_one

    if not arguments.words:
        raise UsageError("You must specify the type to display")
    name, *rest = arguments.words
    table = library_of(settings).find_resource_type(name.lower())
    if table is None:
        meant = did_you_mean(name.lower(), names_of_types(settings))
        hint = meant or f"{console.program} resource --types lists the types"
        raise InspectError(f"Could not find type {name}\n try: {hint}")
    title = rest[0] if rest else None
    given = _given(table, rest[1:], console.program)
    machine = LocalMachine(root_of(arguments, "read"))
    if title is not None and given:
        return _change(arguments, settings, console, machine, table, title, given, wait)
    wanted = _catalog(machine, settings, console)
    found = find_all(wanted, table) if title is None else [find_one(wanted, table, title)]
    return 0, _shown(arguments, table, found, wanted.behaviour(table).read_only)


def library_of(settings: Settings) -> Library:
    """Return the library with the types of the environment's modules."""
    return modules_of(settings, settings.get("environment") or "production").library


def names_of_types(settings: Settings) -> list[str]:
    """List the resource types that there are, including those of modules."""
    from duckrow.puppet.loaders.resource_types import names_of_resource_types

    return names_of_resource_types(library_of(settings))


def _given(table: ResourceTypeTable, words: list[str], program: str) -> dict[str, str]:
    from duckrow.puppet.apply.inspect import InspectError

    given = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not value or not name.replace("_", "a").isalnum():
            raise UsageError(f"Invalid parameter setting {word}")
        if not table.is_attribute(name):
            meant = did_you_mean(name, table.attribute_names)
            hint = meant or f"{program} describe {table.name} explains those that there are"
            raise InspectError(f"no parameter named '{name}'\n try: {hint}")
        given[name] = value
    return given


def _catalog(
    machine: Machine, settings: Settings, console: Console, log_of_run: Log | None = None
) -> RalCatalog:
    """Return a catalog without resources; outside of a run only warnings are printed."""
    from duckrow.cli.logs import full_line
    from duckrow.cli.ruby_types import ruby_types_of
    from duckrow.puppet.apply.ral_catalog import RalCatalog
    from duckrow.puppet.providers.index import Providers
    from duckrow.source.levels import WARNINGS

    library = library_of(settings)

    def log(level: str, message: str, source: str = "Puppet", *_location: object) -> None:
        if level in WARNINGS:
            console.print_message(full_line(level, source, message), "resource", level)

    told = log_of_run or log
    find = library.find_resource_type
    made = RalCatalog("resource", "production", Providers(machine), told, find)
    made.ruby_types = ruby_types_of(library, settings, machine, told)
    made.modules = lambda: library.modules
    made.has_texts = True
    return made


def _shown(
    arguments: Arguments,
    table: ResourceTypeTable,
    found: list[tuple[str, Any]],
    read_only: frozenset[str],
) -> str:
    from duckrow.puppet.apply.inspect import manifest_text, shown_attributes

    more = arguments.all("param")
    pairs = [(title, shown_attributes(table, state, more)) for title, state in found]
    form = arguments.get("format", "text")
    if form == "json":
        from duckrow.data.write import json_text

        return json_text({table.name: dict(pairs)}).rstrip("\n")
    if form == "yaml":
        from duckrow.ruby.interpreter import Interpreter
        from duckrow.ruby.library.yaml_ import to_yaml

        return str(to_yaml(Interpreter(), {table.name: dict(pairs)})).rstrip("\n")
    return "\n".join(manifest_text(table, *pair, read_only) for pair in pairs)


def _change(
    arguments: Arguments,
    settings: Settings,
    console: Console,
    machine: Machine,
    table: ResourceTypeTable,
    title: str,
    given: dict[str, str],
    wait: float,
) -> tuple[int, str]:
    """Apply a catalog of one resource, and return its new state."""
    from duckrow.puppet.apply.inspect import state_of as read_state
    from duckrow.puppet.apply.run import CatalogRun, RunOptions
    from duckrow.state.run import Run

    directory = state_of(arguments, machine.root)

    release = take_run_lock(directory, wait, console, can_wait=False)
    if release is None:
        return 1, ""
    try:
        options = RunOptions(
            is_noop=settings.get("noop") in (True, "true"),
            shows_diff=settings.get("show_diff") in (True, "true"),
            has_default_schedules=False,
        )
        environment = settings.get("environment") or "production"
        run = Run(
            settings["certname"],
            environment,
            _Screen(console),
            is_noop=options.is_noop,
            level=console.level("notice"),
        )
        if directory is not None:
            run.open_state(directory)
        catalog_run = CatalogRun(run, machine, options, f"{table.name} {title}")
        catalog = _catalog(machine, settings, console, catalog_run.log)
        catalog.providers = catalog_run.providers
        resource = catalog.desired(table, title, given, None, None, (table.name,), ())
        resource.log_to = run.log
        catalog.add(resource, [])
        try:
            is_done = catalog_run.apply(catalog)
        finally:
            catalog_run.close()
            run.close()
        names = [name for name in table.properties if name in resource]
        state = read_state(catalog, resource, names)
        code = 0 if is_done and run.report.status != "failed" else 1
        read_only = resource.behaviour.read_only
        return code, _shown(arguments, table, [(resource.title, state)], read_only)
    finally:
        release()


class _Screen:
    """Prints the messages of a run, without those about the run itself."""

    __slots__ = ("_screen",)

    def __init__(self, console: Console) -> None:
        from duckrow.cli.screen import Screen

        self._screen = Screen(console)

    def __call__(self, line: LogLine) -> None:
        if not line.message.startswith("Applied catalog in "):
            self._screen(line)
