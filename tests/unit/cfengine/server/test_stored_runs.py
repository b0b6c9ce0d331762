"""Stored runs are for a hub that speaks of them and that a rule admits."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("OpenSSL")

from tests.unit.cfengine.server.dialogs import CLIENT_KEY, Dialog, LocalServer

from duckrow.cfengine.net.frames import DENIED, REFUSED
from duckrow.cfengine.net.stored_runs import read_runs

RULES = """
bundle server rules
{
  access:
    "RESOURCE" resource_type => "query", admit_ips => { "127.0.0.1" };
}
"""


def dialog_with(path: Path, *, resource: str = "duckrow_runs", more: str = " DUCKROW=1") -> Dialog:
    server = LocalServer(path, RULES.replace("RESOURCE", resource))
    server.trust(CLIENT_KEY)
    return Dialog(server, more=more)


def test_a_host_without_runs_sends_none(tmp_path: Path) -> None:
    dialog = dialog_with(tmp_path)
    assert list(read_runs([dialog.ask(b"RUNS 0")])) == []
    assert not (tmp_path / "state/state.db").exists()
    dialog.close()


def test_another_rule_admits_to_nothing(tmp_path: Path) -> None:
    dialog = dialog_with(tmp_path, resource="delta")
    assert dialog.ask(b"RUNS 0") == REFUSED
    assert "access denied to query: duckrow_runs" in dialog.server.log
    assert dialog.ask(b"VERSION").startswith(b"OK: ")
    dialog.close()


def test_a_client_of_the_reference_has_no_such_request(tmp_path: Path) -> None:
    dialog = dialog_with(tmp_path, more="")
    assert dialog.ask(b"RUNS 0") == DENIED
    assert dialog.read() == b""
    dialog.close()


@pytest.mark.parametrize("time", [b"", b"-1", b"x", b"1 2", b"9" * 100, "٣".encode()])
def test_a_time_that_is_none_ends_the_connection(tmp_path: Path, time: bytes) -> None:
    dialog = dialog_with(tmp_path)
    assert dialog.ask(b"RUNS " + time) == DENIED
    assert dialog.read() == b""
    dialog.close()


def test_a_damaged_store_never_looks_empty(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state/state.db").write_bytes(b"quack" * 10_000)
    dialog = dialog_with(tmp_path)
    assert dialog.ask(b"RUNS 0") == b""
    assert "Could not send the stored runs" in dialog.server.log
    dialog.close()
