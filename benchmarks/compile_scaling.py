"""Does a resource cost the same in a large catalog as in a small one, in time and in memory?

Each size runs in a process of its own. Time is the best of several compiles, the program's code at
hand; memory is the peak of the process, less that of the smallest catalog, per resource more.

    python benchmarks/compile_scaling.py
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time

SIZES = (1_000, 10_000, 100_000)
PROGRAM = 'Integer[1, %d].each |$i| { notify { "message ${i}": message => "number ${i}" } }'


def measure(size: int) -> dict[str, float]:
    """Compile a catalog of a size; give the seconds per resource and the peak in bytes."""
    import gc

    from duckrow.puppet.environment import Environment, Node, compile_catalog

    gc.set_threshold(100_000, 20, 100)  # as the command line does
    environment = Environment(code=PROGRAM % size)
    times = []
    for _ in range(3):
        began = time.process_time()
        result = compile_catalog(environment, Node("bench.example.com"))
        times.append(time.process_time() - began)
        assert result.ok
        del result
        gc.collect()
    result = compile_catalog(environment, Node("bench.example.com"))
    assert result.ok
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {"size": size, "seconds": min(times) / size, "peak": peak}


def main() -> None:
    if len(sys.argv) == 3 and sys.argv[1] == "--size":
        print(json.dumps(measure(int(sys.argv[2]))))
        return
    rows = []
    for size in SIZES:
        done = subprocess.run(
            [sys.executable, __file__, "--size", str(size)], stdout=subprocess.PIPE, check=True
        )
        rows.append(json.loads(done.stdout))
    first = rows[0]
    print(f"{'resources':>10}{'µs each':>10}{'× first':>9}{'bytes each':>12}")
    for row in rows:
        more = row["size"] - first["size"]
        each = f"{(row['peak'] - first['peak']) / more:12.0f}" if more else f"{'':>12}"
        ratio = row["seconds"] / first["seconds"]
        print(f"{row['size']:10}{row['seconds'] * 1e6:10.2f}{ratio:9.2f}{each}")


if __name__ == "__main__":
    main()
