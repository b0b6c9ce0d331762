"""Mutants of manifests: do examples kill the same ones in duckrow and in the real rspec-puppet?

    python tests/spec_mutants.py --count 200 --ruby COMMAND --facterdb DIR MODULE:SPEC[,SPEC...] ...

A mutant is one small change of a manifest: a value, an operator, a line that is left out. A seed
chooses them, so each run has the same ones. A mutant is killed if an example fails, or if a spec
file cannot be loaded. COMMAND runs Ruby with rspec-puppet on its load path; spec_mutants.rb, beside
this file, judges all mutants of a module in one process. Modules are copied, never changed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

# What is replaced, and by what; each applies to one place in a line of code.
OPERATORS = (
    ("true is false", r"\btrue\b", "false"),
    ("false is true", r"\bfalse\b", "true"),
    ("equal is unequal", r"==", "!="),
    ("unequal is equal", r"!=", "=="),
    ("and is or", r"\band\b", "or"),
    ("or is and", r"\bor\b", "and"),
    ("before is nothing", r"^\s*(?:->|~>)\s*", " "),
    ("requires is notifies", r"->", "~>"),
    ("notifies is requires", r"~>", "->"),
    ("present is absent", r"\bpresent\b", "absent"),
    ("absent is present", r"\babsent\b", "present"),
    ("file is directory", r"=> (?:'file'|file)\b", "=> 'directory'"),
    ("another number", r"(?<==> )(\d+)\b", r"9\1"),
    ("another text", r"(?<==> )'([a-z/_.-]{3,})'", r"'\1x'"),
    ("another mode", r"'0([0-7]{3})'", r"'1\1'"),
    ("no attribute", r"^\s*[a-z_]+\s*=> [^\[{]+,$", ""),
    ("no include", r"^\s*(?:include|contain|require) [\w:]+$", ""),
    ("if is unless", r"^(\s*)if (.*) \{$", r"\1unless \2 {"),
    ("unless is if", r"^(\s*)unless (.*) \{$", r"\1if \2 {"),
)


class Mutant(NamedTuple):
    """A line of a manifest that is written in another way."""

    file: str
    line: int
    name: str
    text: str  # of the whole manifest


class Case(NamedTuple):
    """A module, and the spec files that judge its mutants."""

    module: Path
    specs: list[str]


def mutants_of(module: Path) -> list[Mutant]:
    """Return all mutants of a module, in the order of its manifests."""
    found = []
    for path in sorted(module.glob("manifests/**/*.pp")):
        lines = path.read_text().split("\n")
        for at, line in enumerate(lines):
            if line.lstrip().startswith("#"):
                continue
            for name, pattern, new in OPERATORS:
                changed = re.sub(pattern, new, line, count=1)
                if changed != line:
                    text = "\n".join([*lines[:at], changed, *lines[at + 1 :]])
                    found.append(Mutant(str(path.relative_to(module)), at + 1, name, text))
    return found


def copied(case: Case, directory: Path) -> Path:
    """Copy a module; it is among its own fixtures."""
    place = directory / case.module.name
    shutil.copytree(case.module, place, symlinks=True)
    link = place / "spec/fixtures/modules" / case.module.name
    link.parent.mkdir(parents=True, exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to(place)
    return place


def judge(place: Path, specs: list[str], mutant: Mutant | None, options: list[str]) -> str:
    """Return what duckrow says about a mutant: killed, survives, or not run."""
    original = None
    if mutant is not None:
        path = place / mutant.file
        original = path.read_text()
        path.write_text(mutant.text)
    try:
        command = [str(Path(sys.executable).parent / "duckrow"), "spec", "--format", "json"]
        done = subprocess.run(
            [*command, "--fail-fast", *options, *specs],
            cwd=place,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        if mutant is not None and original is not None:
            path.write_text(original)
    return {0: "survives", 1: "killed", 3: "not run"}.get(done.returncode, done.stderr)


def ask(place: Path, specs: list[str], mutants: list[Mutant], command: list[str]) -> list[str]:
    """Ask the reference about the module itself and all mutants, in this order."""
    with TemporaryDirectory() as directory:
        questions, answers = Path(directory) / "questions.json", Path(directory) / "answers.json"
        changes = [{"file": each.file, "text": each.text} for each in mutants]
        questions.write_text(json.dumps({"specs": specs, "mutants": changes}))
        script = Path(__file__).with_suffix(".rb")
        words = [*command, str(script), str(questions), str(answers)]
        subprocess.run(words, cwd=place, check=True, capture_output=True)
        found: list[str] = json.loads(answers.read_text())
        return found


def main() -> int:
    """Compare; print the mutants that both do not judge alike, and figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("cases", nargs="+")
    parser.add_argument("--ruby", default="ruby")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--facterdb", default="")
    given = parser.parse_args()
    options = ["--facterdb", given.facterdb] if given.facterdb else []
    cases = []
    for word in given.cases:
        module, _, specs = word.partition(":")
        cases.append(Case(Path(module).resolve(), specs.split(",")))
    unlike = total = killed = 0
    for number, case in enumerate(cases):
        share = given.count // len(cases) + (number < given.count % len(cases))
        everyone = mutants_of(case.module)
        chosen = random.Random(given.seed).sample(everyone, min(share, len(everyone)))
        with TemporaryDirectory() as directory:
            place = copied(case, Path(directory))
            began = time.perf_counter()
            ours = [judge(place, case.specs, each, options) for each in (None, *chosen)]
            middle = time.perf_counter()
            theirs = ask(place, case.specs, chosen, given.ruby.split())
            ended = time.perf_counter()
        if (ours[0], theirs[0]) != ("survives", "survives"):
            print(f"{case.module.name}: the module itself: {ours[0]}, reference {theirs[0]}")
        for mutant, our, their in zip(chosen, ours[1:], theirs[1:], strict=True):
            if our != their:
                unlike += 1
                where = f"{case.module.name}/{mutant.file}:{mutant.line}"
                print(f"  {where} ({mutant.name}): {our}, reference {their}")
        total += len(chosen)
        killed += theirs[1:].count("killed")
        print(
            f"{case.module.name}: {len(chosen)} mutants, {theirs[1:].count('killed')} killed; "
            f"{middle - began:.0f} s and {ended - middle:.0f} s",
            flush=True,
        )
    print(f"{total} mutants, {killed} killed by the reference, {total - unlike} judged alike")
    return 1 if unlike else 0


if __name__ == "__main__":
    raise SystemExit(main())
