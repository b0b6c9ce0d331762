"""The changes of order that `duckrow diff` reports are those of the reference's graphs.

A case is two versions of a manifest, the second in the file new.pp. The answer lists the pairs of
resources that the reference orders. Every pair that diff reports has to be one of them, and every
one of them has to follow from a pair that diff reports.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from itertools import product
from pathlib import Path

from tests.conformance.case_file import Case
from tests.conformance.recorded import Answer, ReferenceMissingError, cases_of, each_case

from duckrow.cli.main import main

CASES = cases_of(Path(__file__).parent / "diff_orders")
Pairs = set[tuple[str, str]]
Contents = dict[str, set[str]]
_EDGE = re.compile(r'^ *"(.*)" -> "(.*)" \[$', re.MULTILINE)
_CONTAINER = re.compile(r"(Whit|Class|Stage|Duck|Schedule|Filebucket)\[")


def record(cases: list[Case], scratch: Path) -> list[Answer]:
    puppet = shutil.which("puppet")
    if puppet is None:
        raise ReferenceMissingError("puppet is not installed")
    found: list[Answer] = []
    for number, case in enumerate(cases):
        orders, inside = [], []
        for name, text in (("old", case.program), ("new", case.files["new.pp"])):
            place = scratch / f"{number}{name}"
            place.mkdir(parents=True)
            (place / "site.pp").write_text(text)
            words = [f"--{each}={place}/{each}" for each in ("confdir", "vardir", "graphdir")]
            words += ["--noop", "--graph", str(place / "site.pp")]
            subprocess.run([puppet, "apply", *words], check=True, capture_output=True)
            orders.append(closure(edges(place / "graphdir/expanded_relationships.dot")))
            inside.append(contents(edges(place / "graphdir/resources.dot")))
        found.append(written(orders, inside))
    return found


def edges(path: Path) -> Pairs:
    return set(_EDGE.findall(path.read_text().replace('\\"', "'")))


def closure(given: Pairs) -> Pairs:
    """Return all pairs of resources that follow from some, without containers."""
    later: dict[str, set[str]] = {}
    for first, second in given:
        later.setdefault(first, set()).add(second)
    found: Pairs = set()
    for start in later:
        seen, queue = set(later[start]), list(later[start])
        for each in queue:
            new = later.get(each, set()) - seen
            seen |= new
            queue += new
        found |= {(start, each) for each in seen}
    return {pair for pair in found if not any(map(_CONTAINER.match, pair))}


def contents(given: Pairs) -> Contents:
    """Return the resources that are in each class, define and stage, however deep."""
    inside: Contents = {}

    def of(name: str) -> set[str]:
        children = [child for parent, child in given if parent == name]
        return {each for each in children if not _CONTAINER.match(each)}.union(*map(of, children))

    for parent, _ in given:
        inside[parent] = of(parent)
    return inside


def written(orders: list[Pairs], inside: list[Contents]) -> str:
    old, new = orders
    kinds = (("both", old & new), ("old", old - new), ("new", new - old))
    lines = [f"{kind}: {a} before {b}" for kind, pairs in kinds for a, b in sorted(pairs)]
    lines += [
        f"{side}, in {name}: {', '.join(sorted(each))}"
        for side, found in zip(("old", "new"), inside, strict=True)
        for name, each in sorted(found.items())
        if each
    ]
    return "\n".join(lines) + "\n"


def read(answer: str) -> tuple[dict[str, Pairs], dict[str, Contents]]:
    pairs: dict[str, Pairs] = {"both": set(), "old": set(), "new": set()}
    inside: dict[str, Contents] = {"old": {}, "new": {}}
    for line in answer.splitlines():
        kind, _, text = line.partition(": ")
        side, _, name = kind.partition(", in ")
        if name:
            inside[side][name] = set(text.split(", "))
        else:
            first, _, second = text.partition(" before ")
            pairs[kind].add((first, second))
    return pairs, inside


def reported(case: Case, path: Path) -> dict[str, Pairs]:
    """Return the pairs that diff reports, by the version that has them."""
    for name, text in (("old", case.program), ("new", case.files["new.pp"])):
        (path / name / "manifests").mkdir(parents=True)
        (path / name / "environment.conf").write_text("")
        (path / name / "manifests/site.pp").write_text(text)
    out = path / "out.json"
    words = ["diff", f"directory:{path}/old", f"directory:{path}/new", "--node", "web1"]
    assert main([*words, "--format", "json", "--no-cache", "-o", str(out)]) == 2
    found: dict[str, Pairs] = {"old": set(), "new": set()}
    for group in json.loads(out.read_text())["groups"]:
        for item in group["changes"]:
            assert item["about"] != "error"
            if item["about"] == "order" and item["relation"] == "before":
                side = "new" if item["diff_type"] == "+" else "old"
                found[side].add((item["first"], item["second"]))
    return found


@each_case(CASES)
def test_changes_of_order(case: Case, tmp_path: Path) -> None:
    pairs, inside = read(case.answer or "")
    found = reported(case, tmp_path)
    resources = [set().union(*each.values()) for each in inside.values()]
    in_both = resources[0] & resources[1]
    for side in ("old", "new"):
        order = pairs["both"] | pairs[side]
        stated: Pairs = set()
        for first, second in found[side]:
            begins = inside[side].get(first, {first})
            stated |= set(product(begins, inside[side].get(second, {second})))
        assert stated <= order, f"{side}: the reference does not order {stated - order}"
        left = {
            (a, b)
            for a, b in pairs[side]
            if {a, b} <= in_both
            and not any(
                (a == x or (a, x) in order) and (b == y or (y, b) in order) for x, y in stated
            )
        }
        assert not left, f"{side}: diff says nothing of {left}"
