"""The walk over all resources of a catalog: order, skips, refreshes, and the log."""

from __future__ import annotations

from time import perf_counter

from duckrow.puppet.apply.generation import Generation
from duckrow.puppet.apply.order import Whit, relationships
from duckrow.puppet.apply.refresh import Refreshes
from duckrow.puppet.apply.resource import Applier, error_text
from duckrow.puppet.apply.status import Status
from duckrow.puppet.apply.walk import cycles_text, find_cycles, walk_over
from duckrow.puppet.catalog.resource import location_words
from duckrow.puppet.providers.base import Broken, ProviderError
from duckrow.puppet.resources.desired import Desired
from duckrow.source.errors import DuckrowError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from duckrow.graph.order import Walk
    from duckrow.puppet.apply.order import Relationships
    from duckrow.puppet.apply.ral_catalog import Node, RalCatalog
    from duckrow.puppet.apply.schedules import Schedules
    from duckrow.puppet.apply.status import Event
    from duckrow.puppet.providers.base import Provider
    from duckrow.puppet.resources.desired import Log


# At most so many resources wait for their changes to be written together: a killed run may have
# reported that many changes too early.
MOST_HELD = 100
MAX_LISTED = 20  # of the resources in one cycle, where they are declared


class ApplyError(DuckrowError):
    """A catalog that cannot be applied."""


class Transaction:
    """One walk over a catalog. `statuses` holds the result of each resource."""

    __slots__ = (
        "_announced",
        "_earlier",
        "_generation",
        "_has_stopped",
        "_held",
        "_hides_places",
        "_holder",
        "_on_graph",
        "_prefetched",
        "_refreshes",
        "_schedules",
        "_skip_tags",
        "_stops",
        "_tags",
        "_traces",
        "_whits_failed",
        "applier",
        "catalog",
        "graph",
        "is_complete",
        "log",
        "statuses",
        "walk",
    )

    def __init__(
        self,
        catalog: RalCatalog,
        applier: Applier,
        log: Log,
        *,
        tags: tuple[str, ...] = (),
        skip_tags: tuple[str, ...] = (),
        schedules: Schedules | None = None,
        stops: Callable[[], int] | None = None,
        earlier: Transaction | None = None,
        traces: bool = False,
        on_graph: Callable[[Relationships], None] | None = None,
        hides_places: bool = False,
    ) -> None:
        """Prepare a walk. After an `earlier` one, only failed and skipped resources are done again.

        With `traces` the log shows when each resource starts and how long it took. With
        `hides_places` it does not show where the resources of a dependency cycle are declared.
        """
        self.catalog = catalog
        self.applier = applier
        self.log = log
        self.statuses: dict[str, Status] = {}
        self.is_complete = False
        self.graph: Relationships = None  # type: ignore[assignment]  # made by `evaluate`
        self.walk: Walk = None  # type: ignore[assignment]
        self._refreshes = Refreshes(self, None if earlier is None else earlier.owed)
        self._generation = Generation(self)
        self._earlier = earlier
        self._tags = tags
        self._skip_tags = skip_tags
        self._schedules = schedules
        self._stops = stops
        self._has_stopped = False  # before a resource
        self._traces = traces
        self._on_graph = on_graph
        self._hides_places = hides_places
        self._prefetched: dict[Any, str] = {}  # provider -> error message, "" without an error
        self._announced: set[str] = set()
        self._holder: Provider = None  # type: ignore[assignment]  # who has `_held` resources
        self._held = 0
        self._whits_failed: dict[int, tuple[Any, ...]] = {}

    def status(self, desired: Desired) -> Status:
        """Return the status of a resource so far."""
        found = self.statuses.get(desired.ref)
        if found is None:
            found = self.statuses[desired.ref] = Status(desired)
        return found

    def evaluate(self, on_progress: Callable[[int, int], None] | None = None) -> None:
        """Apply everything."""
        self._generation.begin()
        self._check_before_run()
        graph = self.graph = relationships(self.catalog)
        if self.catalog.version is not None:
            version = self.catalog.version
            self.log("info", f"Applying configuration version '{version}'", "Puppet")
        if self._on_graph is not None:
            self._on_graph(graph)
        self._reject_cycles()
        self.walk = walk_over(graph)
        self.catalog.is_applied = True
        try:
            self._visit_all(on_progress)
        finally:
            self.catalog.is_applied = False
            self._settle()
        for provider in self._prefetched:
            try:
                provider.finish(self.applier.machine)
            except Exception as error:
                name = provider.name or type(provider).__name__
                text = error_text(error, provider)
                message = f"post_resource_eval failed for provider {name}: {text}"
                self.log("err", message, "Puppet")
        self.is_complete = not self._has_stopped

    def _check_before_run(self) -> None:
        """Ask the resources that may forbid the run."""
        errors: list[tuple[Desired, DuckrowError]] = []
        for desired in self.catalog.to_check_before_run():
            try:
                desired.behaviour.check_before_run(desired)
            except DuckrowError as error:
                errors.append((desired, error))
        for desired, found in errors:
            desired.log("err", error_text(found))
        if errors:
            raise ApplyError("Some pre-run checks failed")

    def _visit_all(self, on_progress: Callable[[int, int], None] | None) -> None:
        graph, walk, stops = self.graph, self.walk, self._stops
        while True:
            number = walk.take()
            if number is None:
                deferred = walk.take_deferred()
                if not deferred:
                    break
                self._give_up(deferred)
                continue
            node = graph.nodes[number]
            if self._held and getattr(node, "provider", None) is not self._holder:
                self._settle()
            start = self._announce(node) if self._traces else 0.0
            if type(node) is Whit:
                self._pass(number, node)
            elif stops is not None and stops():
                self._has_stopped = True
                self.status(node).is_skipped = True  # type: ignore[arg-type]
            elif self.catalog.is_stopped:
                self.status(node).is_skipped = True  # type: ignore[arg-type]
            elif self._is_suitable(node):  # type: ignore[arg-type]
                self._visit(number, node)  # type: ignore[arg-type]
                if on_progress is not None:
                    on_progress(len(walk.done), len(graph.nodes))
            else:
                walk.defer(number)
                continue
            walk.finish(number)
            if self._traces:
                text = f"Evaluated in {perf_counter() - start:.2f} seconds"
                self.log_about(node, "info", text)

    def _settle(self) -> None:
        """Make the provider carry out the changes that it holds back."""
        if self._held:
            self._held = 0
            for desired, error in self._holder.settle(self.applier.machine):
                self.applier.take_back(desired, self.status(desired), error)

    def _let_hold(self, number: int, provider: Provider) -> None:
        """Allow a provider to postpone the changes of a resource that no other one waits for."""
        nodes = self.graph.nodes
        is_awaited = any(type(nodes[target]) is not Whit for target in self.graph.outgoing[number])
        if is_awaited or self._held >= MOST_HELD:
            self._settle()
        provider.is_holding = not is_awaited
        if provider.is_holding:
            self._holder = provider
            self._held += 1

    def log_about(self, node: Node | Whit, level: str, message: str) -> None:
        """Log a message about a resource or about the end of a container."""
        if isinstance(node, Desired):
            node.log(level, message)
        else:
            self.log(level, message, node.path)

    def _announce(self, node: Any) -> float:
        """Log that a resource starts and return the time."""
        progress = f"({len(self.walk.done) + 1} of {len(self.graph.live())})"
        self.log_about(node, "info", f"Starting to evaluate the resource {progress}")
        return perf_counter()

    def _reject_cycles(self) -> None:
        cycles = find_cycles(self.graph)
        if not cycles:
            return

        self.log("err", cycles_text(self.graph, cycles), "Puppet")
        for cycle in cycles:
            members = [node for node in cycle if type(node) is Desired]
            for node in members:
                self.status(node).fail("resource is part of a dependency cycle")
            for node in members[:MAX_LISTED]:
                if node.line is not None and not self._hides_places:
                    words = location_words(node.file, node.line)
                    self.log("notice", f"{node.ref} is declared at {words}", "Puppet")
        raise ApplyError("One or more resource dependency cycles detected in graph")

    # One resource.

    @property
    def owed(self) -> dict[str, list[Event]]:
        """Events for resources that were skipped."""
        return self._refreshes.owed

    @property
    def has_failed_to_generate(self) -> bool:
        """Whether a resource failed to generate its resources."""
        return self._generation.has_failed

    def undone(self) -> list[str]:
        """List the resources that failed, or were skipped because of a failure."""
        return [
            ref
            for ref, status in self.statuses.items()
            if status.is_bad or (status.is_skipped and status.failed_dependencies)
        ]

    def skipped_because(self) -> dict[str, list[str]]:
        """Return what was skipped because of each resource that failed."""
        found: dict[str, list[str]] = {}
        if not self._announced:  # nothing failed that others depend on
            return found
        for ref, status in self.statuses.items():
            if status.is_skipped:
                for failed in status.failed_dependencies:
                    found.setdefault(failed.ref, []).append(ref)
        return found

    def _visit(self, number: int, desired: Desired) -> None:
        before = None if self._earlier is None else self._earlier.statuses.get(desired.ref)
        if before is not None and not before.is_bad and not before.failed_dependencies:
            self.statuses[desired.ref] = before
            return
        self._prefetch(desired)
        if desired.provider.generates_late:
            self._generation.late(number, desired)
        failed = self._failed_dependencies(number)
        reason = self._reason_to_skip(desired, failed)
        if reason:
            status = self.status(desired)
            status.is_skipped = True
            status.failed_dependencies = failed
            self._refreshes.drop(number)
            return
        if desired.provider.can_hold:
            self._let_hold(number, desired.provider)
        status = self.statuses[desired.ref] = self.applier.evaluate(desired)
        status.is_scheduled = True
        if before is not None:
            status.take_over(before)
        if status.events and not status.is_bad:
            self._refreshes.queue(number, status.events)
        self._refreshes.process(number)

    def _pass(self, number: int, whit: Whit) -> None:
        failed = self._failed_dependencies(number)
        if failed or not self._is_tagged(whit.tags):
            # Those behind it learn of failures from it: see _failed_dependencies.
            self._whits_failed[number] = failed
            self._refreshes.drop(number)
            return
        self._refreshes.process(number)

    def _failed_dependencies(self, number: int) -> tuple[Any, ...]:
        """Return the failed nodes before a node, directly or behind nodes that were skipped."""
        graph = self.graph
        failed: dict[Any, None] = {}
        for source in graph.incoming[number]:
            node = graph.nodes[source]
            if type(node) is Whit:
                failed.update(dict.fromkeys(self._whits_failed.get(source, ())))
                continue
            status = self.statuses.get(node.ref)
            if status is None:
                continue
            failed.update(dict.fromkeys(status.failed_dependencies))
            if status.is_bad:
                failed[node] = None
        return tuple(failed)

    def _reason_to_skip(self, desired: Desired, failed: tuple[Any, ...]) -> str:
        if self._skip_tags and any(tag in desired.tags for tag in self._skip_tags):
            return "skip tags"
        if not self._is_tagged(desired.tags):
            return "tags"
        if self._schedules is not None and not self._schedules.allows(desired):
            return "schedule"
        if failed:
            for dependency in failed:
                if dependency.ref not in self._announced:
                    self._announced.add(dependency.ref)
                    has_failed = "true" if self.status(dependency).has_failed else "false"
                    message = f"Dependency {dependency.ref} has failures: {has_failed}"
                    desired.log("notice", message)
            desired.log("warning", "Skipping because of failed dependencies")
            return "dependencies"
        failed_prefetch = self._prefetched.get(desired.provider)
        if failed_prefetch:
            self.status(desired).fail(failed_prefetch)
            desired.log("warning", "Skipping because provider prefetch failed")
            return "prefetch"
        return ""

    def _is_tagged(self, tags: Any) -> bool:
        return not self._tags or any(tag in tags for tag in self._tags)

    # Providers.

    def _is_suitable(self, desired: Desired) -> bool:
        provider = desired.provider
        providers = self.catalog.providers
        try:
            if provider is not None:
                is_here = providers.is_suitable(provider)
                return is_here or providers.is_suitable(provider, again=True)
            # Something installed meanwhile may bring a tool.
            for each in providers.all_of(desired.behaviour):
                if providers.is_suitable(each, again=True):
                    desired.provider = each
                    return True
        except ProviderError as error:
            desired.provider = Broken(str(error))
            return True
        return False

    def _give_up(self, numbers: list[int]) -> None:
        """Fail the resources that no provider can manage."""
        types: dict[str, Desired] = {}
        for number in numbers:
            desired: Any = self.graph.nodes[number]
            if not self._is_tagged(desired.tags):
                self.walk.finish(number)
                continue
            if desired.provider is not None:
                name = desired.provider.name
                message = f"Provider {name} is not functional on this host"
                desired.log("err", message + self._missing_below_root([desired.provider]))
            else:
                types[desired.table.name] = desired
            self.status(desired).has_failed = True
            self.walk.finish(number)
        for name, desired in types.items():
            message = f"Could not find a suitable provider for {name}"
            many = self.catalog.providers.all_of(desired.behaviour)
            self.log("err", message + self._missing_below_root(many), "Puppet")

    def _missing_below_root(self, providers: list[Provider]) -> str:
        """Return the end of an error message: the commands that a scratch root lacks."""
        machine = self.applier.machine
        if machine.root == "/":
            return ""
        missing = {name: None for each in providers for name in each.missing_commands(machine)}
        return f" (the root directory has no command {', '.join(missing)})" if missing else ""

    def _prefetch(self, desired: Desired) -> None:
        """Call `prefetch` of a provider before the first of its resources."""
        provider = desired.provider
        if provider in self._prefetched:
            return
        self._prefetched[provider] = ""
        many = [each for each in self.catalog.of_type(desired.type) if each.provider is provider]
        try:
            provider.prefetch(self.applier.machine, many)
        except Exception as error:
            name, kind = provider.name, desired.table.name
            text = error_text(error, provider)
            message = f"Could not prefetch {kind} provider '{name}': {text}"
            self.log("err", message, "Puppet")
            self._prefetched[provider] = f"Prefetch failed for {kind} provider '{name}'"
