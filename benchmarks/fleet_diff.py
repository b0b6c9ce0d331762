"""How quickly is a fleet compared between two commits, and how much memory does it take?

A simulated fleet (examples/fleet) of 2,000 nodes, 60 roles and three sets of facts is compared with
processes, then with a Dask cluster of two workers of which one is killed half-way. Where
octocatalog-diff is installed, it compares a sample of the same nodes. The rates are per second of
CPU time: octocatalog-diff starts processes that use several cores.

    python benchmarks/fleet_diff.py [--nodes 2000] [--sample 3]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
ROLES = 60
DUCKROW = str(Path(sys.executable).parent / "duckrow")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--sample", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        fleet = Path(directory) / "fleet"
        make = ROOT / "examples" / "fleet" / "make_fleet.py"
        words = [str(make), str(fleet), "--nodes", str(given.nodes), "--roles", str(ROLES)]
        subprocess.run([sys.executable, *words], check=True)
        print(f"{given.nodes} nodes, {ROLES} roles, three sets of facts, v1 to v2")
        report, ours = _alone(fleet, given.nodes)
        _on_cluster(fleet, given.nodes, report)
        _octocatalog_diff(fleet, given.sample, ours)


def _command(fleet: Path, *more: str) -> list[str]:
    where = ["--repository", str(fleet / "control"), "--facts", str(fleet / "facts")]
    return [DUCKROW, "diff", "v1", "v2", *where, "--format", "json", *more]


def _alone(fleet: Path, count: int) -> tuple[dict[str, Any], float]:
    """Compare the fleet with processes; return the report and the rate per second of CPU time."""
    results = fleet / "results.jsonl"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    process = subprocess.Popen(
        _command(fleet, "--cache-dir", str(fleet), "--results", str(results)),
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    memory: dict[int, int] = {}  # kilobytes when so many tenths of the nodes are done
    while process.poll() is None and results.exists() is False:
        time.sleep(0.05)
    os.set_blocking(process.stdout.fileno(), False)
    said = b""
    while process.poll() is None:
        said += process.stdout.read() or b""
        done = results.read_bytes().count(b"\n") * 10 // count if results.exists() else 0
        memory.setdefault(done, _memory(process.pid))
        time.sleep(0.05)
    said += process.stdout.read() or b""
    seconds = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    report: dict[str, Any] = json.loads(said)
    print(f"duckrow, {os.cpu_count()} processes: {seconds:.1f} s, {count / seconds:.0f} nodes/s")
    print(f"  per core: {count / cpu:.1f} nodes per second of CPU time; {report['counts']}")
    shown = ", ".join(f"{tenth * 10} % {kilobytes >> 10} MB" for tenth, kilobytes in memory.items())
    print(f"  memory of all processes: {shown}")
    return report, count / cpu


def _memory(pid: int) -> int:
    """Return the resident memory of a process and its children in kilobytes."""
    found = 0
    waiting = [pid]
    while waiting:
        pid = waiting.pop()
        try:
            status = Path(f"/proc/{pid}/status").read_text()
            waiting += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        except OSError:
            continue
        found += sum(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line)
    return found


def _on_cluster(fleet: Path, count: int, expected: dict[str, Any]) -> None:
    """Compare the fleet on two Dask workers, and kill one of them half-way."""
    try:
        from distributed import LocalCluster
    except ImportError:
        print("Dask is not installed")
        return
    results = fleet / "cluster.jsonl"
    start = time.perf_counter()
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        victim = next(iter(cluster.workers.values())).process.process.pid
        address = cluster.scheduler_address
        with (fleet / "cluster.json").open("wb") as out:
            more = ["--scheduler", address, "--cache-dir", str(fleet), "--results", str(results)]
            process = subprocess.Popen(_command(fleet, *more), stdout=out)
            killed = False
            while process.poll() is None:
                done = results.read_bytes().count(b"\n") if results.exists() else 0
                if done >= count // 2 and not killed:
                    os.kill(victim, signal.SIGKILL)
                    killed = True
                time.sleep(0.05)
    seconds = time.perf_counter() - start
    found = json.loads((fleet / "cluster.json").read_text())
    same = "the same report" if found["groups"] == expected["groups"] else "ANOTHER REPORT"
    print(f"Dask, 2 workers, one killed: {seconds:.1f} s, {count / seconds:.0f} nodes/s; {same}")


def _octocatalog_diff(fleet: Path, sample: int, ours: float) -> None:
    """Let octocatalog-diff compare some of the nodes."""
    program, puppet = shutil.which("octocatalog-diff"), shutil.which("puppet")
    if program is None or puppet is None:
        print("octocatalog-diff is not installed")
        return
    control = fleet / "control"
    facts = sorted((fleet / "facts").iterdir())[:: max(1, ROLES - 1)][:sample]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    for file in facts:
        node = file.name.removesuffix(".json")
        wrapped = fleet / f"{node}.yaml"
        wrapped.write_text(json.dumps({"name": node, "values": json.loads(file.read_text())}))
        words = ["-n", node, "--fact-file", str(wrapped), "--puppet-binary", puppet]
        words += ["--hiera-config", "hiera.yaml", "--hiera-path", "data", "-f", "v1", "-t", "v2"]
        done = subprocess.run(
            [program, *words, "--output-format", "json", "--basedir", str(control)],
            cwd=control,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in (0, 2):
            print(f"octocatalog-diff failed: {done.stderr[-400:]}")
            return
    seconds = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    rate = len(facts) / cpu
    print(f"octocatalog-diff: {len(facts)} nodes in {seconds:.1f} s, {rate:.3f} per CPU second")
    print(f"duckrow's rate per core is {ours / rate:.0f} times that")


if __name__ == "__main__":
    main()
