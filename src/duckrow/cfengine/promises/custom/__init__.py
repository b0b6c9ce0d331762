"""Promise types that a policy brings itself: a module, any program, validates and keeps them."""

from __future__ import annotations

from duckrow.cfengine.promises.custom.keep import keep

__all__ = ["keep"]
