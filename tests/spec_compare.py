"""Compares the outcome of each example with that of the real rspec-puppet.

    python tests/spec_compare.py --rspec COMMAND --facterdb DIR MODULE...

COMMAND runs the real RSpec: it gets the directory of the module, the file for its JSON and the
directories of specs. RECORDED answers of it, MODULE.json, are used if --recorded names their
directory. Examples are matched by their id. The exit code is 1 if duckrow passes an example that
the reference fails.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

Examples = dict[str, dict[str, Any]]
KINDS = ("classes", "defines", "functions", "type_aliases", "hosts")


def ask(module: Path, command: list[str], kinds: list[str]) -> tuple[Examples, float]:
    """Run the reference; return its examples by id, and the seconds it took."""
    with TemporaryDirectory() as directory:
        file = Path(directory) / "answer.json"
        began = time.perf_counter()
        subprocess.run([*command, str(module), str(file), *kinds], check=False, capture_output=True)
        seconds = time.perf_counter() - began
        return read(file), seconds


def read(file: Path) -> Examples:
    """Return the examples in a file of RSpec's JSON formatter by their ids."""
    examples = json.loads(file.read_text())["examples"]
    # rspec-puppet adds an example about its own coverage.
    return {each["id"]: each for each in examples if each["id"].startswith("./")}


def run_duckrow(
    module: Path, kinds: list[str], options: list[str]
) -> tuple[Examples, float, list[str]]:
    """Run duckrow; return its examples by id, the seconds it took, and errors of files."""
    began = time.perf_counter()
    command = [str(Path(sys.executable).parent / "duckrow"), "spec", "--format", "json", *options]
    done = subprocess.run(
        [*command, *kinds], cwd=module, capture_output=True, text=True, check=False
    )
    seconds = time.perf_counter() - began
    if not done.stdout:
        sys.exit(done.stderr)
    data = json.loads(done.stdout)
    return {each["id"]: each for each in data["examples"]}, seconds, data["messages"]


def main() -> int:
    """Compare modules; print a line for each, and the differences."""
    parser = argparse.ArgumentParser()
    parser.add_argument("modules", nargs="+", type=Path)
    parser.add_argument("--rspec", default="")
    parser.add_argument("--recorded", type=Path)
    parser.add_argument("--facterdb", default="")
    parser.add_argument("--suffix", default="")
    parser.add_argument("--show", type=int, default=8)
    given = parser.parse_args()
    options = ["--facterdb", given.facterdb] if given.facterdb else []
    wrong = 0
    for module in given.modules:
        kinds = [f"spec/{each}" for each in KINDS if (module / "spec" / each).is_dir()]
        if given.recorded:
            theirs = read(given.recorded / f"{module.name}{given.suffix}.json")
            their_time = 0.0
        else:
            theirs, their_time = ask(module.resolve(), given.rspec.split(), kinds)
        files = {each["file_path"] for each in theirs.values()}
        ours, our_time, errors = run_duckrow(module, kinds, options)
        ours = {key: each for key, each in ours.items() if each["file_path"] in files}
        wrong += show(module.name, theirs, ours, errors, (their_time, our_time), given.show)
    return 1 if wrong else 0


def show(
    name: str,
    theirs: Examples,
    ours: Examples,
    errors: list[str],
    times: tuple[float, float],
    most: int,
) -> int:
    """Print the comparison of a module; return how many examples passed wrongly."""
    same = said = wrong = failed = not_run = missing = 0
    shown: list[str] = []
    for key, their in theirs.items():
        our = ours.get(key)
        if our is None:
            missing += 1
            shown.append(f"  missing {key} {their['full_description'][:120]}")
            continue
        said += our["full_description"] == their["full_description"]
        if our["status"] == their["status"]:
            same += 1
            continue
        wrong += our["status"] == "passed"
        failed += our["status"] == "failed"
        not_run += our["status"] == "not run"
        reason = (our.get("exception") or their.get("exception") or {}).get("message", "")
        text = " ".join(reason.split())[:230]
        shown.append(f"  {their['status']} -> {our['status']} {key} {our['line_number']}: {text}")
    more = [each for each in ours if each not in theirs]
    total = len(theirs)
    share = 100 * same / total if total else 0
    print(
        f"{name}: {total} examples, equal {same} ({share:.2f} %), wrongly passed {wrong}, "
        f"wrongly failed {failed}, not run {not_run}, missing {missing}, more {len(more)}, "
        f"same description {said}; {times[0]:.1f} s and {times[1]:.1f} s"
    )
    for each in [f"  error: {' '.join(error.split())[:300]}" for error in errors] + shown[:most]:
        print(each)
    return wrong


if __name__ == "__main__":
    raise SystemExit(main())
