"""Log at level debug."""

from __future__ import annotations

from duckrow.puppet.functions.log_function import log_function

FUNCTION = log_function("debug")
