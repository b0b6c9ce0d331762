"""A hub collects runs from hosts that may be slow, lie about the time, or about their name."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from time import time_ns

import pytest

pytest.importorskip("OpenSSL")

from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.evaluation.state import State
from duckrow.cfengine.net.connection import Broken
from duckrow.cfengine.net.keys import make_key, private_text
from duckrow.cfengine.net.lastseen import LastSeen
from duckrow.cfengine.tools import collect
from duckrow.cfengine.tools.collect import Collector
from duckrow.cfengine.tools.start import Call
from duckrow.source.errors import InputError

HOUR = 3_600_000_000_000


class Host:
    """A connection to a host that sends what a test says."""

    is_extended = True

    def __init__(self, key: str, runs: list[tuple[int, str]], *, ends: bool = True) -> None:
        self.key = key
        self._runs = runs
        self._ends = ends
        self._interrupted = Event()
        self.asked: list[int] = []

    def runs(self, since: int) -> Iterator[bytes]:
        self.asked.append(since)
        lines = [{"ended": each, "run": {"certname": name}} for each, name in self._runs]
        packer = zlib.compressobj()
        yield packer.compress("".join(json.dumps(each) + "\n" for each in lines).encode())
        if not self._ends:
            assert self._interrupted.wait(60)
            raise Broken("interrupted")
        yield packer.flush()

    def interrupt(self) -> None:
        self._interrupted.set()

    def close(self) -> None:
        pass


@pytest.fixture
def collector(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    (tmp_path / "ppkeys").mkdir(mode=0o700)
    (tmp_path / "ppkeys/localhost.priv").write_bytes(private_text(make_key()))
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path))
    found = Collector(Call({"workdir": [str(tmp_path)]}, [], Log("nothing", lambda _: None)))
    yield found
    found.close()


def ask(collector: Collector, host: Host, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    monkeypatch.setattr(type(collector._connector), "connect", lambda *_, **__: host)
    return [is_new for _, is_new in collector.runs_of("pond")]


def test_a_clock_that_was_ahead_hides_no_later_runs(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time_ns()
    assert ask(collector, Host("MD5=a", [(now + 1000 * HOUR, "a")]), monkeypatch) == [True]
    host = Host("MD5=a", [(time_ns() + HOUR // 100, "a")])
    assert ask(collector, host, monkeypatch) == [True]
    assert host.asked[0] <= time_ns() - HOUR


def test_a_host_that_never_ends_is_given_up(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collect, "_LONGEST", 0.05)
    with pytest.raises(InputError, match="interrupted"):
        ask(collector, Host("MD5=a", [(1, "a")], ends=False), monkeypatch)


def test_a_host_speaks_for_itself_only(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ask(collector, Host("MD5=a", [(1, "a")]), monkeypatch) == [True]
    with pytest.raises(InputError, match="reports runs of a"):
        ask(collector, Host("MD5=b", [(1, "a")]), monkeypatch)
    with pytest.raises(InputError, match="reports runs of other"):
        ask(collector, Host("MD5=a", [(2, "other")]), monkeypatch)


def test_two_collectors_at_once_agree(
    collector: Collector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = State(str(tmp_path), Log("nothing", lambda _: None))
    second = LastSeen(state)
    monkeypatch.setattr(
        type(collector._connector), "connect", lambda *_, **__: Host("MD5=a", [(1, "a"), (2, "a")])
    )
    runs = collector.runs_of("pond")
    assert next(runs)[1]
    assert second.claim_name("MD5=a", "a")
    second.note_collected("MD5=a", 2)
    assert next(runs)[1]
    assert list(runs) == []
    assert second.collected_until("MD5=a") == 2
    state.close()
