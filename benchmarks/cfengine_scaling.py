"""Does the cost of a promise, or of an element of a list, stay the same when there are many?

Each row is a kind of policy, each column a number of promises or elements; shown are microseconds
of the processor for each of them, without what an empty policy costs. Flat is good. cf-agent is
shown below, as far as it is bearable.

    python benchmarks/cfengine_scaling.py [--rounds N]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.cfengine import (
    HEAD,
    agents_of,
    classes,
    hello,
    iteration,
    measure,
    variables,
    write,
)

SIZES = (1_000, 2_000, 4_000, 8_000, 16_000)


def elements(count: int) -> str:
    """One report over one list."""
    return iteration("reports", count, 1)


def array(count: int) -> str:
    """One variable promise that fills an array."""
    return iteration("vars", count, 1)


def reports(count: int) -> str:
    return f"{HEAD}  reports:\n" + "".join(f'    "line {n}";\n' for n in range(count)) + "}\n"


def methods(count: int) -> str:
    """Calls of one bundle with other arguments."""
    calls = "".join(f'    "{n}" usebundle => called("{n}");\n' for n in range(count))
    return (
        f"{HEAD}  methods:\n{calls}}}\n\nbundle agent called(n)\n{{\n"
        '  vars:\n    "x" string => "$(n)";\n}\n'
    )


KINDS = {
    "variables": variables,
    "classes and guards": classes,
    "reports": reports,
    "methods": methods,
    "elements of a list": elements,
    "elements of an array": array,
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        agents_of(folder)
        empty = measure(folder, write(folder, "hello", hello()), options.rounds)
        print(f"{'us each':<32}" + "".join(f"{size:>9,}" for size in SIZES))
        for kind, make in KINDS.items():
            rows: dict[str, list[float]] = {}
            for size in SIZES:
                policy = write(folder, "policy", make(size))
                for agent, (_, busy, _) in measure(folder, policy, options.rounds).items():
                    each = (busy - empty[agent][1]) / size * 1_000_000
                    rows.setdefault(agent, []).append(each)
            for agent, costs in rows.items():
                title = f"{kind}, {agent}"
                print(f"{title:<32}" + "".join(f"{cost:>9.1f}" for cost in costs), flush=True)


if __name__ == "__main__":
    main()
