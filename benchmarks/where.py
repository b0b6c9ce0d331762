"""Where does the processor time of a row of docs/performance.md go?

Looks at what runs while the work of a row is done again and again, at each tick of the processor
time that it takes, and counts the rooms of the source (docs/style.md) that it meets. A tick in
Python's library counts for the room that called it, one in a module's own lines for `imports`.
Commands are sampled from their first line on: the start of Python itself is not seen.

    python benchmarks/where.py [--seconds N] [NAME...]
"""

from __future__ import annotations

import json
import os
import runpy
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import apply, cfengine, cfengine_promises, compile_modules, compile_programs
from benchmarks.parse_modules import DEFAULT, ours, sources
from benchmarks.rows import at_least_one, check_names, options_of

from duckrow.puppet.runtime.location import MARK
from duckrow.ruby.running import RUBY_MARK

BIN = os.path.dirname(sys.executable)
OURS = str(Path(__file__).parents[1] / "src" / "duckrow") + os.sep
INTERVAL = 0.001
SHOWN = 5
SECONDS = 4
PROGRAMS = (
    "nested defines, 9,000 resources",
    "string functions",
    "a template with a loop of 1,000",
    "2,000 relationships",
    "collectors",
)
POLICIES = {
    "2,000 files edited, as they should be": cfengine.files,
    "2,000 files copied, as they should be": cfengine.copies,
}

Counts = Counter[str]


def room(frame: FrameType | None) -> str:
    """Return the room whose work a frame does."""
    while frame is not None:
        code = frame.f_code
        name = code.co_filename
        if name.startswith("<frozen importlib"):
            return "imports"
        if name.startswith(OURS):
            if code.co_name == "<module>" or name.endswith("own_modules.py"):
                return "imports"
            parts = name[len(OURS) :].split(os.sep)
            return "/".join(parts[:2]) if len(parts) > 2 else parts[0]
        for mark, kind in ((MARK, "manifests"), (RUBY_MARK, "Ruby code")):
            if mark in frame.f_globals:
                return kind
        frame = frame.f_back
    return "other"


def sampling(counts: Counts) -> None:
    """Count samples from now on, in the main thread."""

    def sample(_: int, frame: FrameType | None) -> None:
        counts[room(frame)] += 1

    signal.signal(signal.SIGPROF, sample)
    signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)


def stop() -> None:
    signal.setitimer(signal.ITIMER_PROF, 0)


def here(work: Callable[[], object], seconds: float) -> Counts:
    """Sample work in this process; its first time, which fills caches, is left out."""
    work()
    counts: Counts = Counter()
    sampling(counts)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        work()
    stop()
    return counts


def in_commands(words: list[str], environment: dict[str, str], seconds: float) -> Counts:
    """Sample whole commands, each in a process of its own; the first one is left out."""
    counts: Counts = Counter()
    end = 0.0
    with tempfile.NamedTemporaryFile() as file:
        while time.monotonic() < end or not end:
            done = subprocess.run(
                [sys.executable, __file__, "--inside", file.name, *words],
                env=environment,
                stdout=subprocess.DEVNULL,
                check=False,
            )
            if done.returncode != 0:
                raise SystemExit(f"{' '.join(words)} ended with {done.returncode}")
            if end:
                counts.update(json.loads(Path(file.name).read_bytes()))
            else:
                end = time.monotonic() + seconds
    return counts


def inside(target: str, words: list[str]) -> None:
    """Run the program of a command in this process, and write its samples to a file."""
    sys.argv = words
    counts: Counts = Counter()
    leave = os._exit

    def write_and_leave(code: int) -> None:
        stop()
        Path(target).write_text(json.dumps(counts))
        leave(code)

    os._exit = write_and_leave  # type: ignore[assignment]
    sampling(counts)
    runpy.run_path(words[0], run_name="__main__")


def warm(code: str, **options: object) -> Callable[[], object]:
    """Return a compile of a program."""
    from duckrow.puppet.environment import Environment, Node, compile_catalog

    environment = Environment(code=code, **options)  # type: ignore[arg-type]
    facts = compile_modules.FACTS if options else compile_programs.FACTS
    return lambda: compile_catalog(environment, Node("bench.example.com", facts))


def rows(seconds: float, names: list[str]) -> Iterator[tuple[str, Counts]]:
    """Yield each row and its samples."""
    known = []
    for name, measure in works(seconds):
        known.append(name)
        if not names or any(part in name for part in names):
            yield name, measure()
    check_names(names, known)


def works(seconds: float) -> Iterator[tuple[str, Callable[[], Counts]]]:
    from duckrow.puppet.settings.settings import Settings

    settings = Settings({"strict": "warning", "strict_variables": "false"})
    modules = {"modulepath": [compile_modules.MODULES], "settings": settings, "is_fixed": True}
    if os.path.isdir(f"{compile_modules.MODULES}/apache"):
        for name, code in compile_modules.PROGRAMS.items():
            yield f"{name}, warm", lambda code=code: here(warm(code, **modules), seconds)  # type: ignore[misc]
    for name in PROGRAMS:
        code = compile_programs.PROGRAMS[name]
        yield name, lambda code=code: here(warm(code), seconds)  # type: ignore[misc]
    texts = sources(DEFAULT)
    if texts:
        yield f"parsing {len(texts):,} manifests", lambda: here(lambda: ours(texts), seconds)
    with tempfile.TemporaryDirectory(dir=cfengine.SCRATCH) as made:
        folder = Path(made)
        (folder / "duckrow").mkdir(mode=0o700)
        (folder / "modules").mkdir()
        environment = cfengine.environment(folder, "duckrow")

        def command(*words: str) -> Callable[[], Counts]:
            return lambda: in_commands([*words], environment, seconds)

        small, files = apply.duckrow(folder, *apply.small(folder)), apply.manifest(folder, 5000)
        yield "apply: a file, an exec, a package, a service, in no-op", command(*small)
        yield "apply: 5,000 files as they should be", command(*apply.duckrow(folder, files))
        for name, write in POLICIES.items():
            (folder / name).mkdir()
            policy = cfengine.write(folder, name, write(folder / name, 2_000))
            yield name, command(f"{BIN}/cf-agent", "-Kf", str(policy))
        hello = cfengine.write(folder, "hello", cfengine.hello())
        yield "cf-promises, hello world", command(f"{BIN}/cf-promises", "-f", str(hello))
        if cfengine_promises.MASTERFILES.is_dir():
            copy = folder / "masterfiles"
            shutil.copytree(cfengine_promises.MASTERFILES, copy)
            entry = str(copy / "promises.cf")
            yield "cf-promises, masterfiles, cached", command(f"{BIN}/cf-promises", "-f", entry)


def shares(counts: Counts) -> str:
    """Write the rooms that most samples met."""
    total = counts.total() or 1
    return ", ".join(
        f"{name} {count / total * 100:.0f} %" for name, count in counts.most_common(SHOWN)
    )


def main() -> None:
    if sys.argv[1:2] == ["--inside"]:
        inside(sys.argv[2], sys.argv[3:])
        return
    options = options_of(__doc__)
    options.add_argument("--seconds", type=at_least_one, default=SECONDS, help="for each row (4)")
    chosen = options.parse_args()
    for name, counts in rows(chosen.seconds, chosen.names):
        print(f"{name}: {shares(counts)}", flush=True)


if __name__ == "__main__":
    main()
