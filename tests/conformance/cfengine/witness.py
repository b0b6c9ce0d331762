"""The verbose log of cf-agent as a witness: what it says about promises, classes and bundles.

A witness holds the lines of `cf-agent -n -v` that tell what was evaluated in which pass, with which
outcome, what was skipped and why, and which classes were defined and cancelled.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.conformance.case_file import Case
from tests.conformance.tree import decoded

from .policies import PolicyRun, flat, installed

_LINE = re.compile(
    r" verbose: ("
    r"B: (BEGIN|END) bundle .*|[VC]: BEGIN .*|P: BEGIN promise .*|P: END .*|A: Promise .*"
    r"|A: Bundle Accounting Summary for .*"
    r"|Skipping promise .*|Skipping iteration .*"
    r"|C: +\+ .*|Cancelling class .*|V:     Computing value of .*)"
)
_BEGIN = re.compile(r"P: BEGIN promise '(.*)' of type \"(.*)\" \(pass (\d)\)")
_END = re.compile(r"P: END (\S+) promise \(.*")
# The log shortens promisers, also paths of the scratch directory, which differ from run to run.
_SCRATCH = re.compile(r"(P: END \S+ promise \()/tmp/.*")
_SECTION = re.compile(r"[VC]: BEGIN .* \(pass (\d)\)")
_CLASS = re.compile(
    r"C: +\+  ?"
    r"(Global class|Private class|promise outcome class|persistent outcome class):? '?(\w+)'?"
)
_CANCELLED = re.compile(r"Cancelling class '(.*)'")
_CONSTRAINT = re.compile(r"Skipping promise '(.*)' because constraint '(.*)' is not met")
_DEPENDENCY = re.compile(r"Skipping promise '(.*)', as promise dependency '(.*)' has not yet .*")
_EMPTY = re.compile(r"Skipping iteration since variable '(.*)' resolves to an empty list")
_VALUE = re.compile(r"V:     Computing value of '(.*)'")
_EDITS = ("insert_lines", "delete_lines", "field_edits", "replace_patterns")
_OUTCOMES = {
    "A: Promise was KEPT": "kept",
    "A: Promise REPAIRED": "repaired",
    "A: Promise NOT KEPT!": "not kept",
    "A: Promise TIMED-OUT": "timeout",
    "A: Promise NOT KEPT - denied": "denied",
}


def record_log(case: Case, scratch: Path, words: Sequence[str] = ()) -> str:
    """Run a case in a dry run with the installed cf-agent; return the lines that count.

    `words` are further options.
    """
    made = PolicyRun(case, scratch)
    for name in ("inputs", "bin", "outputs", "state"):
        (made.work / name).mkdir(mode=0o700)
    (made.work / "bin" / "cf-promises").symlink_to("/bin/true")
    made.prepare()
    output = subprocess.run(
        [installed("cf-agent"), *made.words, *words, "-n", "-v"],
        cwd=made.directory,
        env={**os.environ, **made.environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    ).stdout
    lines = (_LINE.fullmatch(line) for line in decoded(output).splitlines())
    text = "".join(f"{found[1]}\n" for found in lines if found)
    for path, name in ((made.tree, "TREE"), (made.work, "WORK"), (made.directory, "DIRECTORY")):
        text = text.replace(str(path), name).replace(flat(path), f"_{name}")
    return _SCRATCH.sub(r"\1…)", text)


class _Frame:
    """A bundle in progress: its pass, and its promises in progress."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.number = 0
        self.promises: list[tuple[str, str, int]] = []
        self.outcome = ""
        self.is_over = False
        # The promise that began last, with its pass.
        self.last = ("", 0)


class Witness:
    """What the log says, for a run with another TREE."""

    def __init__(self, text: str, tree: Path) -> None:
        text = text.replace("_TREE", flat(tree)).replace("TREE", str(tree))
        # (name or place of the promise, type, pass, outcome) of each evaluated promise.
        self.outcomes: Counter[tuple[str, str, int, str]] = Counter()
        # (bundle, pass, name) of each variable that was computed.
        self.computed: Counter[tuple[str, int, str]] = Counter()
        # (promiser, condition) of promises that were skipped.
        self.conditions: Counter[tuple[str, str]] = Counter()
        self.dependencies: Counter[tuple[str, str]] = Counter()
        self.empty: set[str] = set()
        # What happened to each class: the word, the bundle and the pass.
        self.classes: dict[str, list[tuple[str, str, int]]] = {}
        # The same with repetitions.
        self.all_changes: dict[str, list[tuple[str, str, int]]] = {}
        self.bundles: Counter[str] = Counter()
        # Names or places of the promises that were evaluated, and of the edits among them.
        self.begun: set[str] = set()
        self.edits: set[str] = set()
        self._frames = [_Frame("")]
        for line in text.splitlines():
            self._read(line)

    def _read(self, line: str) -> None:
        frame = self._frames[-1]
        if line.startswith("B: BEGIN bundle "):
            name = line.removeprefix("B: BEGIN bundle ").partition("(")[0]
            self.bundles[name] += 1
            self._frames.append(_Frame(name))
        elif line.startswith("A: Bundle Accounting"):
            frame.is_over = True
        elif line.startswith("B: END bundle"):
            self._frames.pop()
        elif found := _SECTION.fullmatch(line):
            frame.number = int(found[1])
        elif found := _BEGIN.fullmatch(line):
            frame.number = int(found[3])
            # The number that the log shows for a further round is that of the called bundle.
            if found[2] in ("methods", "services") and found[1] == frame.last[0]:
                frame.number = frame.last[1]
            frame.last = found[1], frame.number
            frame.promises.append((found[1], found[2], frame.number))
            self.begun.add(found[1])
            if found[2] in _EDITS:
                self.edits.add(found[1])
        elif line in _OUTCOMES:
            frame.outcome = _OUTCOMES[line]
        elif found := _END.fullmatch(line):
            while frame.promises:
                identity, type_, number = frame.promises.pop()
                if type_ == found[1]:
                    self.outcomes[identity, type_, number, frame.outcome] += 1
                    break
        elif found := _CLASS.fullmatch(line):
            self._class(found[2], "defined")
        elif found := _CANCELLED.fullmatch(line):
            self._class(found[1], "cancelled")
        else:
            self._read_skipped(line, frame)

    def _class(self, name: str, word: str) -> None:
        frame = self._frames[-1]
        if frame.is_over:  # the outcome of the promise that called the bundle
            frame = self._frames[-2]
        change = word, frame.name, frame.number
        self.all_changes.setdefault(name, []).append(change)
        changes = self.classes.setdefault(name, [])
        if not changes or changes[-1][0] != word:
            changes.append(change)

    def _read_skipped(self, line: str, frame: _Frame) -> None:
        if not frame.name:
            return  # the reference expands each promise once before the run, to check it
        if found := _VALUE.fullmatch(line):
            self.computed[frame.name, frame.number, found[1]] += 1
        elif found := _CONSTRAINT.fullmatch(line):
            self.conditions[found[1], found[2]] += 1
        elif found := _DEPENDENCY.fullmatch(line):
            self.dependencies[found[1], found[2]] += 1
        elif found := _EMPTY.fullmatch(line):
            self.empty.add(found[1])
