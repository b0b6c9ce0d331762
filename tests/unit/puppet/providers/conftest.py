"""A machine in memory with a few accounts, and runs over resources written as data."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.machine.memory import MemoryMachine
from duckrow.puppet.apply.ral_from_data import ral_from_data
from duckrow.puppet.apply.run import CatalogRun, RunOptions
from duckrow.puppet.providers.index import Providers
from duckrow.puppet.resources import find
from duckrow.puppet.resources.desired import ResourceError
from duckrow.state.report import LogLine
from duckrow.state.run import Run

FILES = {
    "/etc/passwd": (
        b"root:x:0:0:root:/root:/bin/sh\n"
        b"news:x:9:9:news:/var/spool/news:/bin/sh\n"
        b"duck:x:1500:1500:A Duck:/home/duck:/bin/sh\n"
    ),
    "/etc/group": b"root:x:0:\nduck:x:1500:\npond:x:1600:duck\nlake:x:1700:\n",
    "/etc/shadow": b"root:*:19000:0:99999:7:::\nduck:$6$old$hash:19000:0:99999:7:::\n",
    "/etc/login.defs": b"# numbers\nUID_MIN  1000 # of people\n",
    "/bin/sh": b"",
}


class Applied:
    """What became of a run."""

    def __init__(self, run: CatalogRun, lines: list[LogLine]) -> None:
        self.statuses = run.part.statuses
        self.said = [
            f"{line.level} {line.source}: {line.message}"
            for line in lines
            if not line.message.startswith("Applied catalog")
        ]
        self.changed = [ref for ref, status in self.statuses.items() if status.is_changed]
        self.failed = [ref for ref, status in self.statuses.items() if status.is_bad]

    def text(self) -> str:
        """Give all that was said, and all events, as one text."""
        events = [
            f"{event.message} {event.previous_value} {event.desired_value}"
            for status in self.statuses.values()
            for event in status.events
        ]
        return "\n".join([*self.said, *events])


class Accounts:
    """A machine, and what is applied to it."""

    def __init__(self) -> None:
        self.machine = MemoryMachine(FILES)
        self.machine.files.set_mode("/bin/sh", 0o755)
        for path in ("/home", "/home/duck"):
            self.machine.files.make_parents(f"{path}/x")
        self.machine.files.set_owner("/home/duck", 1500, 1500)

    def apply(
        self, *resources: tuple[str, str, dict[str, Any]], secret: tuple[str, ...] = (), **how: Any
    ) -> Applied:
        """Apply resources: type, title, attributes."""
        items = [
            {
                "type": type_,
                "title": title,
                "tags": [],
                "parameters": values,
                "sensitive_parameters": [name for name in secret if name in values],
            }
            for type_, title, values in resources
        ]
        lines: list[LogLine] = []
        how.setdefault("has_default_schedules", False)
        whole = Run("pond", "test", lines.append, level=how.pop("level", "notice"))
        run = CatalogRun(whole, self.machine, RunOptions(**how), "pond.pp")
        run.providers = Providers(self.machine)
        data = {"name": "pond", "environment": "test", "resources": items, "edges": []}
        try:
            run.apply(ral_from_data(data, run.providers, run.log, find))
        except ResourceError as error:
            run.log("err", str(error))
        assert run.faults == []
        return Applied(run, lines)


@pytest.fixture
def accounts() -> Accounts:
    return Accounts()
