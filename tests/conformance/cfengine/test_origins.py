"""What answers say a value was made from does make that value.

For each variable of the policies of the suite whose value is a text, the values of the variables
that the answer names are put into the text as it is written, or into the branch that ifelse() is
said to take. The result has to be the value that the run computed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conformance.case_file import Case
from tests.conformance.recorded import each_case

from duckrow.cfengine.explain.dry_run import InvalidPolicyError
from duckrow.cfengine.explain.history import History
from duckrow.cfengine.explain.origins import origins
from duckrow.cfengine.explain.record import ChangeRecord
from duckrow.explain.answer import Reason

from . import test_explain, test_witness
from .agreement import recorded_run

CASES = [*test_explain.CASES, *test_witness.POLICIES.values()]
_KNOWN = re.compile(
    r'(?:variable )?(\S+) is "(.*)", (?:set |an element of |a variable )', re.DOTALL
)
_CHOICE = re.compile(r'ifelse\(\) takes "(.*)", since ', re.DOTALL)
_REFERENCE = re.compile(r"\$(?:\(([^()${}]*)\)|\{([^(){}$]*)\})")


@each_case(CASES)
def test_the_named_values_make_the_value(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        record = recorded_run(case, tmp_path, monkeypatch)
    except InvalidPolicyError:
        return
    assert not list(_wrong(History(record)))


def _wrong(history: History) -> Iterator[str]:
    for change in history.record.changes:
        promise = change.promise
        if promise is None or not promise.sets or not promise.value.startswith("string =>"):
            continue
        if promise.type != "vars" or change.value[:1] != '"' or change.value.endswith("…"):
            continue
        found = origins(history, change)
        text = _template(promise.parts, found)
        made = None if text is None else _filled(text, _values(found))
        if made is not None and made != change.value[1:-1]:
            yield f"{promise.value} at {change.number}: {made}, not {change.value}"


def _template(parts: object, found: list[Reason]) -> str | None:
    """Return the text that becomes the value: all of it, or a branch of ifelse()."""
    if isinstance(parts, str):
        return parts
    choice = _CHOICE.match(found[0].text) if len(found) == 1 else None
    return None if choice is None else choice[1]


def _values(found: list[Reason]) -> dict[str, str]:
    """Return the values that an answer names; those of a branch of ifelse() are below it."""
    inner = found[0].because if found and found[0].kind == "choice" else found
    matches = (_KNOWN.match(reason.text) for reason in inner)
    return {match[1]: match[2] for match in matches if match is not None}


def _filled(text: str, values: dict[str, str]) -> str | None:
    """Put values into a text; None if one is not known or has characters with a meaning."""
    while (match := _REFERENCE.search(text)) is not None:
        value = values.get(match[1] or match[2] or "")
        if value is None or "$" in value:
            return None
        text = text[: match.start()] + value + text[match.end() :]
    return None if "\\" in text or "$" in text or "@" in text or '"' in text else text


def test_a_wrong_value_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = next(each for each in CASES if _has_made_values(each, tmp_path, monkeypatch))
    record = recorded_run(case, tmp_path / "again", monkeypatch)
    history = History(record)
    changed = [each for each in record.changes if _is_made(history, each)]
    changed[0].value = '"another value"'
    assert list(_wrong(history))


def _has_made_values(case: Case, directory: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    history = History(recorded_run(case, directory / case.title, monkeypatch))
    return any(_is_made(history, each) for each in history.record.changes)


def _is_made(history: History, change: ChangeRecord) -> bool:
    promise = change.promise
    if promise is None or promise.type != "vars" or not promise.value.startswith("string =>"):
        return False
    found = origins(history, change)
    parts = promise.parts
    return bool(found) and isinstance(parts, str) and _filled(parts, _values(found)) is not None
