"""Answers of duckrow and of the reference to pairs of operands, as text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.conformance.case_file import Case
from tests.conformance.puppet.grid import Pair, read_grid, write_grid

from duckrow.puppet.runtime.errors import EvaluationError
from duckrow.puppet.runtime.scope import Scope

from .expressions import Build, refused, show

_REPORT = re.compile(r"^Evaluation Error: (Error while evaluating an? \S+ (e|E)xpression, )?")

NOT_COMPARED = "not compared: "
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


def text_of(answer: list[Any]) -> str:
    """Write an answer: its value, or its message with its code and the operand at fault."""
    *found, warnings = answer
    if found[0] == "=":
        text = f"= {found[1]}"
    else:
        _, message, code, part = found
        where = "elsewhere" if part is None else f"{part}"
        text = f"! {message} ({', '.join(word for word in (code, where) if word)})"
    return "\n".join([text, *(f"warning: {warning}" for warning in warnings)])


def sides(case: Case) -> tuple[list[str], list[str]]:
    """Return the left and right operands in the program of a case; a blank line divides them."""
    lefts, _, rights = case.program.partition("\n\n")
    found = lefts.splitlines(), (rights or lefts).splitlines()
    return found[0], ["" if text == "(nothing)" else text for text in found[1]]


def grid_of(case: Case, ours: dict[Pair, str], sign: str) -> str:
    """Write our answers, with the reference's where they are not compared."""
    recorded = read_grid(case.answer or "", sign)
    answers = {
        pair: recorded[pair] if recorded.get(pair, "").startswith(NOT_COMPARED) else text
        for pair, text in ours.items()
    }
    return write_grid(answers, sign)
