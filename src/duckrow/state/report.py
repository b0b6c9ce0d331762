"""The report of a run, in the reference's report format (number 12), for both languages.

A run has parts: catalogs and policies, in the order in which they are applied. The report is
updated while the run goes on, so that an interrupted run has one too. Beyond the reference's keys
it has `applied`, the names of the parts, `not_applied`, those that the run did not reach, and
`promises`, the outcomes of promises; with policies also `policies`, their names, and `classes`,
those that are defined at their end; with plugins also `plugins`, what they did. Times are UTC with
nanoseconds, durations seconds.
"""

from __future__ import annotations

from time import gmtime, strftime, time_ns

from duckrow import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Data = dict[str, object]
    Counts = dict[str, float]

FORMAT = 12
# The results of resources and promises; of a part and of a run, the first three.
FAILED, CHANGED, UNCHANGED, SKIPPED, NOOP = "failed", "changed", "unchanged", "skipped", "noop"
# Types of promises that have the outcome of the promises in the bundle that they call.
CALLS = frozenset(("methods",))


class LogLine:
    """One message of a run."""

    __slots__ = ("file", "level", "line", "message", "source", "tags", "time_ns")

    def __init__(
        self,
        level: str,
        message: str,
        source: str = "Puppet",
        tags: Iterable[str] = (),
        file: str | None = None,
        line: int | None = None,
    ) -> None:
        self.level = level
        self.message = message
        self.source = source
        self.tags = tags
        self.file = file
        self.line = line
        self.time_ns = time_ns()

    def to_data(self) -> Data:
        """Return the message as the report has it."""
        return {
            "level": self.level,
            "message": self.message,
            "source": self.source,
            "tags": sorted({self.level, *self.tags}),
            "time": time_text(self.time_ns),
            "file": self.file,
            "line": self.line,
        }


class Part:
    """The result of one part of a run. Each language has a class of its own."""

    __slots__ = ("is_applied", "is_complete", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        # Whether there was something to apply; False for a manifest that does not compile.
        self.is_applied = False
        # Whether the part was applied to its end.
        self.is_complete = False

    @property
    def has_failed(self) -> bool:
        """Whether a resource or promise failed."""
        return False

    @property
    def has_changed(self) -> bool:
        """Whether something was changed."""
        return False

    @property
    def has_pending(self) -> bool:
        """Whether there is something that only no-op kept from being done."""
        return False

    @property
    def is_corrective(self) -> bool:
        """Whether a change reverted a change by another program."""
        return False

    @property
    def status(self) -> str:
        """Return the status of the part: failed, changed or unchanged."""
        if self.has_failed or not self.is_complete:
            return FAILED
        return CHANGED if self.has_changed else UNCHANGED

    def exit_code(self) -> int:
        """Return the code of --detailed-exitcodes: 2 for changes, 4 for failures, 6 for both."""
        return (2 if self.has_changed else 0) | (4 if self.has_failed else 0)

    def counts(self) -> Mapping[str, Counts]:
        """Count resources, promises, changes, events and seconds."""
        return {}

    def resource_statuses(self) -> dict[str, Data]:
        """Return the results of resources by reference."""
        return {}

    def promises(self) -> list[Data]:
        """Return the outcomes of promises."""
        return []

    def classes(self) -> list[str] | None:
        """Return the classes of a policy; None for a catalog."""
        return None


class Report:
    """The report of one run."""

    __slots__ = (
        "catalog_uuid",
        "environment",
        "host",
        "is_noop",
        "logs",
        "more",
        "not_applied",
        "parts",
        "plugins",
        "time_ns",
        "times",
        "uuid",
        "version",
    )

    def __init__(self, host: str, environment: str, uuid: str, *, is_noop: bool) -> None:
        self.host = host
        self.environment = environment
        self.uuid = uuid
        self.is_noop = is_noop
        self.version: object = None
        self.catalog_uuid: str | None = None
        self.time_ns = time_ns()
        self.logs: list[LogLine] = []
        self.parts: list[Part] = []
        self.plugins: list[Data] = []  # the effects of plugins, in order
        # The names of the parts that were not reached, since the run was stopped before.
        self.not_applied: list[str] = []
        self.times: Counts = {}
        # Keys of the report that an agent adds: which server, which catalog.
        self.more: Data = {}

    @property
    def status(self) -> str:
        """Return the status of the run, which is that of its worst part."""
        found = {part.status for part in self.parts}
        if self.not_applied or not found:
            return FAILED
        return FAILED if FAILED in found else CHANGED if CHANGED in found else UNCHANGED

    @property
    def is_complete(self) -> bool:
        """Whether every part was applied to its end."""
        if self.not_applied:
            return False
        return bool(self.parts) and all(part.is_complete for part in self.parts)

    @property
    def is_corrective(self) -> bool:
        """Whether a change reverted a change by another program."""
        return any(part.is_corrective for part in self.parts)

    @property
    def has_pending(self) -> bool:
        """Whether there is something that only no-op kept from being done."""
        return any(part.has_pending for part in self.parts)

    def exit_code(self) -> int:
        """Return the code of --detailed-exitcodes: 2 for changes, 4 for failures, 6 for both."""
        code = 0
        for part in self.parts:
            code |= part.exit_code()
        return code

    def metrics(self) -> dict[str, Counts]:
        """Return the counts of all parts."""
        found: dict[str, Counts] = {
            name: {"total": 0} for name in ("resources", "time", "changes", "events")
        }
        del found["time"]["total"]
        for part in self.parts:
            for name, counts in part.counts().items():
                sums = found.setdefault(name, {})
                for key, value in counts.items():
                    sums[key] = sums.get(key, 0) + value
        found["time"] |= self.times
        return found

    def _of_policies(self) -> Data:
        """Return the names and the classes of policies, if there are some."""
        found = [
            (part.name, classes) for part in self.parts if (classes := part.classes()) is not None
        ]
        if not found:
            return {}
        names = {name for _, classes in found for name in classes}
        return {"policies": [name for name, _ in found], "classes": sorted(names)}

    def to_data(self) -> Data:
        """Return the report as plain data."""
        statuses: dict[str, Data] = {}
        promises: list[Data] = []
        for part in self.parts:
            for ref, data in part.resource_statuses().items():
                statuses[ref] = _merged(statuses[ref], data) if ref in statuses else data
            promises += part.promises()
        return {
            "host": self.host,
            "time": time_text(self.time_ns),
            "configuration_version": self.version,
            "transaction_uuid": self.uuid,
            "report_format": FORMAT,
            "puppet_version": f"duckrow {__version__}",
            "status": self.status,
            "transaction_completed": self.is_complete,
            "noop": self.is_noop,
            "noop_pending": self.has_pending,
            "environment": self.environment,
            "applied": [part.name for part in self.parts],
            "not_applied": list(self.not_applied),
            "logs": [line.to_data() for line in self.logs],
            "metrics": {
                name: {
                    "name": name,
                    "label": _label(name),
                    "values": [[key, _label(key), value] for key, value in values.items()],
                }
                for name, values in self.metrics().items()
            },
            "resource_statuses": statuses,
            "promises": promises,
            **self._of_policies(),
            **({"plugins": self.plugins} if self.plugins else {}),
            "corrective_change": self.is_corrective,
            "catalog_uuid": self.catalog_uuid,
            "cached_catalog_status": "not_used",
            **self.more,
        }


def _merged(earlier: Data, later: Data) -> Data:
    """Return the result of a resource that two catalogs of one run have."""
    found = dict(later)
    for key, value in earlier.items():
        other = later.get(key)
        if isinstance(value, bool) and isinstance(other, bool):
            found[key] = value or other
        elif key in ("change_count", "out_of_sync_count", "evaluation_time"):
            numbers = [each for each in (value, other) if isinstance(each, int | float)]
            found[key] = sum(numbers) if numbers else None
        elif key == "events" and isinstance(value, list) and isinstance(other, list):
            found[key] = value + other
    return found


def time_text(nanoseconds: int) -> str:
    """Write a moment as ISO 8601 does."""
    seconds, rest = divmod(nanoseconds, 1_000_000_000)
    return f"{strftime('%Y-%m-%dT%H:%M:%S', gmtime(seconds))}.{rest:09d}+00:00"


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()
