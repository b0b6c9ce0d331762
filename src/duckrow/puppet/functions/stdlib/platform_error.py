"""Failures that the reference does not take for a mistake in a manifest."""

from __future__ import annotations

from duckrow.puppet.runtime.errors import EvaluationError


class PlatformError(EvaluationError):
    """What validate_legacy() lets through, where it makes do with other errors."""
