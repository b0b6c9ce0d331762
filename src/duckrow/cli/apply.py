"""`duckrow apply`: apply a manifest or a catalog to this host."""

from __future__ import annotations

import gc
import sys
from time import perf_counter

from duckrow.cli.given_paths import expect_directory, expect_readable, expect_writable
from duckrow.cli.host import modules_of, root_of, state_of, take_run_lock
from duckrow.cli.logs import LEVELS, full_message
from duckrow.cli.options import Command, Option, UsageError
from duckrow.cli.screen import Progress, Screen
from duckrow.cli.target import TARGET, find_target, read_settings, setting_option
from duckrow.machine.paths import read_input, write_text
from duckrow.machine.this_process import GC_THRESHOLDS
from duckrow.source.errors import DuckrowError, InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.puppet.apply.ral_catalog import RalCatalog
    from duckrow.puppet.apply.run import Run
    from duckrow.puppet.settings.settings import Settings

OWN = (
    Option("-e", "apply this code instead of manifests", metavar="CODE"),
    Option("--catalog", "apply a catalog from a JSON file, - for stdin", metavar="FILE"),
    Option("--detailed-exitcodes", "2: changes, 4: failures, 6: both"),
    Option("-t --test", "--verbose --show-diff --detailed-exitcodes"),
    Option("--root", "apply to a scratch root directory", metavar="DIR"),
    Option("--state-dir", "directory of reports and backups", metavar="DIR"),
    Option("--no-state", "neither read nor store state"),
    Option(
        "--durability",
        "when changes are synced to the disk: each file, at the end of the run, never (file)",
        choices=("file", "run", "none"),
    ),
    Option("--passes", "retry failed and skipped resources, up to N passes (1)", metavar="N"),
    Option("--wait-for-lock", "seconds to wait for another run (0)", metavar="SECONDS"),
    Option("--report", "write the report to a file, as JSON or YAML", metavar="FILE"),
)
SETTINGS = (
    Option("--noop", "change nothing, report what would change", is_switch=True),
    Option("--tags", "apply only resources with one of these tags", metavar="TAG[,TAG…]"),
    Option("--skip-tags", "skip resources with one of these tags", metavar="TAG[,TAG…]"),
    Option("--show-diff", "show diffs of file contents", is_switch=True),
    Option("--ignoreschedules", "ignore schedules", is_switch=True),
    Option("--evaltrace", "with --verbose: log each resource and its duration", is_switch=True),
    Option("--graph", "write the order of resources as Graphviz files", is_switch=True),
    Option("--graphdir", "directory for --graph (graphs, in the state directory)", metavar="DIR"),
)

COMMAND = Command(
    "apply",
    "[OPTION…] [FILE|DIRECTORY]…",
    (*OWN, *SETTINGS, *TARGET),
    (
        ("duckrow apply site.pp", "a manifest"),
        (
            "duckrow apply --noop -e 'file { \"/tmp/pond\": ensure => directory }'",
            "show what would change",
        ),
        ("duckrow apply --catalog pond.json --detailed-exitcodes", "a catalog compiled before"),
        ("duckrow apply --root /tmp/scratch site.pp", "to a scratch root directory"),
    ),
    "Without a file, the environment's manifests are applied; - is stdin.\n"
    "Exit codes: 0 success, 1 failure; see --detailed-exitcodes.\n"
    "Any setting of puppet.conf is an option too.",
    setting_option,
)


def run(arguments: Arguments, console: Console) -> int:
    """Apply the given manifests or catalog."""
    # They stay until the process ends: restoring them would start a collection for nothing.
    gc.set_threshold(*GC_THRESHOLDS)
    start = perf_counter()
    settings = read_settings(arguments, OWN)
    root = root_of(arguments, "apply to")
    directory = state_of(arguments, root)
    if arguments.has("report"):
        expect_writable(arguments.get("report"))
    release = take_run_lock(directory, _seconds(arguments), console)
    if release is None:
        return 1
    try:
        return _run(arguments, settings, console, root, directory, start)
    finally:
        release()


def _run(
    arguments: Arguments,
    settings: Settings,
    console: Console,
    root: str,
    directory: str | None,
    start: float,
) -> int:
    from duckrow.machine.local import LocalMachine
    from duckrow.puppet.apply.run import Run

    name = arguments.get("node") or settings["certname"]
    environment = settings.get("environment") or "production"
    options = _options(arguments, settings, console, directory)
    machine = LocalMachine(root, durability=arguments.get("durability", "file"))
    screen = Screen(console)
    puppet_run = Run(machine, name, environment, options, screen)
    if directory is not None:
        puppet_run.open_state(directory)
    puppet_run.stops = _stopper(puppet_run)
    is_done = False
    progress = None
    try:
        if arguments.has("catalog"):
            catalog = _read_catalog(arguments, settings, puppet_run)
        else:
            catalog = _compile(arguments, settings, puppet_run, console)
        if catalog is not None:
            if not console.json and sys.stderr is not None and sys.stderr.isatty():
                progress = Progress()
            is_done = puppet_run.apply(catalog, progress)
    finally:
        if progress is not None:
            progress.clear()
        lost = puppet_run.close(perf_counter() - start)
    if arguments.has("report"):
        _write_report(arguments.get("report"), puppet_run.report_data())
    elif lost is not None:
        from duckrow.cli.console import to_json

        console.write_error(to_json(lost) + "\n")
    for desired, error in puppet_run.faults:
        from traceback import format_exception

        hide = puppet_run.secrets.hide
        what = hide(f"{type(error).__name__}: {error}")
        console.print_fault(desired.ref, what, hide("".join(format_exception(error))))
    return screen.finish(_exit_code(arguments, puppet_run) if is_done else 1)


def _exit_code(arguments: Arguments, puppet_run: Run) -> int:
    if arguments.has("detailed-exitcodes") or arguments.has("test"):
        return puppet_run.report.exit_code() or (1 if puppet_run.has_lost_report else 0)
    return 1 if puppet_run.report.status == "failed" or puppet_run.has_lost_report else 0


def _compile(
    arguments: Arguments, settings: Settings, puppet_run: Run, console: Console
) -> RalCatalog | None:
    """Compile the manifests; None if that fails, which has been shown."""
    from duckrow.puppet.environment.compile import compile_catalog

    more = _further_manifests(arguments)
    environment, node = find_target(arguments, settings)
    environment.more_manifests = more
    puppet_run.report.environment = environment.name
    start = perf_counter()

    def on_log(entry: Any) -> None:
        location = entry.location
        file, line = (None, None) if location is None else (location.file, location.line)
        puppet_run.log(entry.level, full_message(entry), entry.source, file, line)

    result = compile_catalog(environment, node, on_log=on_log)
    seconds = perf_counter() - start
    if result.failure is not None:
        from duckrow.cli.excerpt import show_failure

        show_failure(result.failure, environment.code, console)
        return None
    puppet_run.report.times["config_retrieval"] = seconds
    words = f"Compiled catalog for {node.name} in environment {environment.name}"
    puppet_run.log("notice", f"{words} in {seconds:.2f} seconds")
    puppet_run.log("info", f"Using environment '{environment.name}'")

    from duckrow.puppet.apply.ral_from_build import ral_from_build

    try:
        return ral_from_build(result.build, puppet_run.providers, puppet_run.log)
    except DuckrowError as error:
        puppet_run.log("err", str(error))
        return None


def _further_manifests(arguments: Arguments) -> list[str]:
    """Remove all manifests but the first from the arguments."""
    more = arguments.words[1:]
    if not more:
        return []
    if "-" in arguments.words or arguments.has("e"):
        raise UsageError("name files or directories, or give code with -e or on standard input")
    for path in more:
        expect_readable(path)
    del arguments.words[1:]
    return more


def _read_catalog(arguments: Arguments, settings: Settings, puppet_run: Run) -> RalCatalog | None:
    """Read the catalog from its file; None if it cannot be applied, which has been logged."""
    if arguments.words or arguments.has("e"):
        raise UsageError("--catalog cannot be combined with manifests or -e")
    path = arguments.get("catalog")
    from duckrow.data.errors import DataError
    from duckrow.data.json import load

    try:
        data = load(read_input(path), path)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except DataError as error:
        raise InputError(f"cannot read {path}: {error}") from None

    from duckrow.puppet.apply.ral_from_data import CatalogDataError, catalog_in, ral_from_data

    try:
        data = catalog_in(data)
        library = modules_of(settings, data["environment"] or "production").library
        catalog = ral_from_data(
            data, puppet_run.providers, puppet_run.log, library.find_resource_type
        )
    except CatalogDataError as error:
        raise InputError(f"cannot read {path}: {error}") from None
    except DuckrowError as error:
        puppet_run.log("err", str(error))
        return None
    catalog.modules = lambda: library.modules
    return catalog


def _options(
    arguments: Arguments, settings: Settings, console: Console, directory: str | None
) -> Any:
    from duckrow.puppet.apply.run import RunOptions

    is_test = arguments.has("test")
    level = console.level("info" if is_test else settings.get("log_level", "notice"))
    return RunOptions(
        is_noop=_flag(settings, "noop"),
        tags=_tags(settings.get("tags")),
        skip_tags=_tags(settings.get("skip_tags")),
        ignores_schedules=_flag(settings, "ignoreschedules"),
        shows_diff=is_test or _flag(settings, "show_diff"),
        passes=arguments.count("passes", 1),
        level=level if level in LEVELS else "notice",
        has_default_schedules=settings.get("default_schedules", "true") not in (False, "false"),
        traces=_flag(settings, "evaltrace"),
        graph_directory=_graph_directory(settings, directory) if _flag(settings, "graph") else None,
    )


def _graph_directory(settings: Settings, directory: str | None) -> str:
    given = settings.get("graphdir") or (directory and f"{directory}/graphs")
    if not given:
        raise UsageError("--graph needs --graphdir if there is no state directory")
    expect_directory(str(given))
    return str(given)


def _flag(settings: Settings, name: str) -> bool:
    return settings.get(name) in (True, "true")


def _tags(text: object) -> tuple[str, ...]:
    return tuple(each.strip().lower() for each in str(text or "").split(",") if each.strip())


def _seconds(arguments: Arguments) -> float:
    text = arguments.get("wait-for-lock", "0")
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"--wait-for-lock takes a number of seconds, not '{text}'") from None


def _stopper(puppet_run: Run) -> Callable[[], bool]:
    """Return a function that reports whether a signal should end the run.

    The run ends after the current resource, so that no change is left half done; a second signal
    ends it at once.
    """
    # The module without the underscore is slow to import.
    from _signal import SIG_DFL, SIGINT, SIGTERM, signal  # type: ignore[import-not-found]

    caught: list[int] = []

    def catch(number: int, _frame: object) -> None:
        caught.append(number)
        signal(number, SIG_DFL)
        name = {SIGINT: "INT", SIGTERM: "TERM"}.get(number, str(number))
        puppet_run.log("notice", f"Caught {name}; exiting")

    for number in (SIGINT, SIGTERM):
        signal(number, catch)
    return lambda: bool(caught)


def _write_report(path: str, data: dict[str, object]) -> None:
    if path.endswith((".yaml", ".yml")):
        from yaml import safe_dump

        text = "--- !ruby/object:Puppet::Transaction::Report\n" + safe_dump(data, sort_keys=False)
    else:
        from json import dumps

        text = dumps(data, indent=2) + "\n"

    try:
        write_text(path, text, "backslashreplace")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None
