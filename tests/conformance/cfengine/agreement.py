"""Compare answers of `duckrow explain` about a dry run with the log of the reference.

Every promise, class and bundle of the policy is asked for. Each answer has to name the passes, the
outcomes and the reasons of the log, and no others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from tests.conformance.case_file import Case

from duckrow.cfengine.agent.command import OPTIONS
from duckrow.cfengine.agent.command_line import parse_command_line
from duckrow.cfengine.evaluation.promises.locks import DONE
from duckrow.cfengine.explain.dry_run import record_dry_run
from duckrow.cfengine.explain.outline import PromiseOutline
from duckrow.cfengine.explain.questions import answer
from duckrow.cfengine.explain.record import RunRecord
from duckrow.explain.answer import Answer, Reason

from .policies import PolicyRun
from .witness import Witness

_NOT_KEPT = ("warned", "failed", "interrupted")
_DEFINITIONS = ("vars", "meta", "defaults", "classes")
_EDITS = ("edit_line", "edit_xml")
_LINE_EDITS = ("insert_lines", "delete_lines", "field_edits", "replace_patterns")
_CONDITION = re.compile(
    r"((?:if|ifvarclass|unless) => .*) (?:is (?:true|false)|cannot be evaluated yet)"
)
_DEPENDENCY = re.compile(r"it depends on (.*), which is not kept yet")
_EMPTY = re.compile(r"the list (.*) is empty")
_UNCOMPUTED = ("its class guard ", "if => ", "ifvarclass => ", "unless => ", "it depends on ",
               "$(", "the list ", "there is nothing")  # fmt: skip
_CHANGED = re.compile(
    r"class (\S+) is (defined|defined later|cancelled),? in pass (\d) of bundle ([\w:]+)"
)
_UNDEFINED = re.compile(r"class (\S+) is not defined(?! in the namespace)")
_WHEN = re.compile(r"(?:in pass|after the classes of pass) (\d) of bundle (.*)")


def recorded_run(
    case: Case, scratch: Path, monkeypatch: pytest.MonkeyPatch, classes: Sequence[str] = ()
) -> RunRecord:
    """Run a case in a dry run of duckrow, with further classes of the command line."""
    scratch.mkdir(exist_ok=True)
    made = PolicyRun(case, scratch)
    made.prepare()
    for name, value in made.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(made.directory)
    given, _ = parse_command_line(made.words, OPTIONS)
    if classes:
        given["define"] = [*given.get("define", []), *classes]
    return record_dry_run("./policy.cf", given)


def _all(reasons: list[Reason]) -> Iterator[Reason]:
    for reason in reasons:
        yield reason
        yield from _all(reason.because)


def logged_name(promise: PromiseOutline) -> str:
    """Return the name that the log gives a promise without a handle."""
    file = re.sub(r"[^a-zA-Z0-9]", "_", Path(promise.file).name)
    return f"promise_{file}_{promise.line}"


class Agreement:
    """Compares the answers about a run with a witness."""

    def __init__(self, record: RunRecord, witness: Witness) -> None:
        self.record = record
        self.witness = witness
        self.answers: list[tuple[int, Answer]] = []
        # The log does not show the start of a bundle that edits.
        self.edits = {each.name for each in record.bundles if each.kind in _EDITS}
        for number, promise in enumerate(record.promises):
            place = f"{promise.file}:{promise.line}:{promise.column}"
            self.answers.append((number, answer(record, "promise", place)))

    def check(self) -> None:
        self._check_outcomes()
        self._check_edits()
        self._check_skipped()
        self._check_values()
        self._check_classes()
        self._check_bundles()
        self._check_reasons()

    def _rows(self) -> list[tuple[int, int, str, str, str]]:
        """Return the number of the promise, pass, promiser, outcome and reason of all answers."""
        found = []
        for number, explanation in self.answers:
            for table in explanation.tables:
                for row in table.rows:
                    first, promiser, outcome, why = row[-4:]
                    passed = int(first) if first != "-" else 0
                    found.append((number, passed, promiser, outcome, why))
        return found

    def _check_outcomes(self) -> None:
        ours: Counter[tuple[str, str, int, str]] = Counter()
        # Handles with variables have their values in the log.
        names = {
            each.handle: logged_name(each.promise) for each in self.record.steps if each.promise
        }
        for number, passed, _, outcome, _ in self._rows():
            promise = self.record.promises[number]
            if promise.bundle.kind in _EDITS:
                continue
            # A report that returns a value is kept without a word.
            is_silent = promise.type == "reports" and outcome == "kept"
            # Nor has the log the outcome of a promise that ends the run.
            is_silent = is_silent or outcome == "not finished"
            if outcome == "skipped" or promise.type in _DEFINITIONS or is_silent:
                continue
            place = logged_name(promise)
            names[promise.handle or place] = place
            word = "not kept" if outcome in _NOT_KEPT else outcome
            ours[place, promise.type, passed, word] += 1
        theirs: Counter[tuple[str, str, int, str]] = Counter()
        for (identity, *rest), count in self.witness.outcomes.items():
            if rest[0] in _DEFINITIONS or self._is_edit(identity):
                continue
            theirs[names.get(identity, identity), *rest] += count  # type: ignore[index]
        assert ours == theirs

    def _is_edit(self, identity: str) -> bool:
        for promise in self.record.promises:
            if promise.bundle.kind in _EDITS and (
                identity == promise.handle or identity.endswith(f"_{promise.line}")
            ):
                return True
        return False

    def _check_edits(self) -> None:
        """Check which edits of lines were evaluated; the log has no outcomes of them."""
        ours: set[str] = set()
        for number, _, _, outcome, why in self._rows():
            promise = self.record.promises[number]
            is_evaluated = outcome != "skipped" or why == DONE
            if promise.type in _LINE_EDITS and is_evaluated:
                ours.add(promise.handle or logged_name(promise))
        assert ours == self.witness.edits

    def _check_skipped(self) -> None:
        conditions: Counter[tuple[str, str]] = Counter()
        dependencies: Counter[tuple[str, str]] = Counter()
        empty: set[str] = set()
        for number, _, _, outcome, why in self._rows():
            promiser = self.record.promises[number].promiser
            if outcome != "skipped":
                continue
            if found := _CONDITION.fullmatch(why):
                conditions[promiser, found[1]] += 1
            elif found := _DEPENDENCY.fullmatch(why):
                dependencies[promiser, found[1]] += 1
            elif found := _EMPTY.fullmatch(why):
                empty.add(found[1])
        # The reference also logs conditions while it resolves variables before the passes.
        assert set(conditions) == set(self.witness.conditions)
        definitions = {each.promiser for each in self.record.promises if each.type in _DEFINITIONS}
        edits = {each.promiser for each in self.record.promises if each.bundle.kind in _EDITS}
        for key, count in conditions.items():
            if key[0] not in definitions | edits:
                assert count == self.witness.conditions[key], key
        assert dependencies == self.witness.dependencies
        assert empty == self.witness.empty

    def _check_values(self) -> None:
        ours: Counter[tuple[str, int, str]] = Counter()
        for number, passed, promiser, _, why in self._rows():
            promise = self.record.promises[number]
            is_edit = promise.bundle.kind in _EDITS
            if is_edit or promise.type != "vars" or not passed:
                continue
            if not why.startswith(_UNCOMPUTED):
                ours[promise.bundle.name, passed, promiser] += 1
        # The log does not show when the meta promises of a pass begin.
        meta = {each.promiser for each in self.record.promises if each.type == "meta"}
        theirs = self.witness.computed
        for counts in (ours, theirs):
            for key in [key for key in counts if key[2] in meta]:
                del counts[key]
        assert ours == theirs

    def _check_classes(self) -> None:
        for name, changes in self.witness.classes.items():
            explanation = answer(self.record, "class", name)
            table = next((each for each in explanation.tables if each.title == "changes"), None)
            assert table is not None, (name, explanation.text)
            ours: list[tuple[str, str, int]] = []
            for row in table.rows:
                when = _WHEN.fullmatch(row[1])
                if not ours or ours[-1][0] != row[0]:
                    bundle = when[2].rpartition(":")[2] if when else ""
                    change = row[0], bundle, int(when[1]) if when else 0
                    if bundle in self.edits and len(ours) < len(changes):
                        change = row[0], *changes[len(ours)][1:]
                    ours.append(change)
            assert ours == changes, name

    def _check_reasons(self) -> None:
        """Check each class that a reason names, with the pass in which it changes."""
        for _, explanation in self.answers:
            for reason in _all(explanation.reasons):
                if found := _CHANGED.match(reason.text):
                    word = "cancelled" if found[2] == "cancelled" else "defined"
                    bundle = found[4].rpartition(":")[2]
                    logged = self.witness.all_changes.get(found[1].rpartition(":")[2], [])
                    if bundle in self.edits:
                        assert word in {each[0] for each in logged}, reason.text
                    else:
                        assert (word, bundle, int(found[3])) in logged, reason.text
                elif found := _UNDEFINED.match(reason.text):
                    changes = self.witness.classes.get(found[1].rpartition(":")[2], [])
                    assert not changes, reason.text

    def _check_bundles(self) -> None:
        calls: Counter[str] = Counter()
        for bundle in self.record.bundles:
            if bundle.kind in _EDITS:
                continue
            explanation = answer(self.record, "bundle", bundle.qualified_name)
            rows = [row for table in explanation.tables for row in table.rows]
            assert len(rows) <= self.witness.bundles[bundle.name], bundle.name
            calls[bundle.name] += len(rows)
        # The log shows names without their namespaces.
        assert +calls == self.witness.bundles
