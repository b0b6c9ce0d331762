"""commands: programs that are run, in a container of their own if one is promised."""

from __future__ import annotations

from duckrow.cfengine.promises.commands.keep import keep

__all__ = ["keep"]
