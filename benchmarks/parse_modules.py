"""How fast are lexing and parsing real modules, beside the installed Puppet?

Both parse the same files, read beforehand, in one process on one core, in turns; the best round of
each counts. Without Puppet only our own time is printed.

    python benchmarks/parse_modules.py [--rounds N] [DIR...]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.rows import Row, show

from duckrow.machine.paths import read_bytes
from duckrow.puppet.syntax import decode, parse_source
from duckrow.source.errors import SourceError
from duckrow.source.text import SourceText

DEFAULT = ["/usr/share/puppet/modules.available", "/usr/share/doc"]
BUNDLED = str(Path(__file__).parent.parent / "examples")
REFERENCE = Path(__file__).parent / "reference" / "parse.rb"


def sources(folders: list[str]) -> list[SourceText]:
    """Read every manifest that is text."""
    found = []
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.pp")):
            try:
                found.append(decode(read_bytes(str(path)), str(path)))
            except SourceError:
                continue
    return found


def ours(texts: list[SourceText]) -> float:
    began = time.process_time()
    for source in texts:
        try:
            parse_source(source)
        except SourceError:
            continue
    return time.process_time() - began


def start_reference(names: list[str], rounds: int) -> subprocess.Popen[str] | None:
    """Start the peer, or give None where it is not installed."""
    probe = ["ruby", "-e", "require 'puppet'; require 'puppet/pops'"]
    try:
        subprocess.run(probe, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    peer = subprocess.Popen(
        ["ruby", str(REFERENCE), str(rounds)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert peer.stdin is not None
    peer.stdin.write("\n".join(names))
    peer.stdin.close()
    return peer


def rows(rounds: int, folders: list[str] | None = None) -> Iterator[Row]:
    """Measure both in turns."""
    texts = sources(folders or DEFAULT) or sources([BUNDLED])
    size = sum(len(source.text.encode()) for source in texts)
    peer = start_reference([str(source.name) for source in texts], rounds)
    mine, theirs = [], []
    for _ in range(rounds):
        if peer is not None and peer.stdout is not None:
            theirs.append(float(peer.stdout.readline()))
        mine.append(ours(texts))
    work = f"parsing {len(texts):,} manifests, {size / 1e6:.2f} MB"
    yield Row(work, min(mine), min(theirs, default=None))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("folders", nargs="*", default=None)
    chosen = options.parse_args()
    show(rows(chosen.rounds, chosen.folders))


if __name__ == "__main__":
    main()
