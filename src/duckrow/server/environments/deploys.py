"""Deploys: new workers for new code, as the parent starts them on SIGHUP."""

from __future__ import annotations

import asyncio
from time import monotonic

from duckrow.machine.processes.forks import AGAIN, send_signal
from duckrow.machine.this_process import parent_id
from duckrow.server.http.exchange import Answer, Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.server.catalogs.queue import CompileQueue
    from duckrow.server.http.exchange import Request
    from duckrow.server.site import Site

SECONDS = 60.0  # for new workers to begin
QUIET, LONGEST = 2.0, 20.0  # seconds without a changed file before new workers are started


class Deploys:
    """Asks the parent for new workers: at once, or when files have stopped changing."""

    __slots__ = ("_first", "_parent", "_queue", "_timer")

    def __init__(self, queue: CompileQueue) -> None:
        self._queue = queue
        self._timer: asyncio.TimerHandle | None = None
        self._first = 0.0
        self._parent = parent_id()

    def start(self) -> None:
        """Ask for new workers."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if parent_id() == self._parent:  # else it has died, and init or a reaper is the parent
            send_signal(self._parent, AGAIN)

    def files_have_changed(self) -> None:
        """Ask for new workers soon: they share the new code, which each old one reads itself."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if self._timer is None:
            self._first = now
        else:
            self._timer.cancel()
        due = min(now + QUIET, self._first + LONGEST)
        self._timer = loop.call_at(due, self.start)

    async def forget_environments(self, site: Site, request: Request) -> Answer:
        """Answer when workers with new code have begun."""
        name = request.field("environment")
        if name and not site.environments.exists(name):
            raise Refusal(404, f"there is no environment {name}", None)
        site.environments.forget(name or None)
        asked = monotonic()
        self.start()
        try:
            async with asyncio.timeout(SECONDS):
                await self._queue.generation_since(asked)
        except TimeoutError:
            raise Refusal(500, "the new workers have not begun; see the log", None) from None
        return Answer(status=204)
