"""Answers of ours beside recorded ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.scope import Scope

from .expressions import Build, refused, show

_REPORT = re.compile(r"^Evaluation Error: (Error while evaluating an? \S+ (e|E)xpression, )?")

_FAILURES = ("#<", "failed to allocate memory", "undefined method")


def expected(recorded: list[Any]) -> list[Any]:
    """Give a recorded answer without what the report adds, and without columns of warnings."""
    found = list(recorded)
    warnings = [text for text, _ in found.pop()] if isinstance(found[-1], list) else []
    if found[0] == "!":
        found[1] = _REPORT.sub("", found[1])
        if found[2] == "runtime-error":
            found[2] = found[3] = ""
    return [*found, warnings]


def answer(scope: Scope, ask: Callable[..., Any], *operands: Any) -> list[Any]:
    """Give our answer to a question about some values."""
    build: Any = scope.build
    assert isinstance(build, Build)
    build.warnings.clear()
    try:
        found = ["=", show(ask(*operands))]
    except EvaluationError as wrong:
        found = refused(wrong)
    return [*found, list(build.warnings)]


def is_comparable(recorded: list[Any]) -> bool:
    """Leave out answers with places in memory, and those where the reference itself fails."""
    return not any(words in recorded[1] for words in _FAILURES)
