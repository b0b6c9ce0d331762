"""processes: count the processes that match, signal or stop them, ask for a restart."""

from __future__ import annotations

from duckrow.cfengine.promises.processes.keep import keep

__all__ = ["keep"]
