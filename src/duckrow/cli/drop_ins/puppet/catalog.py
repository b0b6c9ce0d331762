"""`puppet catalog`: compile the catalog of a node."""

from __future__ import annotations

from time import perf_counter

from duckrow.cli.drop_ins.puppet.application import Action, Application
from duckrow.cli.drop_ins.puppet.optparse import Switch
from duckrow.cli.drop_ins.puppet.settings import settings_of
from duckrow.cli.excerpt import show_failure
from duckrow.cli.logs import full_line, full_message
from duckrow.cli.target import find_target
from duckrow.puppet.catalog.formats import reference, render
from duckrow.puppet.environment.compile import compile_catalog
from duckrow.source.errors import InputError
from duckrow.source.levels import from_level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments
    from duckrow.puppet.catalog.build import LogEntry
    from duckrow.puppet.catalog.formats import Data
    from duckrow.puppet.settings.settings import Settings

_AGENT = "puppet agent --use_cached_catalog --onetime --no-daemonize applies a downloaded catalog"
_ONLY_COMPILER = "duckrow has one source of catalogs, the compiler"

APPLICATION = Application(
    "catalog",
    "compile catalogs",
    "ACTION [NODE]",
    (Switch("--terminus", "the source of catalogs", metavar="TERMINUS", refusal=_ONLY_COMPILER),),
    actions=(
        Action("compile", "compile the catalog of a node", "[NODE]"),
        Action("find", "compile the catalog of a node", "[NODE]"),
        Action("select", "list the resources of one type", "NODE TYPE", arity=2),
        Action("info", "name the source of catalogs", arity=0),
        Action("apply", "apply the catalog of a server", refusal=_AGENT),
        Action("download", "store the catalog that a Puppet server has for this node", arity=0),
        Action("save", "store a catalog", refusal="it is for programs in Ruby, not for a user"),
    ),
    examples=("puppet catalog compile pond.example", "puppet catalog select pond.example file"),
)


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """Compile a catalog and print it."""
    action = arguments.command[1]
    if action == "info":
        console.print_result("Run mode 'user': compiler")
        return 0
    if action == "download":
        return _download(arguments, console)
    type_ = arguments.words.pop().lower() if action == "select" else ""
    if arguments.words:
        # The facts are those of this host, whatever the name of the node.
        arguments.add("certname", arguments.words[-1])
        arguments.words.clear()
    if action == "compile":
        arguments.add("section", "server")
    settings = settings_of(APPLICATION, arguments, console)
    if settings.get("manifest"):
        arguments.words.append(settings["manifest"])
    data = _compile(arguments, settings, console)
    if data is None:
        return 1
    if action == "select":
        found = (each for each in data["resources"] if each["type"].lower() == type_)
        console.print_result("\n".join(map(reference, found)))
        return 0
    console.print_result(_rendered(data, arguments.get("render-as")), end="")
    return 0


def _download(arguments: Arguments, console: PuppetConsole) -> int:
    """Ask a server for the catalog of this node, and store it where an agent finds it."""
    from duckrow.cli.drop_ins.puppet.server import client_of, log_to
    from duckrow.cli.runs.agent_facts import agent_facts
    from duckrow.puppet.agent.catalogs import (
        CatalogRequest,
        ask_for_catalog,
        cache_path,
        facts_data,
        write_cache,
    )
    from duckrow.puppet.agent.directories import make_directories_of
    from duckrow.state.run import new_uuid

    arguments.add("section", "agent")
    settings = settings_of(APPLICATION, arguments, console)
    make_directories_of(settings)
    name, environment = str(settings["node_name_value"]), str(settings["environment"])
    facts = agent_facts(arguments, settings, log_to(console, "notice"))
    request = CatalogRequest(name, environment, new_uuid(), environment)
    with client_of(settings, console) as client:
        found = ask_for_catalog(client, request, facts_data(settings, name, facts))
    write_cache(settings, name, found.content)
    path = cache_path(settings, name)
    console.print_log("notice", f"Saved catalog for {name} to {path}")
    return 0


def _compile(arguments: Arguments, settings: Settings, console: PuppetConsole) -> Data | None:
    """Return the catalog; None if the compile fails, which has been shown."""
    environment, node = find_target(arguments, settings)
    start = perf_counter()
    levels = from_level(console.level("notice"))

    def print_entry(entry: LogEntry) -> None:
        if entry.level in levels:
            line = full_line(entry.level, entry.source, full_message(entry))
            console.print_line(entry.level, line)

    result = compile_catalog(environment, node, on_log=print_entry)
    if result.ok:
        words = f"Compiled catalog for {node.name} in environment {environment.name}"
        console.print_log("notice", f"{words} in {perf_counter() - start:.2f} seconds")
        data = result.data()
        if data is not None:
            return data
    assert result.failure is not None
    show_failure(result.failure, environment.code, console)
    console.print_error("usage", f"Try 'puppet help {' '.join(arguments.command)}' for usage")
    return None


def _rendered(data: Data, form: str) -> str:
    if form in ("", "console", "yaml", "dot"):
        return render(data, "json" if form in ("", "console") else form)
    if form in ("json", "pson", "rich_data_json"):
        from json import dumps

        return dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n"
    raise InputError(f"--render-as {form} is not available: give json, pson, yaml or dot")
