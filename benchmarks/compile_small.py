"""What does a compile cost before it has done much, beside the installed Puppet?

The catalog is small: one class of a module with seven parameters and three files. What is measured
is what every compile pays, whatever it does: looking for changed files, variables of the node, the
search for data, and the end. The module is Debian's puppet-module-tdc, else one that is made for
the measurement and looks like it.

    in process    compile_catalog in an environment that looks for changed files in each compile,
                  Python's garbage collection as it is
    --jobs        `duckrow compile --jobs` with one job that is repeated, by its own figures

All are CPU times of warm compiles in one process on one core, the reference's too; the three take
turns, and all compiles of all turns count.

    python benchmarks/compile_small.py [--rounds N] [--turns N]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import fmean, median
from typing import Any

MODULES = "/usr/share/puppet/modules"
REFERENCE = Path(__file__).parent / "reference" / "compile.rb"
FACTS_FILE = Path(__file__).parents[1] / "tests/conformance/puppet/facts/debian12.json"
SETTINGS = {"strict": "warning", "strict_variables": "false"}
WARM_UP = 20
OWN = """class tdc(
  String $a = 'a', String $root = '/a', String $scripts = 'plugins', String $config = 'config',
  String $c = 'c', String $d = 'd', String $e = 'e',
) {
  Exec { path => ['/usr/bin', '/bin'] }
  file { $root: ensure => directory, owner => 'root', group => 'root', mode => '0755' }
  file { "${root}/${scripts}": ensure => directory, owner => 'root', group => 'root' }
  file { "${root}/${config}": ensure => directory, owner => 'root', group => 'root' }
}
"""


def in_process(job: dict[str, Any], facts: dict[str, object], rounds: int) -> list[float]:
    """Give the seconds of each compile in this process."""
    from duckrow.puppet.environment import Environment, Node, compile_catalog
    from duckrow.puppet.settings.settings import Settings

    environment = Environment(
        code=str(job["code"]), modulepath=job["modulepath"], settings=Settings(SETTINGS)
    )
    times = []
    for _ in range(WARM_UP + rounds):
        node = Node("bench.example.com", facts)
        began = time.process_time()
        result = compile_catalog(environment, node)
        times.append(time.process_time() - began)
        assert result.failure is None, result.failure.to_data()["message"]
    return times[WARM_UP:]


def through_jobs(job: dict[str, Any], rounds: int) -> list[float]:
    given = [f"--{name}={value}" for name, value in SETTINGS.items()]
    done = subprocess.run(
        [sys.executable, "-m", "duckrow", "compile", "--batch", "-", *given],
        input=json.dumps([{**job, "repeat": WARM_UP + rounds, "catalog": False}]),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: list[float] = json.loads(done.stdout)["cpu"]
    return found[WARM_UP:]


def theirs(job: dict[str, Any], facts: dict[str, object], rounds: int) -> list[float]:
    asked = {**job, "facts": facts, "rounds": WARM_UP + rounds}
    try:
        done = subprocess.run(
            ["ruby", str(REFERENCE)],
            input=json.dumps(asked),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return []
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    found: list[float] = json.loads(lines[-1])["seconds"]
    return found[WARM_UP:]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--rounds", type=int, default=300)
    options.add_argument("--turns", type=int, default=3)
    chosen = options.parse_args()
    facts = json.loads(FACTS_FILE.read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        modules = MODULES
        if not os.path.isdir(f"{MODULES}/tdc"):
            modules = folder
            manifests = Path(folder) / "tdc" / "manifests"
            manifests.mkdir(parents=True)
            (manifests / "init.pp").write_text(OWN)
        job: dict[str, Any] = {"id": "1", "code": "include tdc", "modulepath": [modules]}
        found: dict[str, list[float]] = {"in process": [], "--batch": [], "Puppet": []}
        for _ in range(chosen.turns):
            found["in process"] += in_process(job, facts, chosen.rounds)
            found["--batch"] += through_jobs({**job, "facts": facts}, chosen.rounds)
            found["Puppet"] += theirs(job, facts, chosen.rounds)
    peer = found["Puppet"]
    print(f"{'':12}{'mean':>12}{'median':>12}{'ratios':>16}")
    for name, times in found.items():
        if not times:
            continue
        line = f"{name:12}{fmean(times) * 1e6:9.1f} µs{median(times) * 1e6:9.1f} µs"
        if peer and times is not peer:
            line += f"{fmean(peer) / fmean(times):8.1f} ×{median(peer) / median(times):6.1f} ×"
        print(line)
    if not peer:
        print("Puppet is not installed")


if __name__ == "__main__":
    main()
