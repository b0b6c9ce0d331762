"""processes: counts matching processes, signals or stops them, restarts them by a class."""

from __future__ import annotations

from duckrow.cfengine.promises.processes.keep import keep

__all__ = ["keep"]
