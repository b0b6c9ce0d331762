"""Which hosts were met."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.evaluation.state import State
from duckrow.cfengine.net.lastseen import LastSeen

ONE, TWO = "MD5=11", "MD5=22"


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    found = State(str(tmp_path), Log())
    yield found
    found.close()


def test_meetings_have_gaps(state: State) -> None:
    lastseen = LastSeen(state)
    lastseen.note("10.0.0.1", ONE, is_incoming=True, now=1000)
    lastseen.note("10.0.0.1", ONE, is_incoming=True, now=1100)
    lastseen.note("10.0.0.1", ONE, is_incoming=False, now=1105)
    incoming, outgoing = lastseen.meetings()
    assert (incoming.is_incoming, incoming.time, incoming.gap) == (True, 1100, 100.0)
    assert incoming.average == pytest.approx(40.0)
    assert (outgoing.is_incoming, outgoing.time, outgoing.gap) == (False, 1105, 0.0)
    assert incoming.address == "10.0.0.1"
    assert lastseen.digest_of("10.0.0.1") == ONE


def test_removal_by_either_name(state: State) -> None:
    lastseen = LastSeen(state)
    lastseen.note("10.0.0.1", ONE, is_incoming=True)
    lastseen.note("10.0.0.2", TWO, is_incoming=False)
    assert lastseen.remove("10.0.0.3") is None
    assert lastseen.remove("10.0.0.1") == ONE
    assert lastseen.remove(TWO) == "10.0.0.2"
    assert lastseen.meetings() == []
    assert lastseen.digest_of("10.0.0.1") is None


def test_a_moved_host_is_a_contradiction(state: State) -> None:
    lastseen = LastSeen(state)
    lastseen.note("10.0.0.1", ONE, is_incoming=True)
    lastseen.note("10.0.0.1", TWO, is_incoming=True)
    assert lastseen.faults() == []
    lastseen.remove("10.0.0.1")
    assert len(lastseen.faults()) == 1
    assert lastseen.remove_all("10.0.0.1") == [ONE]
    assert lastseen.faults() == []
    assert lastseen.meetings() == []
