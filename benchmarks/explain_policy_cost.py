"""What does it cost to record a policy for `duckrow explain`?

`plain` is a run of cf-agent, which records nothing; `report` records what the report of `duckrow
apply` needs; `recorded` records every step, class and variable; `stored` also stores that, as
`duckrow apply --record` does. Runs take turns, each in a process of its own; times are medians of
the CPU time of the run, without the start of Python. Memory is the largest peak of a process;
`recorded` and `report` differ by a constant for each promise. The ratios are those of `recorded` to
`plain`, of `recorded` and `stored` to `report`, and of the whole commands `duckrow apply --record`
to `duckrow apply`, which both store a report. Budget: 1.5 for the commands.

    python benchmarks/explain_policy_cost.py [--rounds N]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

KINDS = ("plain", "report", "recorded", "stored")
SIZES = (1_000, 2_000, 4_000)


def policy(size: int) -> str:
    """Return a policy with as many variables, classes and reports, a third of them skipped."""
    variables = [f'    "v{each}" string => "value {each}";' for each in range(size)]
    classes = [
        f'    "c{each}" expression => "{f"c{each - 1}" if each % 10 else "any"}";'
        for each in range(size)
    ]
    reports = [
        f'    {"c" if each % 3 else "no"}{each}::\n      "report {each} $(v{each})";'
        for each in range(size)
    ]
    sections = {"vars": variables, "classes": classes, "reports": reports}
    body = "\n".join(f"  {name}:\n" + "\n".join(lines) for name, lines in sections.items())
    return f"bundle agent main\n{{\n{body}\n}}\n"


def run(path: str, kind: str) -> None:
    """Run a policy in this process; print the CPU time and the peak of memory."""
    from duckrow.cfengine.agent.make_options import make_options
    from duckrow.cfengine.agent.run import run_policy
    from duckrow.cfengine.agent.work_directory import make_work_directory
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.messages.recorder import Recorder
    from duckrow.cfengine.explain.recording import record_data
    from duckrow.machine.this_process import collect_garbage_rarely
    from duckrow.state.recordings import store_recording

    collect_garbage_rarely()  # as the command line does
    with tempfile.TemporaryDirectory() as work:
        make_work_directory(work)
        given = {"workdir": [work], "no-lock": [""]}
        options = make_options(given, [path])
        assert not isinstance(options, str)
        recorder = None if kind == "plain" else Recorder(explains=kind != "report")
        log = Log("error", lambda _: None)
        began = time.process_time()
        run_policy(options, log, given, recorder)
        if kind == "stored":
            assert recorder is not None
            store_recording(work, "run", [{"record": record_data(recorder)}])
        took = time.process_time() - began
    print(took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)


def measure(path: str, kind: str) -> tuple[float, int]:
    """Run a policy in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--run", path, kind],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    seconds, memory = done.stdout.split()
    return float(seconds), int(memory)


def command(path: str, state: str, *options: str) -> float:
    """Run `duckrow apply` and return its CPU time."""
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "duckrow", "apply", path, "--state-dir", state, "-q", *options],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime


def main() -> None:
    if sys.argv[1:2] == ["--run"]:
        run(sys.argv[2], sys.argv[3])
        return
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--rounds", type=int, default=5)
    chosen = options.parse_args()
    print(f"{'promises':>10}" + "".join(f"{kind:>20}" for kind in KINDS) + f"{'ratios':>32}")
    with tempfile.TemporaryDirectory() as scratch:
        for size in SIZES:
            path = Path(scratch) / "policy.cf"
            path.write_text(policy(size))
            path.chmod(0o600)
            found: dict[str, list[tuple[float, int]]] = {kind: [] for kind in KINDS}
            for number in range(chosen.rounds):
                for kind in KINDS[:: -1 if number % 2 else 1]:
                    found[kind].append(measure(str(path), kind))
            state = f"{scratch}/state"
            plain, recorded = (
                statistics.median(command(str(path), state, *given) for _ in range(chosen.rounds))
                for given in ((), ("--record",))
            )
            took = {kind: statistics.median(each[0] for each in found[kind]) for kind in KINDS}
            peaks = {kind: max(each[1] for each in found[kind]) for kind in KINDS}
            cells = "".join(f"{took[kind]:9.3f}s{peaks[kind] / 2**20:7.1f}MiB" for kind in KINDS)
            ratios = [
                took["recorded"] / took["plain"],
                took["recorded"] / took["report"],
                took["stored"] / took["report"],
                recorded / plain,
            ]
            shown = "".join(f"{ratio:8.2f}" for ratio in ratios)
            print(f"{3 * size:10,}{cells}{shown}", flush=True)


if __name__ == "__main__":
    main()
