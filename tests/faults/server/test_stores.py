"""The stores of the server under bad luck: full disks, and processes that are killed."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import pytest
from tests.faults.machine.isolation import isolated, mount_scratch
from tests.unit.server.reports import report_json

from duckrow.puppet.file_serving.bucket import Bucket, Name
from duckrow.puppet.settings.settings import Settings
from duckrow.server.reports.data import read_report
from duckrow.server.reports.reporting import Reporting
from duckrow.server.reports.store import NotStoredError

pytestmark = pytest.mark.faults


def reporting_in(path: Path) -> Reporting:
    return Reporting(str(path), Settings({"reports": "none"}), lambda *_: None)


def send(reporting: Reporting, number: int) -> None:
    # Random texts, which cannot be compressed.
    salt = random.Random(number).randbytes(4000).hex()
    body = report_json(f"n{number}", configuration_version=salt)
    reporting.save(read_report(f"n{number}", body))


def send_many(reporting: Reporting, count: int) -> None:
    for number in range(2, count):
        send(reporting, number)


def fill_up(path: Path) -> None:
    with contextlib.suppress(OSError), open(path, "wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)


def test_a_full_disk_loses_no_acknowledged_report(tmp_path: Path) -> None:
    def body() -> None:
        mount_scratch(str(tmp_path), "2m")
        reporting = reporting_in(tmp_path / "state")
        acknowledged = set()
        refused = 0
        for number in range(600):
            try:
                send(reporting, number)
                acknowledged.add(f"n{number}")
            except NotStoredError:
                refused += 1
        assert refused > 100
        assert acknowledged
        reporting.stop()
        again = reporting_in(tmp_path / "state")
        assert {run.node for run in again.last_runs()} >= acknowledged
        again.stop()

    isolated(body, mounts=True)


def test_reports_are_stored_again_when_there_is_space(tmp_path: Path) -> None:
    def body() -> None:
        mount_scratch(str(tmp_path), "4m")
        reporting = reporting_in(tmp_path / "state")
        send(reporting, 1)
        fill_up(tmp_path / "fill")
        with pytest.raises(NotStoredError, match="full"):
            send_many(reporting, 50)  # the log has some space left
        os.unlink(tmp_path / "fill")
        send(reporting, 100)
        nodes = {run.node for run in reporting.last_runs()}
        assert {"n1", "n100"} <= nodes
        reporting.stop()

    isolated(body, mounts=True)


def store(bucket: Bucket, content: bytes) -> None:
    with bucket.begin(Name(f"sha256/{sha256(content).hexdigest()}//x")) as upload:
        for start in range(0, len(content), 65536):
            upload.write(content[start : start + 65536])
        upload.finish()


def test_a_full_disk_leaves_no_half_content_in_the_bucket(tmp_path: Path) -> None:
    def body() -> None:
        mount_scratch(str(tmp_path), "2m")
        bucket = Bucket(f"{tmp_path}/bucket", print)
        store(bucket, b"quack")
        with pytest.raises(OSError, match="No space left"):
            store(bucket, b"x" * (3 << 20))
        found = [each for each in (tmp_path / "bucket").rglob("*") if each.is_file()]
        assert sorted(each.name for each in found) == ["contents", "paths"]

    isolated(body, mounts=True)


_VICTIM = """
import sys
from hashlib import sha256
from duckrow.puppet.file_serving.bucket import Bucket, Name
bucket = Bucket(sys.argv[1], print)
for number in range(100_000):
    content = str(number).encode() * 1000
    with bucket.begin(Name(f"sha256/{sha256(content).hexdigest()}//file/{number}")) as upload:
        upload.write(content)
        upload.finish()
    print(number, flush=True)
"""


def test_a_killed_server_has_every_acknowledged_content(tmp_path: Path) -> None:
    for attempt in range(20):
        directory = tmp_path / str(attempt)
        with subprocess.Popen(
            [sys.executable, "-c", _VICTIM, str(directory)], stdout=subprocess.PIPE, text=True
        ) as victim:
            assert victim.stdout is not None
            lines = [victim.stdout.readline() for _ in range(3)]
            time.sleep(random.Random(attempt).random() / 20)
            os.kill(victim.pid, signal.SIGKILL)
            lines += victim.stdout.readlines()
        bucket = Bucket(str(directory), print)
        for line in (line for line in lines if line.endswith("\n")):
            content = line.strip().encode() * 1000
            name = Name(f"sha256/{sha256(content).hexdigest()}//file/{line.strip()}")
            assert Path(bucket.find(name)).read_bytes() == content
        # What a name leads to is whole, whenever the process was killed.
        for path in directory.rglob("contents"):
            assert sha256(path.read_bytes()).hexdigest() == path.parent.name
