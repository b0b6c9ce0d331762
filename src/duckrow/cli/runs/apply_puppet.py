"""Apply manifests or a catalog, as a part of a run."""

from __future__ import annotations

import sys
from time import perf_counter

from duckrow.cli.given_paths import expect_directory
from duckrow.cli.host import modules_of
from duckrow.cli.logs import full_message
from duckrow.cli.options import UsageError
from duckrow.cli.screen import Progress
from duckrow.cli.target import find_target, use_store
from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import read_input
from duckrow.machine.this_process import catch_signals, end_on_signals
from duckrow.puppet.apply.run import CatalogRun, RunOptions
from duckrow.source.errors import DuckrowError, InputError
from duckrow.state.run import new_uuid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.cli.runs.parts import GivenPart
    from duckrow.cli.target import UsedStore
    from duckrow.puppet.apply.ral_catalog import RalCatalog
    from duckrow.puppet.catalog.build import LogEntry
    from duckrow.puppet.environment.node import Node
    from duckrow.puppet.settings.settings import Settings
    from duckrow.puppet.storeconfigs.storing import Storing
    from duckrow.state.run import Run


def apply_puppet(
    part: GivenPart,
    run: Run,
    root: str,
    arguments: Arguments,
    settings: Settings,
    console: Console,
    prerun: Callable[[], None],
) -> int:
    """Apply manifests or a catalog; return the exit code of a signal that stops the run, or 0."""
    machine = LocalMachine(root, durability=arguments.get("durability", "file"))
    options = options_of(arguments, settings, run, console)
    catalog_run = CatalogRun(run, machine, options, part.name)
    end_on_signals()  # while it compiles, nothing can be left half done
    if part.kind == "catalog":
        catalog = _read_catalog(part, settings, catalog_run)
    else:
        own = arguments.with_words(part.paths)
        store = use_store(settings, catalog_run.log)
        try:
            catalog = _compile(own, settings, catalog_run, console, store)
        finally:
            store.close()
    if catalog is None:
        return 0
    prerun()
    if settings.get("write_catalog_summary") in (True, "true"):
        from duckrow.cli.runs.run_settings import write_catalog_summary

        write_catalog_summary(catalog, settings, run)
    return apply_catalog(catalog, catalog_run, run, console)


def apply_catalog(catalog: RalCatalog, catalog_run: CatalogRun, run: Run, console: Console) -> int:
    """Apply a catalog; return the exit code of a signal that stops the run, or 0."""
    progress = None
    if not console.json and sys.stderr is not None and sys.stderr.isatty():
        progress = Progress()
    # The run ends after the current resource, so that no change is left half done.
    catalog_run.stops = catch_signals(run.log_signal)
    try:
        catalog_run.apply(catalog, progress)
    finally:
        if progress is not None:
            progress.clear()
        catalog_run.close()
    for desired, error in catalog_run.faults:
        from traceback import format_exception

        hide = run.secrets.hide
        what = hide(f"{type(error).__name__}: {error}")
        console.print_fault(hide(desired.ref), what, hide("".join(format_exception(error))))
    return catalog_run.stops()


def _load_classes(arguments: Arguments, settings: Settings, node: Node) -> None:
    """Include the classes of the classfile, as --loadclasses asks for."""
    if not arguments.has("loadclasses"):
        return
    path = settings["classfile"]
    try:
        names = read_input(path).decode("utf-8", "replace").split()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    classes = node.classes
    known = classes if isinstance(classes, dict) else dict.fromkeys(classes)
    node.classes = {**dict.fromkeys(name for name in names if name != "settings"), **known}


def _compile(
    arguments: Arguments,
    settings: Settings,
    catalog_run: CatalogRun,
    console: Console,
    store: UsedStore,
) -> RalCatalog | None:
    """Compile the manifests; None if that fails, which has been shown."""
    from duckrow.puppet.environment.compile import compile_catalog

    # The target has one manifest; the others are parsed after it.
    more = arguments.words[1:]
    del arguments.words[1:]
    world = heard = None
    storing = None
    if settings.storeconfigs:
        from duckrow.puppet.storeconfigs.storing import Storing

        storing = Storing(store.find(), str(settings["node_name_value"]), settings.world.now)
    if arguments.has("record"):
        from duckrow.puppet.explain.secrets import SecretsHeard
        from duckrow.puppet.settings.settings import Settings
        from duckrow.puppet.world import RecordedWorld

        world, heard = RecordedWorld(settings.world), SecretsHeard()
        settings = Settings(settings.given, world)
    environment, node = find_target(arguments, settings)
    environment.more_manifests = more
    _load_classes(arguments, settings, node)
    catalog_run.report.environment = environment.name
    start = perf_counter()
    if not _is_stored(storing, lambda to: to.store_facts(node, environment.name), catalog_run):
        return None

    def on_log(entry: LogEntry) -> None:
        location = entry.location
        file, line = (None, None) if location is None else (location.file, location.line)
        catalog_run.log(entry.level, full_message(entry), entry.source, file, line)

    result = compile_catalog(environment, node, listener=heard, on_log=on_log)
    catalog_run.report.plugins += result.effects_of_plugins()
    seconds = perf_counter() - start
    if result.failure is not None:
        from duckrow.cli.excerpt import show_failure

        failure = result.failure
        show_failure(failure, environment.code, console)
        for word, text in (("why", failure.why), ("try", failure.hint)):
            if text:  # the message itself has been logged
                catalog_run.run.record("err", f"{word}: {text}", "Puppet", None, None)
        return None
    if not _is_stored(storing, lambda to: to.store_catalog(result.build, new_uuid()), catalog_run):
        return None
    times = catalog_run.report.times
    times["config_retrieval"] = times.get("config_retrieval", 0) + seconds
    words = f"Compiled catalog for {node.name} in environment {environment.name}"
    catalog_run.log("notice", f"{words} in {seconds:.2f} seconds")
    catalog_run.log("info", f"Using environment '{environment.name}'")

    from duckrow.puppet.apply.ral_from_build import ral_from_build

    catalog = None
    try:
        catalog = ral_from_build(result.build, catalog_run.providers, catalog_run.log)
    except DuckrowError as error:
        catalog_run.log("err", str(error))
    if world is not None and heard is not None:
        from duckrow.puppet.explain.stored import compile_data

        secrets = catalog_run.run.secrets if catalog is None else catalog.secrets
        data = compile_data(environment, node, world, result.build, secrets, heard.values)
        catalog_run.run.recording.append(
            {"language": "puppet", "name": environment.name, "record": data}
        )
    return catalog


def _is_stored(
    storing: Storing | None, store: Callable[[Storing], None], catalog_run: CatalogRun
) -> bool:
    """Store something; log an error and return False if that fails: then nothing is applied."""
    try:
        if storing is not None:
            store(storing)
    except DuckrowError as error:
        catalog_run.log("err", str(error))
        return False
    return True


def _read_catalog(
    part: GivenPart, settings: Settings, catalog_run: CatalogRun
) -> RalCatalog | None:
    """Read the catalog from its file; None if it cannot be applied, which has been logged."""
    (path,) = part.paths
    data = part.data
    if data is None:
        data = _read_json(path, part.content)
    from duckrow.cli.ruby_types import ruby_types_of
    from duckrow.puppet.apply.ral_from_data import CatalogDataError, catalog_in, ral_from_data

    try:
        data = catalog_in(data)
        library = modules_of(settings, data["environment"] or "production").library
        types = ruby_types_of(library, settings, catalog_run.providers.machine, catalog_run.log)
        catalog = ral_from_data(
            data, catalog_run.providers, catalog_run.log, library.find_resource_type, types
        )
    except CatalogDataError as error:
        raise InputError(f"cannot read {path}: {error}") from None
    except DuckrowError as error:
        catalog_run.log("err", str(error))
        return None
    catalog.modules = lambda: library.modules
    return catalog


def _read_json(path: str, content: bytes | None) -> object:
    """Return the data of a JSON file whose content may have been read."""
    from duckrow.data.errors import DataError
    from duckrow.data.json import load

    try:
        return load(read_input(path) if content is None else content, path)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except DataError as error:
        raise InputError(f"cannot read {path}: {error}") from None


def options_of(arguments: Arguments, settings: Settings, run: Run, console: Console) -> RunOptions:
    """Return the options of a run that apply a catalog."""
    writes_graph = _flag(settings, "graph")
    return RunOptions(
        is_noop=run.report.is_noop,
        tags=_tags(settings.get("tags")),
        skip_tags=_tags(settings.get("skip_tags")),
        ignores_schedules=_flag(settings, "ignoreschedules"),
        shows_diff=arguments.has("test") or _flag(settings, "show_diff"),
        passes=arguments.count("passes", 1),
        has_default_schedules=settings.get("default_schedules", "true") not in (False, "false"),
        traces=_flag(settings, "evaltrace"),
        graph_directory=_graph_directory(settings, run.state_directory) if writes_graph else None,
        # What the original does not print.
        hides_places=console.program == "puppet",
        tells_skipped=console.program != "puppet",
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
