"""Compare `duckrow diff` with octocatalog-diff on commits of a control repository.

    python tests/conformance/diff_compare.py --repository DIR --facts DIR [--pairs 40] [--path P …]

Each pair is a commit and its parent; `--refs OLD..NEW` names pairs instead. Both tools compile all
nodes of the directory of facts, duckrow with its own compiler and octocatalog-diff with the
installed Puppet. The changes of each node must be the same, but for texts that duckrow redacts and
octocatalog-diff shows, or replaces by a digest. Options after `--` go to octocatalog-diff.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

FIELDS = ("diff_type", "type", "title", "structure", "old_value", "new_value")
REDACTED = "same but redacted"
DUCKROW = str(Path(sys.executable).parent / "duckrow")


def main() -> int:
    """Print each pair whose changes are different, and a summary."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--repository", type=Path, required=True)
    parser.add_argument("--facts", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--path", action="append", default=[])
    parser.add_argument("--refs", action="append", default=[])
    parser.add_argument("more", nargs="*")
    given = parser.parse_args()
    if shutil.which("octocatalog-diff") is None:
        print("octocatalog-diff is not installed")
        return 1
    counts = {"same": 0, REDACTED: 0, "different": 0, "not compiled": 0}
    changes = 0
    for old, new in _pairs(given):
        for file in sorted(given.facts.glob("*.json")):
            node = file.name.removesuffix(".json")
            theirs = _theirs(given, old, new, node, file)
            ours = _ours(given, old, new, node, file)
            if theirs is None or ours is None:
                word = "not compiled" if theirs is ours else "different"
            else:
                word = _verdict(theirs, ours)
                changes += len(theirs)
            counts[word] += 1
            if word == "different":
                print(f"{old[:12]}..{new[:12]} {node}: {_shown(theirs, ours)}", flush=True)
    print(f"{counts}, {changes} changes")
    return 1 if counts["different"] or not counts["same"] + counts[REDACTED] else 0


def _verdict(theirs: list[str], ours: list[str]) -> str:
    if theirs == ours:
        return "same"
    left = list(theirs)
    for each in ours:
        words = (re.escape(part) for part in each.split("[redacted]"))
        pattern = re.compile(".*?".join(words), re.DOTALL)
        found = next((other for other in left if pattern.fullmatch(other)), None)
        if found is None:
            return "different"
        left.remove(found)
    return "different" if left else REDACTED


def _shown(theirs: list[str] | None, ours: list[str] | None) -> str:
    if theirs is None or ours is None:
        return "only duckrow compiles it" if theirs is None else "only Puppet compiles it"
    left = [f"\n  octocatalog-diff: {each[:300]}" for each in theirs if each not in ours]
    right = [f"\n  duckrow:          {each[:300]}" for each in ours if each not in theirs]
    return "".join((*left[:3], *right[:3]))


def _pairs(given: argparse.Namespace) -> list[tuple[str, str]]:
    if given.refs:
        return [(old, new) for old, _, new in (each.partition("..") for each in given.refs)]
    words = ["log", "--no-merges", "--format=%H", "-n", str(given.pairs), "HEAD", "--", *given.path]
    done = subprocess.run(
        ["git", *words], cwd=given.repository, capture_output=True, text=True, check=True
    )
    return [(f"{commit}^", commit) for commit in done.stdout.split()]


def _theirs(
    given: argparse.Namespace, old: str, new: str, node: str, file: Path
) -> list[str] | None:
    with tempfile.TemporaryDirectory() as directory:
        facts = Path(directory) / "facts.yaml"
        facts.write_text(json.dumps({"name": node, "values": json.loads(file.read_text())}))
        words = ["-n", node, "--fact-file", str(facts), "--puppet-binary", "/usr/bin/puppet"]
        words += ["-f", old, "-t", new, "--output-format", "json", "--basedir", "."]
        done = subprocess.run(
            ["octocatalog-diff", *words, *given.more],
            cwd=given.repository,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode not in (0, 2):
        return None
    return _listed(json.loads(done.stdout or '{"diff": []}')["diff"])


def _ours(given: argparse.Namespace, old: str, new: str, node: str, file: Path) -> list[str] | None:
    words = ["--repository", str(given.repository), "--facts", str(file), "--node", node]
    words += ["--format", "json", "--strict", "warning", "--strict-variables=false", "--no-order"]
    words += ["--storeconfigs=false"]  # octocatalog-diff has no store unless it is given one
    done = subprocess.run(
        [DUCKROW, "diff", f"git:{old}", f"git:{new}", *words],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 2):
        return None
    items = [item for group in json.loads(done.stdout)["groups"] for item in group["changes"]]
    return _listed([item for item in items if item["about"] == "resource"])


def _listed(changes: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps([each[name] for name in FIELDS], sort_keys=True) for each in changes)


if __name__ == "__main__":
    sys.exit(main())
