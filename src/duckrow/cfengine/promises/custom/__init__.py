"""Custom promise types: a module, any program, validates and evaluates them."""

from __future__ import annotations

from duckrow.cfengine.promises.custom.keep import keep

__all__ = ["keep"]
