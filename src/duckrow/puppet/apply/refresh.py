"""Events on their way to the resources that refresh because of them.

An event travels along the edges that carry events. A container passes on the events of its
contents; a resource that has refreshed sends the resources after it an event that it has restarted.
"""

from __future__ import annotations

from duckrow.puppet.apply.order import REFRESH, Whit
from duckrow.puppet.apply.resource import error_text
from duckrow.puppet.apply.status import NOOP, SUCCESS, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.apply.transaction import Transaction
    from duckrow.puppet.resources.desired import Desired


class Refreshes:
    """The resources that must refresh, and the events that cause it."""

    __slots__ = ("_due", "_queues", "_transaction", "owed")

    def __init__(self, transaction: Transaction, due: dict[str, list[Event]] | None = None) -> None:
        """Start with no events, except those that an earlier walk left `due`."""
        self._transaction = transaction
        self._queues: dict[int, list[Event]] = {}
        self._due = due or {}
        self.owed: dict[str, list[Event]] = {}

    def queue(self, number: int, events: list[Event]) -> None:
        """Send events of a node along its edges."""
        graph = self._transaction.graph
        node = graph.nodes[number]
        by_name: dict[str, list[Event]] = {}
        for event in events:
            by_name.setdefault(event.name, []).append(event)
        for group in by_name.values():
            for target, labels in graph.outgoing[number].items():
                for label in labels:
                    if label == REFRESH and self._can_refresh(target):
                        self._queue_for(node, target, group)
            if type(node) is not Whit and self._refreshes_itself(node):
                self._queue_for(node, number, group[:1])
        if type(node) is not Whit and any(event.drops_refreshes for event in events):
            self._transaction.log_about(node, "info", f"Unscheduling refresh on {node.ref}")
            self._queues.pop(number, None)

    def _can_refresh(self, number: int) -> bool:
        node: Any = self._transaction.graph.nodes[number]
        return type(node) is Whit or node.behaviour.can_refresh

    def _refreshes_itself(self, node: Any) -> bool:
        behaviour = node.behaviour
        return bool(behaviour.refreshes_itself and node.values.get("ensure") != "absent")

    def _queue_for(self, source: Any, number: int, events: list[Event]) -> None:
        target: Any = self._transaction.graph.nodes[number]
        if type(target) is Whit and target.is_end:
            message = f"The container {target.name} will propagate my refresh event"
            self._transaction.log_about(source, "debug", message)
        else:
            self._transaction.log_about(source, "info", f"Scheduling refresh of {target}")
        self._queues.setdefault(number, []).extend(events)

    def drop(self, number: int) -> None:
        """Unschedule the events for a skipped node, and record them as owed."""
        events = self._queues.pop(number, None)
        if events:
            node = self._transaction.graph.nodes[number]
            self.owed[node.ref] = events
            self._transaction.log_about(node, "info", f"Unscheduling all events on {node}")

    def process(self, number: int) -> None:
        """Refresh a node if it has events."""
        events = self._queues.pop(number, None)
        node: Any = self._transaction.graph.nodes[number]
        if self._due and node.ref in self._due:
            events = [*self._due.pop(node.ref), *(events or ())]
        if not events:
            return
        is_whit = type(node) is Whit
        applier = self._transaction.applier
        is_noop = applier.is_noop if is_whit else applier.is_noop_for(node)
        if is_noop or all(event.status == NOOP for event in events):
            self._would_have(number, node, events)
            return
        if not is_whit and not self._refresh(node, events):
            return
        self.queue(number, [Event("restarted", SUCCESS)])
        if not is_whit:
            self._transaction.status(node).is_restarted = True

    def _would_have(self, number: int, node: Any, events: list[Event]) -> None:
        message = f"Would have triggered 'refresh' from {_counted(events)}"
        self._transaction.log_about(node, "notice", message)
        self.queue(number, [Event("noop_restart", NOOP)])

    def _refresh(self, node: Desired, events: list[Event]) -> bool:
        transaction = self._transaction
        try:
            node.provider.refresh(transaction.applier.machine, node)
        except Exception as error:
            text = node.hide(error_text(error))
            message = f"Failed to call refresh: {text}"
            status = transaction.status(node)
            node.log("err", message)
            status.has_failed_to_restart = True
            status.fail(message)
            node.log("err", text)
            return False
        message = f"Triggered 'refresh' from {_counted(events)}"
        node.log("notice", message)
        transaction.status(node).add(Event("refresh", SUCCESS, message))
        return True


def _counted(events: list[Event]) -> str:
    return f"{len(events)} event{'' if len(events) == 1 else 's'}"
