"""Why an event of a run happened: from the events of the run and the relationships of its catalog.

    Reasons(events, edges).of(event)

1. What a failed resource lets fail: a skipped one names the failed resource that it depends on, and
   the way there through relationships and containers.
2. A refresh names the changed resources that notify it.
3. A corrective change says that something else changed the host since the last run.
4. Without the catalog of the run only the event itself speaks.
"""

from __future__ import annotations

from collections import deque

from duckrow.server.fleet_page.asking import string_of
from duckrow.server.fleet_page.parts import json_text, reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.server.fleet_page.asking import Row

_REFRESHING = ("notifies", "subscription-of")
_CONTAINS = "contains"
_REFRESH_NAMES = ("restarted", "refresh")
_MOST = 5  # resources that a reason names


class Reasons:
    """The reasons of a run. Edges are rows of the entity edges."""

    __slots__ = ("_before", "_changed", "_containers", "_failed", "_notifying")

    def __init__(self, events: Sequence[Row], edges: Sequence[Row]) -> None:
        self._failed = {_of(event) for event in events if event["status"] == "failure"}
        self._changed = {_of(event) for event in events if event["status"] == "success"}
        self._before: dict[str, list[str]] = {}
        self._notifying: dict[str, list[str]] = {}
        self._containers: dict[str, str] = {}
        for edge in edges:
            source = reference(edge["source_type"], edge["source_title"])
            target = reference(edge["target_type"], edge["target_title"])
            if edge["relationship"] == _CONTAINS:
                self._containers[target] = source
                continue
            self._before.setdefault(target, []).append(source)
            if edge["relationship"] in _REFRESHING:
                self._notifying.setdefault(target, []).append(source)

    def of(self, event: Row) -> list[str]:
        """Return the reasons for an event as sentences."""
        status, found = string_of(event["status"]), []
        if status == "failure":
            found.append("It failed, so what depends on it is skipped.")
        elif status == "skipped":
            found += self._why_skipped(_of(event))
        elif _is_refresh(event):
            found += self._why_refreshed(_of(event))
        elif status == "noop":
            found.append("It differs from the catalog, but noop was on: nothing was changed.")
        elif event["corrective_change"]:
            found.append(
                "An earlier run had set it as the catalog says; something else changed it since."
            )
        else:
            found.append(_difference(event))
        return found

    def _why_skipped(self, resource: str) -> list[str]:
        way = self._way_to_failed(resource)
        if way is None:
            return ["A resource that it depends on failed, or its tags or schedule left it out."]
        failed, *others = way
        through = [each for each in others if each != resource]
        if not through:
            return [f"It depends on {failed}, which failed."]
        return [f"It depends on {failed}, which failed, through {', '.join(reversed(through))}."]

    def _way_to_failed(self, resource: str) -> list[str] | None:
        """Return the shortest way from a failed resource to one that waits for it."""
        came: dict[str, str] = {resource: ""}
        waiting = deque([resource])
        while waiting:
            here = waiting.popleft()
            if here in self._failed and here != resource:
                way = [here]
                while came[way[-1]]:
                    way.append(came[way[-1]])
                return way
            container = self._containers.get(here)
            # What a container waits for, all in it waits for.
            for each in (*self._before.get(here, ()), *([container] if container else ())):
                if each not in came:
                    came[each] = here
                    waiting.append(each)
            for each in self._inside(here, resource):
                if each not in came:
                    came[each] = here
                    waiting.append(each)
        return None

    def _inside(self, container: str, waiting: str) -> list[str]:
        """Return the failed resources in a container that is waited for."""
        if container in self._above(waiting):
            return []  # being in the same container orders nothing
        return [each for each in sorted(self._failed) if container in self._above(each)]

    def _above(self, resource: str) -> list[str]:
        """Return the containers of a resource, the nearest first."""
        found: list[str] = []
        here = self._containers.get(resource)
        while here is not None and here not in found:
            found.append(here)
            here = self._containers.get(here)
        return found

    def _why_refreshed(self, resource: str) -> list[str]:
        sources = [*self._notifying.get(resource, ())]
        for container in self._above(resource):
            sources += self._notifying.get(container, ())
        changed = []
        for source in dict.fromkeys(sources):
            if source in self._changed:
                changed.append(source)
            changed += [each for each in sorted(self._changed) if source in self._above(each)]
        names = list(dict.fromkeys(changed))
        if not names:
            return ["It was refreshed, since a resource that notifies it changed."]
        more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
        verb = "notifies" if len(names) == 1 else "notify"
        return [f"It was refreshed: {', '.join(names[:_MOST])}{more} changed and {verb} it."]


def _of(event: Row) -> str:
    return reference(event["resource_type"], event["resource_title"])


def _is_refresh(event: Row) -> bool:
    message = string_of(event["message"])
    return string_of(event["name"]) in _REFRESH_NAMES or message.startswith("Triggered 'refresh'")


def _difference(event: Row) -> str:
    name = string_of(event["property"])
    if not name or event["new_value"] is None:
        return "It was not as the catalog says."
    old, new = (_short(event[each]) for each in ("old_value", "new_value"))
    return f"Its {name} was {old}, and the catalog says {new}."


def _short(value: object) -> str:
    text = json_text(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
