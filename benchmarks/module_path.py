"""What does a module path with many modules cost: as directories, with an index, as packages?

The modules are those of Debian's puppet-module packages, copied; without them nothing is measured.

    set-up     find the modules and look in each of them for a function that none has, as the first
               call of an unknown function does
    first      the same in a new process
    compile    the compile of a class in a new process with an empty code cache
    again      the same with the code cache that an earlier compile has filled
    cold       as `compile`, by the clock, when no file is in memory yet (with --cold, as root)

One process and one core, CPU time, in turns; the median of the rounds counts. The last lines are
the two ratios that count: an index is to be at least twice as fast as scanning, and packages are to
be as fast as directories.

    python benchmarks/module_path.py [--rounds N] [--compiles N] [--classes NAME,NAME]
        [--cold]
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from duckrow.cli.main import main as duckrow
from duckrow.puppet.environment import Environment
from duckrow.puppet.loaders.functions import find_function

MODULES = "/usr/share/puppet/modules"
WAYS = ("directories", "index", "packages")


def set_up(path: str) -> float:
    """Return the seconds of one set-up."""
    began = time.process_time()
    environment = Environment(modulepath=[path])
    assert find_function(environment.library, "no_module_has_this", "") is None
    return time.process_time() - began


def set_up_first(path: str) -> float:
    """Return the seconds of one set-up in a new process."""
    words = [sys.executable, __file__, "--set-up", path]
    return float(subprocess.run(words, capture_output=True, check=True).stdout)


def compile_class(name: str, path: str, cache: str) -> float:
    """Return the seconds of one compile in a new process."""
    words = ["compile", "--confdir", cache, "--cache-dir", cache, "--modulepath", path]
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "duckrow", *words, "--strict", "warning", "-e", f"include {name}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime


def compile_first(name: str, path: str) -> float:
    """Return the seconds of one compile with an empty cache."""
    shutil.rmtree(f"{path}.cache", ignore_errors=True)
    return compile_class(name, path, f"{path}.cache")


def compile_cold(name: str, path: str) -> float:
    """Return the seconds on the clock of one compile when no file is in memory yet."""
    shutil.rmtree(f"{path}.cache", ignore_errors=True)
    os.sync()
    Path("/proc/sys/vm/drop_caches").write_text("3")
    began = time.monotonic()
    compile_class(name, path, f"{path}.cache")
    return time.monotonic() - began


def lay_out(scratch: str) -> dict[str, str]:
    """Copy the modules in three ways; return the directories."""
    paths = {name: f"{scratch}/{name}" for name in WAYS}
    for name in ("directories", "index"):
        shutil.copytree(MODULES, paths[name])
    os.mkdir(paths["packages"])
    sources = [str(each) for each in sorted(Path(paths["directories"]).iterdir())]
    duckrow(["module", "index", "--quiet", paths["index"]])
    duckrow(["module", "pack", "--quiet", "--into", paths["packages"], *sources])
    return paths


def compare(
    label: str, rounds: int, paths: dict[str, str], measure: Callable[[str], float]
) -> dict[str, float]:
    """Print the times of a measure for each way; return how many times faster than directories."""
    times: dict[str, list[float]] = {way: [] for way in paths}
    for number in range(rounds):
        # In turns, and in both orders: other work on this computer then slows all of them.
        for way in list(paths)[:: -1 if number % 2 else 1]:
            times[way].append(measure(paths[way]))
    found = {way: statistics.median(each) for way, each in times.items()}
    ratios = {way: found["directories"] / median for way, median in found.items()}
    for way, median in found.items():
        print(f"{label:16}{way:13}{median * 1000:9.2f} ms{ratios[way]:7.2f}×", flush=True)
    return ratios


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--rounds", type=int, default=200)
    options.add_argument("--compiles", type=int, default=11)
    options.add_argument("--classes", default="ntp,apache,nova")
    options.add_argument("--cold", action="store_true")
    options.add_argument("--set-up", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.set_up:
        print(set_up(chosen.set_up))
        return
    if not os.path.isdir(f"{MODULES}/ntp"):
        print("the puppet-module packages are not installed")
        return
    with tempfile.TemporaryDirectory() as scratch:
        paths = lay_out(scratch)
        print(f"{len(os.listdir(paths['directories']))} modules")
        index = {
            "set-up": compare("set-up", chosen.rounds, paths, set_up)["index"],
            "first": compare("first", chosen.rounds // 5, paths, set_up_first)["index"],
        }
        packages: dict[str, float] = {}
        for name in chosen.classes.split(","):

            def compile_first_of(path: str, name: str = name) -> float:
                return compile_first(name, path)

            def compile_again(path: str, name: str = name) -> float:
                return compile_class(name, path, f"{path}.cache")

            def compile_cold_of(path: str, name: str = name) -> float:
                return compile_cold(name, path)

            measures = {"compile": compile_first_of, "again": compile_again}
            if chosen.cold:
                measures["cold"] = compile_cold_of
            for label, measure in measures.items():
                ratios = compare(f"{label} {name}", chosen.compiles, paths, measure)
                packages[f"{label} {name}"] = ratios["packages"]
        print("index against scanning:", _shown(index))
        print("packages against directories:", _shown(packages))


def _shown(ratios: dict[str, float]) -> str:
    return ", ".join(f"{label} {ratio:.2f}×" for label, ratio in ratios.items())


if __name__ == "__main__":
    main()
