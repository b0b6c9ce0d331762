"""The resources and promises of a stored report, both in one form."""

from __future__ import annotations

from duckrow.state.report import CALLS, CHANGED, FAILED, NOOP, SKIPPED, UNCHANGED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Data = dict[str, object]

_OF_PROMISES = {"kept": UNCHANGED, "repaired": CHANGED}


class Item:
    """The result of a resource or a promise."""

    __slots__ = ("file", "is_promise", "line", "messages", "name", "outcome", "seconds", "why")

    def __init__(self, name: str, outcome: str, data: Data, *, is_promise: bool) -> None:
        self.name = name
        self.outcome = outcome
        self.is_promise = is_promise
        file, line = data.get("file"), data.get("line")
        self.file = file if isinstance(file, str) else None
        self.line = line if isinstance(line, int) else None
        seconds = data.get("seconds" if is_promise else "evaluation_time")
        self.seconds = float(seconds) if isinstance(seconds, int | float) else 0.0
        self.messages: list[str] = []
        # Why it was skipped: the resources that failed before it, or the reason of a promise.
        self.why: list[str] = []

    @property
    def location(self) -> str:
        """Return the file and line, if they are known."""
        if self.file is None:
            return ""
        return self.file if self.line is None else f"{self.file}:{self.line}"


def items_of(report: Data) -> list[Item]:
    """Return the resources and promises of a report; calls of bundles are left out."""
    statuses = report.get("resource_statuses")
    found = list(_resources(statuses if isinstance(statuses, dict) else {}))
    for data in hashes(report.get("promises")):
        if str(data.get("type")) in CALLS:
            continue
        outcome = str(data.get("outcome"))
        name = f'{data.get("type")} "{data.get("promiser")}"'
        item = Item(name, _OF_PROMISES.get(outcome, outcome), data, is_promise=True)
        messages = data.get("messages")
        item.messages = [str(each) for each in messages] if isinstance(messages, list) else []
        item.why = [str(data["why"])] if data.get("why") else []
        found.append(item)
    return found


def _resources(statuses: Data) -> Iterator[Item]:
    for ref, data in statuses.items():
        # Every catalog has schedules, which are never applied.
        if not isinstance(data, dict) or data.get("resource_type") == "Schedule":
            continue
        events = hashes(data.get("events"))
        outcome = UNCHANGED
        if data.get("failed") or data.get("failed_to_restart"):
            outcome = FAILED
        elif data.get("changed"):
            outcome = CHANGED
        elif any(event.get("status") == "noop" for event in events):
            outcome = NOOP
        elif data.get("skipped"):
            outcome = SKIPPED
        item = Item(ref, outcome, data, is_promise=False)
        item.messages = [
            str(event["message"])
            for event in events
            if event.get("message") and (outcome != FAILED or event.get("status") == "failure")
        ]
        failed = data.get("failed_dependencies")
        item.why = [str(each) for each in failed] if isinstance(failed, list) else []
        yield item


def hashes(value: object) -> list[Data]:
    """Return the hashes of a list of a report."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
