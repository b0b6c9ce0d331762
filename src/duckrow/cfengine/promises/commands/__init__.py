"""commands: runs programs, with the restrictions of a contain body."""

from __future__ import annotations

from duckrow.cfengine.promises.commands.keep import keep

__all__ = ["keep"]
