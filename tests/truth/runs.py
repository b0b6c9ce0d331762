"""Are the edges and the order that `duckrow explain` shows those of a run of Puppet?

    python -m tests.truth.runs [SCENARIO…]

The installed Puppet applies the catalog of each scenario with --noop, --graph and --evaltrace, in a
mount namespace whose directories are overlays: the host stays as it is. The edges are those of
expanded_relationships.dot. A resource whose tool is missing on this host is not evaluated and
delays others, so the order of such a catalog is compared with that of the graph itself, which
`reference.rb` walks as if every tool was there.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

from tests.conformance.puppet.apply.host import mount_namespace
from tests.conformance.puppet.compiling import ask_ruby
from tests.truth.outcomes import Job, of_reference
from tests.truth.scenario import INSTALLED, Scenario, installed_scenarios

from duckrow.explain.answer import Reason
from duckrow.machine.local import LocalMachine
from duckrow.puppet.apply.order import Whit
from duckrow.puppet.explain.graph import ReasonedGraph
from duckrow.puppet.resources.desired import Desired, ResourceError

OVERLAID = "etc home opt root srv usr var".split()
_EDGE = re.compile(r'^ *"((?:[^"\\]|\\.)*)" -> "((?:[^"\\]|\\.)*)" \[', re.MULTILINE)
_STARTED = re.compile(r"^Info: (.*): Starting to evaluate the resource", re.MULTILINE)


Equal = tuple[bool, bool, bool]


class Run:
    """A run of Puppet: its edges and the paths of the resources in the order of evaluation."""

    def __init__(self, output: str, dot: str) -> None:
        found = _EDGE.findall(dot)
        self.edges = {(one.replace('\\"', '"'), other.replace('\\"', '"')) for one, other in found}
        self.paths = _STARTED.findall(output)


def overlays(directory: str) -> list[str]:
    """Return the steps that put an overlay over each directory that a run could change."""
    steps = [f"mount -t tmpfs tmpfs {directory}"]
    for name in OVERLAID:
        upper, work = f"{directory}/{name}", f"{directory}/work-{name}"
        steps.append(f"mkdir -p {upper} {work}")
        options = f"lowerdir=/{name},upperdir={upper},workdir={work}"
        steps.append(f"mount -t overlay overlay -o {options} /{name}")
    return steps


def without_facts(directory: Path) -> Path:
    """Return a path of the installed modules without their facts, which take longer than a run."""
    for module in Path(INSTALLED).iterdir():
        own = directory / module.name
        (own / "lib").mkdir(parents=True)
        for source, target in ((module, own), (module / "lib", own / "lib")):
            for each in source.iterdir() if source.is_dir() else ():
                if each.name not in ("lib", "facter", "facts.d"):
                    (target / each.name).symlink_to(each)
    return directory


def run_puppet(scenarios: list[Scenario], namespace: int, directory: str) -> list[Run]:
    """Apply the catalogs of some scenarios without changing anything."""
    lines, modules = [], without_facts(Path(directory, "modules"))
    for scenario in scenarios:
        own = Path(directory, scenario.name)
        own.mkdir()
        catalog = own / "catalog.json"
        catalog.write_text(json.dumps(scenario.compile().data()))
        options = [f"--{name}dir={own / name}" for name in ("conf", "var", "code", "graph")]
        options += [f"--modulepath={modules}", f"--catalog={catalog}"]
        words = ["--noop", "--graph", "--evaltrace", "--verbose", "--color=false", *options]
        lines.append([words, {}, namespace])
    runs = []
    for scenario, (_, output) in zip(scenarios, ask_ruby("apply.rb", lines), strict=True):
        dot = Path(directory, scenario.name, "graph", "expanded_relationships.dot")
        runs.append(Run(output, dot.read_text() if dot.exists() else ""))
    return runs


def explained(graph: ReasonedGraph) -> dict[tuple[str, str], Reason]:
    """Return all edges with their reasons."""
    nodes = graph.graph.nodes
    return {
        (nodes[source].ref, nodes[target].ref): graph.reason(source, target)
        for source in graph.graph.live()
        for target in graph.graph.outgoing[source]
    }


def order_of(graph: ReasonedGraph) -> list[Desired]:
    """Return the resources in the order in which they are applied."""
    nodes = sorted(graph.positions, key=graph.positions.__getitem__)
    return [each for number in nodes if type(each := graph.graph.nodes[number]) is Desired]


def compare(scenario: Scenario, run: Run) -> Equal:
    """Compare one scenario: whether edges and order are equal, and whether it has the tools."""
    graph = ReasonedGraph(scenario.recorded(), LocalMachine())
    edges, order = explained(graph), order_of(graph)
    known = {each.path for each in order}
    evaluated = [each for each in run.paths if each in known]
    has_tools = set(evaluated) == known
    if has_tools:
        is_same = evaluated == [each.path for each in order]
    else:
        walked = of_reference([Job("walk", scenario, graph=True)])["walk"]
        is_same = walked.order == [each.ref for each in order]
    # A run adds resources: schedules, and those that others generate, such as the file of concat.
    ends = {each.ref for each in graph.graph.nodes}
    theirs = {edge for edge in run.edges if ends.issuperset(edge)}
    for edge in sorted(theirs ^ edges.keys())[:5]:
        print(f"  {scenario.name}: only {'Puppet' if edge in theirs else 'duckrow'} has {edge}")
    if not is_same:
        _print_difference(scenario, evaluated, [each.path for each in order])
    whits = [each for each in graph.graph.nodes if type(each) is Whit]
    where = "run" if has_tools else "graph"
    unplaced = sum(each.kind == "unknown" or not each.text for each in edges.values())
    print(
        f"{scenario.name:32}{len(order):5} resources{len(whits):5} ends{len(edges):6} edges "
        f"{'equal' if theirs == edges.keys() else 'DIFFER'}, "
        f"order of the {where} {'equal' if is_same else 'DIFFERS'}"
        + (f", {unplaced} edges without a reason" if unplaced else ""),
        flush=True,
    )
    return theirs == edges.keys() and not unplaced, is_same, has_tools


def _print_difference(scenario: Scenario, theirs: list[str], ours: list[str]) -> None:
    positions = {each: number for number, each in enumerate(ours)}
    for one, other in pairwise(theirs):
        if positions[one] > positions[other]:
            print(f"  {scenario.name}: Puppet has {one} before {other}")


def compare_all(scenarios: list[Scenario], namespace: int) -> list[Equal]:
    """Compare some scenarios."""
    with tempfile.TemporaryDirectory() as directory:
        runs = run_puppet(scenarios, namespace, directory)
    return [compare(*each) for each in zip(scenarios, runs, strict=True)]


def can_be_applied(scenario: Scenario) -> bool:
    """Return whether the values of a scenario are those that a host accepts."""
    try:
        ReasonedGraph(scenario.recorded(), LocalMachine())
    except ResourceError as error:
        print(f"no host could apply {scenario.name}: {error}")
        return False
    return True


def main() -> int:
    if not os.path.isdir(INSTALLED) or os.geteuid() != 0:
        print("the puppet-module packages are not installed, or this is not root")
        return 0
    names = sys.argv[1:]
    scenarios = [each for each in installed_scenarios() if not names or each.name in names]
    scenarios = [each for each in scenarios if can_be_applied(each)]
    groups = [scenarios[start : start + 6] for start in range(0, len(scenarios), 6)]
    with (
        tempfile.TemporaryDirectory() as base,
        mount_namespace(overlays(base)) as namespace,
        ThreadPoolExecutor(2) as pool,
    ):
        found = pool.map(lambda group: compare_all(group, namespace), groups)
        results = [each for group in found for each in group]
    edges, order, tools = (sum(each[part] for each in results) for part in range(3))
    print(f"{len(results)} catalogs: edges of {edges} equal, order of {order} equal,")
    print(f"{tools} of them in a run, the others in the graph of Puppet")
    return 0 if edges == order == len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
