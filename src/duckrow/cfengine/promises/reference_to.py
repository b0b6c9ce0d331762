"""Where a promise is written: what complaints about promises end with."""

from __future__ import annotations

from duckrow.cfengine.evaluation.whereabouts import say_where

__all__ = ["say_where"]
