"""Hunt for crashes in what peers send: heads of frames, opening lines, replies to STAT.

Whatever arrives either is understood or raises the error that ends a connection.

    python tests/fuzz/fuzz_frames.py [--count N] [--seed N]
"""

from __future__ import annotations

import argparse
import random

from duckrow.cfengine.net.frames import HEAD, LARGEST, FrameError, frame, read_head
from duckrow.cfengine.net.opening import OpeningError, read_hello, read_identity
from duckrow.cfengine.net.stat_reply import read_stat

SEEDS = (
    b"t 12\0\0\0\0",
    b"m 4088\0\0",
    b"CFE_v3 cf-agent 3.21.0",
    b"IDENTITY USERNAME=root X=1",
    b"OK: 0 420 0 1 2 5 9 10 11 0 -2147483648 3 64",
)


def mutated(source: random.Random) -> bytes:
    """Return a seed with some bytes changed, added or removed, or random bytes."""
    data = bytearray(source.choice(SEEDS))
    for _ in range(source.randrange(5)):
        at = source.randrange(len(data) + 1)
        kind = source.randrange(3)
        if kind == 0:
            data[at:at] = bytes([source.randrange(256)])
        elif kind == 1:
            del data[at : at + 1]
        elif at < len(data):
            data[at] = source.randrange(256)
    return bytes(data)


def check(data: bytes) -> None:
    """Read one input in every way; anything but the known errors is a fault."""
    try:
        _, length = read_head(data[:HEAD])
    except FrameError:
        pass
    else:
        assert 0 < length <= LARGEST
    for read in (read_hello, read_identity):
        try:
            found = read(data)
        except OpeningError:
            continue
        assert not isinstance(found, str) or ("/" not in found and found)
    facts = read_stat(data, b"")
    assert facts is None or facts.size >= 0
    if 0 < len(data) <= LARGEST:
        whole = frame(data)
        assert read_head(whole[:HEAD]) == (False, len(data))


def main(count: int, seed: int) -> None:
    source = random.Random(seed)
    for _ in range(count):
        data = mutated(source)
        try:
            check(data)
        except Exception:
            print(f"input: {data!r}")
            raise
    print(f"{count} inputs, no crash")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    main(given.count, given.seed)
