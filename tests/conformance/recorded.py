"""Cases of a directory as parameters of tests, and answers recorded anew.

A test module of a family of cases has three parts:

    CASES = cases_of(Path(__file__).parent / "programs")

    def record(cases: list[Case], scratch: Path) -> list[Answer]:
        ...                             # ask the installed reference

    @each_case(CASES)
    def test_program(case: Case) -> None:
        assert_answer(case, ...)        # what duckrow answers

`pytest tests/conformance --accept -k WORDS` calls `record` for the selected cases, writes the
answers into their topic files, and then runs the tests. An answer is a text, or for a table a list
of texts.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .case_file import Case, Row, Topic, read_topic, write_case, write_topic

if TYPE_CHECKING:
    from types import ModuleType

Answer = str | list[str]
_TOPICS: dict[Path, Topic] = {}


class ReferenceMissingError(Exception):
    """The reference implementation that should answer is not installed."""


def topic_at(path: Path) -> Topic:
    """Read a topic file, once."""
    if path not in _TOPICS:
        _TOPICS[path] = read_topic(path.read_text("utf-8"), str(path))
    return _TOPICS[path]


def cases_of(directory: Path) -> list[Case]:
    """Read the cases of all topic files in a directory."""
    found = [case for path in sorted(directory.glob("*.txt")) for case in topic_at(path).cases]
    assert found, f"{directory} holds no cases"
    return found


def each_case(cases: Iterable[Case]) -> pytest.MarkDecorator:
    """Run a test for each case; `--- differs: REASON` marks a difference that we keep."""
    parameters = []
    for case in cases:
        reason = case.setting("differs")
        marks = [pytest.mark.xfail(reason=reason)] if reason else []
        parameters.append(pytest.param(case, marks=marks, id=f"{case.topic}-{case.title}"))
    return pytest.mark.parametrize("case", parameters)


def with_answer(case: Case, answer: Answer) -> Case:
    """Return a copy of a case with another answer."""
    copy = Case(case.title, case.topic)
    copy.own_settings, copy.own_sections = case.own_settings, case.own_sections
    copy.program, copy.files = case.program, case.files
    if isinstance(answer, str):
        copy.answer = answer
    else:
        assert case.rows is not None
        pairs = zip(case.rows, answer, strict=True)
        copy.rows = [Row(row.question, text) for row, text in pairs]
    return copy


def assert_answer(case: Case, answer: Answer) -> None:
    """Compare an answer of duckrow with the recorded one, as text."""
    has_answer = case.answer is not None or case.rows is not None
    assert has_answer, "no answer is recorded: run pytest --accept"
    wanted, found = write_case(case), write_case(with_answer(case, answer))
    if found != wanted:
        lines = unified_diff(wanted.split("\n"), found.split("\n"), "reference", "duckrow", n=2)
        pytest.fail("\n".join(line.rstrip("\n") for line in lines), pytrace=False)


def questions(case: Case) -> list[str]:
    """Return the questions of a table."""
    assert case.rows is not None, f"{case} is no table"
    return [row.question for row in case.rows]


# ---- recording


def accept(items: Iterable[pytest.Item], scratch: Callable[[str], Path]) -> list[str]:
    """Record the answers of the selected cases; return a line for each family."""
    selected: dict[ModuleType, dict[str, Case]] = {}
    for item in items:
        parameters = getattr(getattr(item, "callspec", None), "params", {})
        case = parameters.get("case")
        module = getattr(item, "module", None)
        if isinstance(case, Case) and module is not None and hasattr(module, "record"):
            selected.setdefault(module, {})[repr(case)] = case
    lines = []
    for module, cases in selected.items():
        changed = _record(module, list(cases.values()), scratch)
        lines.append(f"{inspect.getfile(module)}: {len(cases)} recorded, {changed} changed")
    return lines


def _record(module: ModuleType, cases: list[Case], scratch: Callable[[str], Path]) -> int:
    answers = module.record(cases, scratch("record"))
    changed = 0
    for case, answer in zip(cases, answers, strict=True):
        new = with_answer(case, answer)
        changed += write_case(new) != write_case(case)
        case.answer, case.rows = new.answer, new.rows
    for path, topic in _TOPICS.items():
        if any(case in topic.cases for case in cases):
            path.write_text(write_topic(topic), "utf-8")
    return changed
