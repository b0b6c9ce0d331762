"""Processes that sign are killed at any moment: no serial number is used twice, no file is cut."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.unit.ca.making import Log, csr, new_authority

from duckrow.ca.authority import Authority
from duckrow.ca.crl import is_revoked
from duckrow.ca.directory import CaDirectory
from duckrow.ca.inventory import entries_in
from duckrow.ca.statuses import all_statuses

# Sign and revoke names until the end; print a line for each certificate that was handed out.
WORKER = """
import sys
from duckrow.ca.authority import Authority
from duckrow.ca.directory import CaDirectory
from duckrow.ca.revocation import revoke
from duckrow.ca.rules import Rules
from duckrow.ca.submission import submit
from tests.unit.ca.making import csr
authority = Authority(CaDirectory(sys.argv[1]), Rules(autosign=True))
for number in range(10_000):
    name = f"{sys.argv[2]}x{number}.lab"
    certificate = submit(authority, name, csr(name))
    print(certificate.serial_number, "signed", flush=True)
    if number % 3 == 0:
        revoke(authority, name)
        print(certificate.serial_number, "revoked", flush=True)
"""


@pytest.mark.parametrize(
    "rounds", [2, pytest.param(30, marks=pytest.mark.faults)], ids=["few", "many"]
)
def test_killed_processes_share_no_serial(tmp_path: Path, rounds: int) -> None:
    new_authority(tmp_path)
    said: list[str] = []
    chance = random.Random(18)
    for turn in range(rounds):
        workers = [
            subprocess.Popen(
                [sys.executable, "-c", WORKER, str(tmp_path / "ca"), f"w{turn}n{each}"],
                stdout=subprocess.PIPE,
                text=True,
                cwd=Path(__file__).parents[3],
            )
            for each in range(2)
        ]
        first = [worker.stdout.readline() for worker in workers if worker.stdout is not None]
        time.sleep(chance.uniform(0, 0.3))
        for worker in workers:
            worker.send_signal(signal.SIGKILL)
        said += [line.strip() for line in first if line.endswith("\n")]
        for worker in workers:
            rest, _ = worker.communicate()
            said += [line.strip() for line in rest.split("\n")[:-1]]
    check(tmp_path, said)


def check(root: Path, said: list[str]) -> None:
    log = Log()
    authority = Authority(CaDirectory(str(root / "ca")), log=log)
    signed = [int(line.split()[0]) for line in said if line.endswith("signed")]
    assert len(signed) == len(set(signed)) > 1
    lines = (root / "ca" / "inventory.txt").read_bytes()
    listed = [each.serial for each in entries_in(lines)]
    assert len(listed) == len(set(listed)) == len(lines.splitlines())
    assert set(signed) <= set(listed)
    on_disk = [each.data.get("serial_number") for each in all_statuses(authority)]
    known = [each for each in on_disk if each is not None]
    assert len(known) == len(set(known))
    assert set(signed) <= set(known)
    assert log == []
    crl = authority.own_crl()
    assert crl is not None
    for line in said:
        if line.endswith("revoked"):
            assert is_revoked(crl, int(line.split()[0]))
    authority.receive("last.lab", csr("last.lab"))
    assert authority.sign("last.lab").serial_number not in listed
