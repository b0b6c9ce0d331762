"""Runs note down that they began and how they ended; the store takes that over."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import time_ns

import pytest
from tests.conftest import Opened, stored_runs

from duckrow.state.journal import ROOM, Journal, parse
from duckrow.state.store import Store


def ignore(message: str) -> None:
    raise AssertionError(message)


def journal_in(directory: Path) -> Journal:
    return Journal(str(directory), ignore)


def listed(directory: Path) -> list[tuple[str, str, int, str]]:
    return [(run.uuid, run.host, run.began, run.status) for run, _ in stored_runs(directory)]


def reported(directory: Path) -> dict[str, object]:
    return {run.uuid: report for run, report in stored_runs(directory)}


def test_reports_are_taken_over_by_the_store(tmp_path: Path, opened: Opened) -> None:
    journal = journal_in(tmp_path)
    assert journal.begin("u1", "pond", 5) == []
    journal.end("u1", "pond", 5, "changed", '{"a":"\udcff"}'.replace("\udcff", "é"))
    assert journal.begin("u2", "pond of mine", 6) == []
    journal.end("u2", "pond of mine", 6, "failed", "{}")
    opened(Store(str(tmp_path), ignore))
    assert listed(tmp_path) == [("u2", "pond of mine", 6, "failed"), ("u1", "pond", 5, "changed")]
    assert reported(tmp_path)["u1"] == {"a": "é"}
    assert (tmp_path / "journal").read_bytes() == b""


def test_a_run_that_was_killed_shows(tmp_path: Path, opened: Opened) -> None:
    assert journal_in(tmp_path).begin("u1", "pond", 5) == []
    assert journal_in(tmp_path).begin("u2", "pond", 6) == ["u1"]
    assert journal_in(tmp_path).begin("u3", "pond", 7) == ["u2"]
    opened(Store(str(tmp_path), ignore))
    assert listed(tmp_path)[1:] == [
        ("u2", "pond", 6, "interrupted"),
        ("u1", "pond", 5, "interrupted"),
    ]
    assert reported(tmp_path)["u1"] is None
    # The one that is going on is still known to be.
    assert journal_in(tmp_path).begin("u4", "pond", 8) == ["u3"]


def test_a_run_of_a_living_process_was_not_killed(tmp_path: Path) -> None:
    """Runs of policies with --no-lock may overlap."""
    began = time_ns()
    code = (
        "import sys; from duckrow.state.journal import Journal;"
        f"Journal({str(tmp_path)!r}, print).begin('u1', 'pond', {began});"
        "print(1, flush=True); sys.stdin.readline()"
    )
    words = [sys.executable, "-c", code]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert journal_in(tmp_path).begin("u2", "pond", began + 1) == []
        other.communicate(b"\n")
    assert sorted(journal_in(tmp_path).begin("u3", "pond", began + 2)) == ["u1", "u2"]


def test_what_the_store_has_ended_is_not_interrupted(tmp_path: Path, opened: Opened) -> None:
    journal_in(tmp_path).begin("u1", "pond", 5)
    opened(Store(str(tmp_path), ignore)).end("u1", "pond", 5, "changed", '{"a":1}', {})
    assert journal_in(tmp_path).begin("u2", "pond", 6) == ["u1"]
    opened(Store(str(tmp_path), ignore))
    assert listed(tmp_path)[1:] == [("u1", "pond", 5, "changed")]  # after u2
    assert reported(tmp_path)["u1"] == {"a": 1}


def test_an_entry_that_was_not_written_to_its_end_is_cut_off(tmp_path: Path) -> None:
    """Wherever a run was killed, the entries before are read and the next one is appended."""
    journal = journal_in(tmp_path)
    journal.begin("u1", "pond", 5)
    journal.end("u1", "pond", 5, "changed", '{"a":1}')
    path = tmp_path / "journal"
    whole = path.read_bytes()
    journal.begin("u2", "pond", 6)
    more = path.read_bytes()[len(whole) :]
    for length in range(len(more)):
        path.write_bytes(whole + more[:length])
        assert journal_in(tmp_path).begin("u3", "pond", 7) == []
        entries, good = parse(path.read_bytes())
        assert [entry.uuid for entry in entries] == ["u1", "u1", "u3"]
        assert good == path.stat().st_size
    assert sorted(os.listdir(tmp_path)) == ["journal", "reserve"]


@pytest.mark.parametrize("damage", [b"\0", b"quack\n" * 50, b"5 quack\nabcdefg"])
def test_damage_is_quarantined(tmp_path: Path, damage: bytes, opened: Opened) -> None:
    said: list[str] = []
    journal = journal_in(tmp_path)
    journal.begin("u1", "pond", 5)
    journal.end("u1", "pond", 5, "changed", "{}")
    path = tmp_path / "journal"
    content = path.read_bytes() + damage
    path.write_bytes(content)
    Journal(str(tmp_path), said.append).begin("u2", "pond", 6)
    assert len(said) == 1
    (aside,) = tmp_path.glob("journal.bad-*")
    assert aside.read_bytes() == content
    assert aside.stat().st_mode & 0o077 == 0
    opened(Store(str(tmp_path), ignore))
    assert listed(tmp_path)[1:] == [("u1", "pond", 5, "changed")]  # after u2


def test_a_flipped_bit_loses_nothing_before_it(tmp_path: Path, opened: Opened) -> None:
    journal = journal_in(tmp_path)
    for name in ("u1", "u2"):
        journal.begin(name, "pond", 5)
        journal.end(name, "pond", 5, "changed", '{"a":1}')
    path = tmp_path / "journal"
    content = bytearray(path.read_bytes())
    content[-3] ^= 1
    path.write_bytes(content)
    said: list[str] = []
    assert Journal(str(tmp_path), said.append).begin("u3", "pond", 6) == ["u2"]
    opened(Store(str(tmp_path), ignore))
    assert reported(tmp_path)["u1"] == {"a": 1}


def test_room(tmp_path: Path) -> None:
    journal = journal_in(tmp_path)
    journal.begin("u1", "pond", 5)
    assert journal.has_room
    journal.end("u1", "pond", 5, "changed", "x" * ROOM)
    assert not journal.has_room


def test_it_is_not_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "victim").write_bytes(b"precious")
    os.symlink(tmp_path / "victim", tmp_path / "journal")
    with pytest.raises(OSError, match="symbolic links"):
        journal_in(tmp_path).begin("u1", "pond", 5)
    assert (tmp_path / "victim").read_bytes() == b"precious"
