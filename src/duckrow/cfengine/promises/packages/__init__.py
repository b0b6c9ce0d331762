"""packages: installed, removed, updated; by package modules, or by a package_method's commands."""

from __future__ import annotations

from duckrow.cfengine.promises.packages.keep import keep

__all__ = ["keep"]
