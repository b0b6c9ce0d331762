"""Write the tables of docs/performance.md: rows of benchmarks, three runs each, and their rooms.

Each run measures all rows, the original beside duckrow; the table has the median of the ratios and
their spread. A run on a host that is busy with other things is marked, since caches and cores are
shared then. Benchmarks are named in PARTS; each yields rows from `rows(rounds)`. The part `where`
has the rooms of the source in which the time of a row goes.

It needs the originals and the modules of the rows, root, a quiet host and some twenty minutes, and
rewrites the page. A part that is no row of the page any more, or has lost its original, ends it
before anything is written.

    python benchmarks/performance_page.py [--runs N] [--rounds N] [PART...]
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from importlib import import_module
from pathlib import Path
from platform import python_version
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import where
from benchmarks.rows import Row, at_least_one

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"
# Marker of a table in the page -> the benchmarks that have its rows.
PARTS = {
    "puppet": (
        "compile_modules",
        "compile_programs",
        "lookups",
        "parse_modules",
        "apply",
        "second_runs",
        "large_catalog",
    ),
    "cfengine": ("cfengine", "cfengine_promises", "cfengine_copies"),
}
_BUSY = 1.5  # the load average from which a run is marked: the benchmark itself makes 1


def measured(part: str, runs: int, rounds: int) -> tuple[dict[str, list[Row]], list[float]]:
    """Return the rows of each work, one for each run, and the load average during the runs."""
    found: dict[str, list[Row]] = {}
    loads = []
    for number in range(runs):
        for name in PARTS[part]:
            for row in import_module(f"benchmarks.{name}").rows(rounds):
                text = time_of(row.ours) + (
                    "" if row.ratio is None else f", {ratio_of(row.ratio)} ×"
                )
                print(f"run {number + 1} of {runs}, {part}: {row.work}: {text}", flush=True)
                found.setdefault(row.work, []).append(row)
            loads.append(os.getloadavg()[0])
    return found, loads


def table(found: dict[str, list[Row]], loads: list[float], runs: int) -> str:
    """Write the table and how it was measured."""
    lines = ["| work | duckrow | the original | ratio | spread |", "|---|---|---|---|---|"]
    for work, rows in found.items():
        mine = median(row.ours for row in rows)
        memory = [row.memory for row in rows if row.memory is not None]
        text = time_of(mine) + (f", {max(memory):.0f} MB" if memory else "")
        ratios = [row.ratio for row in rows if row.ratio is not None]
        if ratios:
            theirs = time_of(median(row.theirs for row in rows if row.theirs is not None))
            spread = f"{ratio_of(min(ratios))}-{ratio_of(max(ratios))}"
            lines.append(
                f"| {work} | {text} | {theirs} | {ratio_of(median(ratios))} × | {spread} |"
            )
        else:
            lines.append(f"| {work} | {text} | | | |")
    busy = f"load average up to {max(loads):.1f} on {os.cpu_count()} cores"
    state = "**on a busy host**: " if max(loads) > _BUSY else ""
    return "\n".join([*lines, "", f"{runs} runs with Python {python_version()}, {state}{busy}."])


def rooms(seconds: float) -> str:
    """Write the table of the rooms in which the time of rows goes."""
    lines = ["| work | where its time goes |", "|---|---|"]
    for name, counts in where.rows(seconds, []):
        lines.append(f"| {name} | {where.shares(counts)} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def ratio_of(ratio: float) -> str:
    """Write a ratio with two digits that count."""
    return f"{ratio:.0f}" if ratio >= 9.5 else f"{ratio:.2g}"


def time_of(seconds: float) -> str:
    """Write a time with three digits that count."""
    if seconds < 1:
        return f"{seconds * 1e3:.3g} ms"
    return f"{seconds:.3g} s"


def rows_of(page: str, part: str) -> dict[str, bool]:
    """Return the rows of a table in the page, and whether they have the original."""
    lines = page.partition(f"<!-- {part} -->")[2].partition("<!-- end")[0].splitlines()
    cells = [line.strip("|").split("|") for line in lines if line.startswith("|")]
    return {row[0].strip(): bool(row[2].strip()) for row in cells[2:]}


def missing(page: str, part: str, found: dict[str, list[Row]]) -> list[str]:
    """Return the rows of the page that a measurement lacks, or has without the original."""
    measured = {shape(work): rows for work, rows in found.items()}
    return [
        work
        for work, has_original in rows_of(page, part).items()
        if shape(work) not in measured
        or (has_original and any(row.ratio is None for row in measured[shape(work)]))
    ]


def shape(work: str) -> str:
    """Return the name of a row without numbers, such as those of installed manifests."""
    return re.sub(r"[\d.,]+", "", work)


def replaced(page: str, part: str, text: str) -> str:
    """Return the page with another table between its markers."""
    begin, end = f"<!-- {part} -->\n", f"\n<!-- end of {part} -->"
    before, found, rest = page.partition(begin)
    _, found_too, after = rest.partition(end)
    if not found or not found_too:
        raise SystemExit(f"{PAGE} has no {begin.strip()} and {end.strip()}")
    return f"{before}{begin}{text}{end}{after}"


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--runs", type=at_least_one, default=3, help="of all rows (3)")
    options.add_argument("--rounds", type=at_least_one, default=4, help="of each row in a run (4)")
    parts = [*PARTS, "where"]
    options.add_argument("parts", nargs="*", metavar="PART", help=", ".join(parts))
    chosen = options.parse_args()
    for part in chosen.parts:
        if part not in parts:
            options.error(f"there is no part {part}; the parts are {', '.join(parts)}")
    if not os.access(PAGE, os.W_OK):
        raise SystemExit(f"{PAGE} cannot be written")
    for part in chosen.parts or parts:
        page = PAGE.read_text()
        if part == "where":
            text = rooms(where.SECONDS)
        else:
            found, loads = measured(part, chosen.runs, chosen.rounds)
            lost = missing(page, part, found)
            if lost:
                raise SystemExit(
                    f"not written: the original or the modules are not there for {'; '.join(lost)}"
                )
            text = table(found, loads, chosen.runs)
        PAGE.write_text(replaced(page, part, text))


if __name__ == "__main__":
    main()
