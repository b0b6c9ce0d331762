"""What does a module path with many modules cost: as directories, with an index, as packages?

The modules are those of Debian's puppet-module packages, copied; without them nothing is measured.

    set-up     find the modules and look in each of them for a function that none has, as the first
               call of an unknown function does
    compile    the first compile of a class in a fresh process with an empty code cache

One process and one core, CPU time; the best round counts.

    python benchmarks/module_path.py [--rounds N] [--compiles N]
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from duckrow.cli.main import main as duckrow
from duckrow.puppet.environment import Environment
from duckrow.puppet.loaders.functions import find_function

MODULES = "/usr/share/puppet/modules"
CODE = "include ntp"


def set_up(path: str) -> float:
    """Return the seconds of one set-up."""
    began = time.process_time()
    environment = Environment(modulepath=[path])
    assert find_function(environment.library, "no_module_has_this", "") is None
    return time.process_time() - began


def compile_first(path: str, scratch: str) -> float:
    """Return the seconds of one compile."""
    cache = f"{scratch}/cache"
    shutil.rmtree(cache, ignore_errors=True)
    words = ["compile", "--confdir", scratch, "--cache-dir", cache, "--modulepath", path]
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "duckrow", *words, "--strict", "warning", "-e", CODE],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime


def lay_out(scratch: str) -> dict[str, str]:
    """Copy the modules in three ways; return the directories."""
    paths = {name: f"{scratch}/{name}" for name in ("directories", "index", "packages")}
    for name in ("directories", "index"):
        shutil.copytree(MODULES, paths[name])
    os.mkdir(paths["packages"])
    sources = [str(each) for each in sorted(Path(paths["directories"]).iterdir())]
    duckrow(["module", "index", "--quiet", paths["index"]])
    duckrow(["module", "pack", "--quiet", "--into", paths["packages"], *sources])
    return paths


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--rounds", type=int, default=200)
    options.add_argument("--compiles", type=int, default=7)
    chosen = options.parse_args()
    if not os.path.isdir(f"{MODULES}/ntp"):
        print("the puppet-module packages are not installed")
        return
    with tempfile.TemporaryDirectory() as scratch:
        paths = lay_out(scratch)
        print(f"{len(os.listdir(paths['directories']))} modules")
        measures = {
            "set-up": (chosen.rounds, set_up),
            "compile": (chosen.compiles, lambda path: compile_first(path, scratch)),
        }
        for label, (rounds, measure) in measures.items():
            # In turns: other work on this computer then slows all of them.
            times: dict[str, list[float]] = {name: [] for name in paths}
            for _ in range(rounds):
                for name, path in paths.items():
                    times[name].append(measure(path))
            first = min(times["directories"])
            for name, found in times.items():
                print(f"{label:9}{name:13}{min(found) * 1000:9.2f} ms{first / min(found):7.2f}×")


if __name__ == "__main__":
    main()
