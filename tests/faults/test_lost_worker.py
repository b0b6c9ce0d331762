"""A worker of a Dask cluster that is killed half-way costs only its nodes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("distributed")

ROOT = Path(__file__).parents[2]
# In a process of its own: a cluster leaves threads and warnings behind.
SCRIPT = """
import json, os, signal, sys
from distributed import LocalCluster
from duckrow.cli.target import read_facts
from duckrow.diff.cluster import compare_on_cluster
from duckrow.diff.ignore import Rules
from duckrow.diff.nodes import Options
from duckrow.diff.pool import compare_nodes
from duckrow.diff.report import Report
from duckrow.diff.versions import NodeInput, VersionName
from duckrow.machine.git_trees import GitObjects

def main(fleet):
    control, facts = f"{fleet}/control", f"{fleet}/facts"
    objects = GitObjects(control)
    old, new = (VersionName(tag, control, objects.tree_of(tag)) for tag in ("v1", "v2"))
    names = sorted(os.listdir(facts))
    nodes = [NodeInput(name[:-5], read_facts(f"{facts}/{name}")) for name in names]
    work = (old, new, Options(Rules()), None)
    alone = Report("v1", "v2")
    for result in compare_nodes(work, nodes, 1):
        alone.add(result)
    together = Report("v1", "v2")
    cluster = LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    )
    with cluster:
        workers = [each.process.process.pid for each in cluster.workers.values()]
        for number, result in enumerate(compare_on_cluster(work, nodes, cluster.scheduler_address)):
            together.add(result)
            if number == len(nodes) // 2:
                os.kill(workers[0], signal.SIGKILL)
    print(json.dumps({
        "nodes": sorted(together.nodes) == sorted(alone.nodes),
        "groups": together.to_data()["groups"] == alone.to_data()["groups"],
        "counts": together.counts,
        "killed": workers[0],
    }))

if __name__ == "__main__":
    main(sys.argv[1])
"""


def test_a_killed_worker_costs_only_its_nodes(tmp_path: Path) -> None:
    make = ROOT / "examples" / "fleet" / "make_fleet.py"
    fleet = tmp_path / "fleet"
    command = [sys.executable, str(make), str(fleet), "--nodes", "96", "--roles", "12"]
    subprocess.run(command, check=True)
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, str(script), str(fleet)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    said = json.loads(done.stdout.splitlines()[-1])
    assert said["nodes"]
    assert said["groups"]
    assert said["counts"]["failed"] == 0
    assert said["counts"]["different"] > 0
