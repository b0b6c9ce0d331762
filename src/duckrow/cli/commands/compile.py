"""`duckrow compile`: compile the catalog of a node, or of many nodes."""

from __future__ import annotations

from duckrow.cli.options import Command, Option, UsageError
from duckrow.cli.target import TARGET, find_target, read_settings, setting_option, use_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.puppet.environment.compile import Result
    from duckrow.puppet.environment.environment import Environment

FORMATS = ("text", "json", "yaml", "dot", "none")
OWN = (
    Option("-e", "compile this code instead of manifests", metavar="CODE"),
    Option("--format", "format of the catalog (text)", choices=FORMATS),
    Option("--batch", "compile a list of jobs, one JSON result per line", metavar="FILE|-"),
    Option("--jobs", "maximum number of processes for --batch (1)", metavar="N"),
)

COMMAND = Command(
    "compile",
    "[OPTION…] [FILE|DIRECTORY]",
    (*OWN, *TARGET),
    (
        ("duckrow compile -e 'notify { hello: }'", "code from the command line"),
        ("duckrow compile --node pond.example.com --facts pond.json site.pp", "a file for a node"),
        ("duckrow compile --environment staging --format json", "the environment's own manifests"),
        ("duckrow compile --batch nodes.json --jobs 4", "many catalogs at once"),
    ),
    "Without a file, the environment's manifests are compiled; - is stdin.\n"
    "Any setting of puppet.conf is an option too: --hiera-config FILE, --storeconfigs, …\n"
    "Log messages go to stderr.",
    setting_option,
)


def run(arguments: Arguments, console: Console) -> int:
    """Compile; return 0 for a catalog, 1 if there is none."""
    settings = read_settings(arguments, OWN)
    batch = arguments.get("batch")
    if not batch and arguments.has("jobs") and not arguments.get("jobs").isdigit():
        batch = arguments.get("jobs")  # the name of --batch before --jobs was a number
    if batch:
        from duckrow.cli.jobs import run_jobs

        if arguments.words or arguments.has("e"):
            raise UsageError("--batch cannot be combined with manifests or -e")
        return run_jobs(batch, arguments, settings, console)
    environment, node = find_target(arguments, settings)
    from duckrow.cli.logs import Printer
    from duckrow.puppet.catalog.build import LogEntry
    from duckrow.puppet.environment.compile import compile_catalog

    printer = Printer(console, settings.get("log_level", "notice"))
    store = use_store(settings, lambda level, message: printer(LogEntry(level, message, "Puppet")))
    try:
        result = compile_catalog(environment, node, on_log=printer)
    finally:
        store.close()
    if not result.ok:
        return _failed(result, environment, console)
    cycles = result.cycles()
    for cycle in cycles:
        console.print_message(f"Warning: {cycle.describe()}", "dependency-cycle", "warning")
    if arguments.get("format") != "none" and (not console.quiet or arguments.has("output")):
        pieces = _written(result, arguments.get("format", "text"))
        if pieces is None:
            return _failed(result, environment, console)
        for piece in pieces:
            console.print_result(piece, end="")
    return 1 if cycles and settings.get("strict_cycles") else 0


def _written(result: Result, format_: str) -> Iterable[str] | None:
    """Return the catalog in a format, or None if one of its values cannot be written."""
    if format_ == "json":
        return result.json_pieces()
    data = result.data()
    if data is None:
        return None
    from duckrow.puppet.catalog.formats import render

    return [render(data, format_)]


def _failed(result: Result, environment: Environment, console: Console) -> int:
    from duckrow.cli.excerpt import show_failure

    assert result.failure is not None
    return show_failure(result.failure, environment.code, console)
