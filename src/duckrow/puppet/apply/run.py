"""Apply a catalog, as a part of a run.

catalog_run = CatalogRun(run, machine, options, "site.pp")
catalog_run.apply(ral_from_build(build, catalog_run.providers, run.log))
catalog_run.close()
"""

from __future__ import annotations

from time import perf_counter, time

from duckrow.puppet.apply.report import CatalogPart
from duckrow.puppet.apply.resource import Applier
from duckrow.puppet.apply.schedules import DEFAULTS, Schedules
from duckrow.puppet.apply.stored_state import StoredState
from duckrow.puppet.apply.transaction import ApplyError, Transaction
from duckrow.puppet.providers.index import Providers
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.machine import Machine
    from duckrow.puppet.apply.order import Relationships
    from duckrow.puppet.apply.ral_catalog import RalCatalog
    from duckrow.puppet.resources.desired import Desired
    from duckrow.state.report import Report
    from duckrow.state.run import Run


_MOST_SHOWN = 5  # resources that were skipped because of one failure


class RunOptions:
    """The options of a run."""

    __slots__ = (
        "graph_directory",
        "has_default_schedules",
        "hides_places",
        "ignores_schedules",
        "is_noop",
        "logs_corrective",
        "passes",
        "shows_diff",
        "skip_tags",
        "tags",
        "tells_skipped",
        "traces",
    )

    def __init__(
        self,
        *,
        is_noop: bool = False,
        tags: tuple[str, ...] = (),
        skip_tags: tuple[str, ...] = (),
        ignores_schedules: bool = False,
        shows_diff: bool = False,
        passes: int = 1,
        has_default_schedules: bool = True,
        traces: bool = False,
        graph_directory: str | None = None,
        hides_places: bool = False,
        tells_skipped: bool = False,
        logs_corrective: bool = False,
    ) -> None:
        self.is_noop = is_noop
        self.tags = tags
        self.skip_tags = skip_tags
        self.ignores_schedules = ignores_schedules
        self.shows_diff = shows_diff
        self.passes = passes
        self.has_default_schedules = has_default_schedules
        self.traces = traces
        self.graph_directory = graph_directory
        self.logs_corrective = logs_corrective
        self.hides_places = hides_places  # of resources in a dependency cycle
        self.tells_skipped = tells_skipped  # what each failure keeps from being applied


class CatalogRun:
    """The application of one catalog."""

    __slots__ = (
        "faults",
        "log",
        "options",
        "part",
        "providers",
        "report",
        "run",
        "stops",
        "stored",
    )

    def __init__(self, run: Run, machine: Machine, options: RunOptions, name: str) -> None:
        """Add a part with a name to the report of a run whose state is open."""
        self.run = run
        self.log = run.log
        self.report = run.report
        self.options = options
        self.providers = Providers(machine)
        self.part = CatalogPart(name)
        run.report.parts.append(self.part)
        self.stored = StoredState(load=run.load_remembered if run.has_state else None)
        self.stops: Callable[[], int] | None = None
        self.faults: list[tuple[Desired, Exception]] = []

    def apply(
        self,
        catalog: RalCatalog,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> bool:
        """Apply a catalog; False if it could not be applied at all, which has been logged."""
        start = perf_counter()
        try:
            self._take_over(catalog)
            self._walk(catalog, on_progress)
        except (DuckrowError, OSError) as error:
            self.log("err", f"Failed to apply catalog: {error}")
            return False
        finally:
            _add_time(self.report, "catalog_application", perf_counter() - start)
        self.part.is_applied = True
        self.log("notice", f"Applied catalog in {perf_counter() - start:.2f} seconds")
        return True

    def _take_over(self, catalog: RalCatalog) -> None:
        run = self.run
        # Secrets of an earlier catalog of the run stay secret.
        catalog.secrets.add_all(run.secrets)
        run.secrets = catalog.secrets
        run.report.version, run.report.catalog_uuid = catalog.version, catalog.uuid
        catalog.is_noop, catalog.shows_diff = self.options.is_noop, self.options.shows_diff
        if self.options.has_default_schedules:
            add_default_schedules(catalog)
        if run.backups is not None:
            catalog.backups = run.backups

    def _walk(self, catalog: RalCatalog, on_progress: Callable[[int, int], None] | None) -> None:
        options, part = self.options, self.part
        machine = self.providers.machine
        applier = Applier(
            machine,
            self.stored,
            is_noop=options.is_noop,
            shows_diff=options.shows_diff,
            logs_corrective=options.logs_corrective,
            on_fault=lambda desired, error: self.faults.append((desired, error)),
        )
        schedules = None
        if not options.ignores_schedules:
            schedules = Schedules(catalog, self.stored, time(), self.log)
        transaction: Transaction | None = None
        start = perf_counter()
        for number in range(options.passes):
            if transaction is not None:
                if catalog.is_stopped or (self.stops is not None and self.stops()):
                    break
                undone = transaction.undone()
                if not undone:
                    break
                message = f"Pass {number + 1}: {len(undone)} resources failed or were skipped"
                self.log("notice", message)
            transaction = Transaction(
                catalog,
                applier,
                self.log,
                tags=options.tags,
                skip_tags=options.skip_tags,
                schedules=schedules,
                stops=self.stops,
                earlier=transaction,
                traces=options.traces,
                on_graph=graph_writer(catalog, options.graph_directory),
                hides_places=options.hides_places,
            )
            part.statuses = transaction.statuses
            try:
                transaction.evaluate(on_progress)
            finally:
                part.has_failed_to_generate = transaction.has_failed_to_generate
                part.is_complete = transaction.is_complete
                machine.settle()
        if options.tells_skipped and transaction is not None:
            for ref, skipped in transaction.skipped_because().items():
                self.log("info", _skipped_text(ref, skipped))
        _add_time(self.report, "transaction_evaluation", perf_counter() - start)

    def close(self) -> None:
        """Hand the stored state of resources to the run."""
        if not self.options.is_noop:  # no-op changes nothing, so its values are not stored
            self.run.remembered |= self.stored.changed


def graph_writer(
    catalog: RalCatalog, directory: str | None
) -> Callable[[Relationships], None] | None:
    """Return the function that writes the graphs of a catalog, if --graph is set."""
    if directory is None:
        return None
    from duckrow.puppet.apply.graphs import write_graphs

    return lambda graph: write_graphs(catalog, graph, directory)


def _skipped_text(ref: str, skipped: list[str]) -> str:
    """Say what was skipped because a resource failed."""
    shown = ", ".join(skipped[:_MOST_SHOWN])
    if len(skipped) > _MOST_SHOWN:
        shown += f" and {len(skipped) - _MOST_SHOWN} more"
    words = "resource was" if len(skipped) == 1 else "resources were"
    return f"{ref} failed, so {len(skipped)} {words} skipped: {shown}"


def _add_time(report: Report, name: str, seconds: float) -> None:
    report.times[name] = report.times.get(name, 0) + seconds


def add_default_schedules(catalog: RalCatalog) -> None:
    """Add the schedules that every catalog has, unless it has its own of that name."""
    from duckrow.puppet.resources.schedule import TABLE

    for name, values in DEFAULTS.items():
        if catalog.find("schedule", name) is None:
            schedule = catalog.desired(TABLE, name, values, None, None, ("schedule", name), ())
            catalog.add(schedule, [])


__all__ = ["ApplyError", "CatalogRun", "RunOptions"]
