"""The runs that a server sends may be anything: a hub takes what is right and survives the rest."""

from __future__ import annotations

import json
import zlib

import pytest

from duckrow.cfengine.net import stored_runs
from duckrow.cfengine.net.stored_runs import StreamError, read_runs

LINES = [{"ended": number + 1, "run": {"certname": f"duck{number}"}} for number in range(100)]
STREAM = zlib.compress("".join(json.dumps(each) + "\n" for each in LINES).encode())


@pytest.mark.parametrize("size", [1, 7, 4088])
def test_runs_come_in_pieces_of_any_size(size: int) -> None:
    pieces = [STREAM[at : at + size] for at in range(0, len(STREAM), size)]
    assert list(read_runs(pieces)) == [(each["ended"], each["run"]) for each in LINES]


def test_no_run_is_an_empty_stream() -> None:
    assert list(read_runs([zlib.compress(b"")])) == []


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        ([], "have no end"),
        ([STREAM[:-5]], "have no end"),
        ([STREAM, b"quack"], "more than runs"),
        ([b"quack quack"], "cannot be unpacked"),
        ([zlib.compress(b"quack\n")], "is no JSON"),
        ([zlib.compress(b"[" * 100_000 + b"\n")], "is no JSON"),
        ([zlib.compress(b"[]\n")], "without a time"),
        ([zlib.compress(b'{"ended": true, "run": {}}\n')], "without a time"),
        ([zlib.compress(b'{"ended": -1, "run": {}}\n')], "without a time"),
        ([zlib.compress(b'{"ended": 1, "run": 2}\n')], "without a time"),
        ([zlib.compress(b'{"ended": 1, "run": {}}')], "have no end"),
    ],
)
def test_what_is_no_run_is_an_error(pieces: list[bytes], message: str) -> None:
    with pytest.raises(StreamError, match=message):
        list(read_runs(pieces))


def test_a_bomb_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_runs, "LARGEST_RUN", 1 << 20)
    monkeypatch.setattr(stored_runs, "LARGEST", 4 << 20)
    line = zlib.compress(b" " * (64 << 20))
    with pytest.raises(StreamError, match="more than"):
        list(read_runs([line]))
    lines = zlib.compress(b'{"ended": 1, "run": {}}\n' * (1 << 20))
    with pytest.raises(StreamError, match="more than"):
        list(read_runs([lines]))


def test_a_long_line_in_small_pieces_is_read_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    copied = 0

    class Counted(bytearray):
        def __init__(self, content: bytes = b"") -> None:
            nonlocal copied
            copied += len(content)
            super().__init__(content)

    monkeypatch.setattr(stored_runs, "bytearray", Counted, raising=False)
    line = json.dumps({"ended": 1, "run": {"a": "x" * 4_000_000}}).encode() + b"\n"
    packer = zlib.compressobj(0)
    stream = packer.compress(line) + packer.flush()
    pieces = [stream[at : at + 4088] for at in range(0, len(stream), 4088)]
    assert [ended for ended, _ in read_runs(pieces)] == [1]
    assert copied <= len(line)
