"""A server whose disk is full or cannot be written: reports, files and certificates."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.faults.machine.isolation import isolated, mount_scratch
from tests.faults.server.test_stores import fill_up
from tests.unit.server.reports import report_json
from tests.unit.server.running import PATIENCE, RunningServer

from duckrow.ca.pem import make_key
from duckrow.ca.requests import make_request

pytestmark = pytest.mark.faults

JSON = {"Content-Type": "application/json"}


class Reports:
    """Sends reports of one node, each with a name of its own, and remembers what was answered."""

    def __init__(self, server: RunningServer) -> None:
        self._server = server
        self._number = 0
        self.acknowledged: set[str] = set()
        self.refused: set[str] = set()

    def send(self, count: int) -> None:
        path = "/puppet/v3/report/huey.lab?environment=production"
        with closing(self._server.connection("huey.lab")) as connection:
            for _ in range(count):
                self._number += 1
                # Random texts, which cannot be compressed.
                version = f"{self._number}-{random.Random(self._number).randbytes(3000).hex()}"
                body = report_json("huey.lab", configuration_version=version)
                reply = self._server.ask("PUT", path, body, JSON, over=connection)
                (self.acknowledged if reply.status == 200 else self.refused).add(version)
                assert reply.status in (200, 500), reply.text
                assert reply.status == 200 or "the report cannot be stored" in reply.text

    def stored(self) -> Iterator[str]:
        """Return the versions in the files that the processor wrote."""
        for path in (self._server.directory / "var/reports").rglob("*.yaml"):
            for line in path.read_text().splitlines():
                if line.startswith("configuration_version:"):
                    yield line.split()[1].strip("'\"")

    def wait(self) -> None:
        """Wait until every acknowledged report has been processed."""
        limit = time.monotonic() + 4 * PATIENCE
        while not self.acknowledged <= set(self.stored()):
            missing = len(self.acknowledged - set(self.stored()))
            assert time.monotonic() < limit, f"{missing} of {len(self.acknowledged)} are missing"
            time.sleep(0.2)


@pytest.mark.parametrize("trouble", ["full", "read-only"])
def test_no_acknowledged_report_is_lost(tmp_path: Path, trouble: str) -> None:
    def body() -> None:
        server = RunningServer(tmp_path, "reports = store\n")
        server.add_node("huey.lab")
        var = tmp_path / "var"
        var.mkdir()
        mount_scratch(str(var), "6m")
        if trouble == "read-only":
            subprocess.run(["mount", "-o", "remount,ro", var], check=True)
        with server:
            reports = Reports(server)
            if trouble == "full":
                reports.send(20)
                assert len(reports.acknowledged) == 20
                fill_up(var / "fill")
            reports.send(40)
            assert reports.refused
            # Everything but reports goes on.
            assert server.catalog("huey.lab").status == 200
            assert server.ask("GET", "/status/v1/simple").status == 200
            server.wait_for("err: .*the report cannot be stored")
            if trouble == "full":
                os.unlink(var / "fill")
            else:
                subprocess.run(["mount", "-o", "remount,rw", var], check=True)
            refused = len(reports.refused)
            reports.send(20)
            assert len(reports.refused) == refused  # agents recover at once
            reports.wait()
        with server:  # a new process has them, too
            reports.wait()
        print(len(reports.acknowledged), "acknowledged,", refused, "refused, none lost")

    isolated(body, mounts=True)


def test_a_full_disk_of_the_authority_is_an_error_and_not_a_broken_certificate(
    tmp_path: Path,
) -> None:
    def body() -> None:
        (tmp_path / "ca").mkdir()
        mount_scratch(str(tmp_path / "ca"), "1m")
        server = RunningServer(tmp_path, "autosign = true\n")
        server.add_node("huey.lab")

        def ask_for(name: str) -> int:
            request = make_request(name, make_key("ec", 0, "prime256v1"))
            path = f"/puppet-ca/v1/certificate_request/{name}"
            kind = {"Content-Type": "text/plain"}
            return server.ask("PUT", path, request.to_pem(), kind).status

        with server:
            assert ask_for("dewey.lab") == 200
            before = (tmp_path / "ca/serial").read_text()
            fill_up(tmp_path / "ca/fill")
            assert ask_for("louie.lab") == 500
            server.wait_for("err: .*certificate_request/louie.lab")
            assert server.ask("GET", "/puppet-ca/v1/certificate/louie.lab").status == 404
            assert server.catalog("huey.lab").status == 200
            os.unlink(tmp_path / "ca/fill")
            assert ask_for("gus.lab") == 200
            reply = server.ask("GET", "/puppet-ca/v1/certificate/gus.lab")
            assert b"BEGIN CERTIFICATE" in reply.body
            assert int((tmp_path / "ca/serial").read_text(), 16) > int(before, 16)
            lines = (tmp_path / "ca/inventory.txt").read_text().splitlines()
            serials = [line.split()[0] for line in lines]
            assert len(serials) == len(set(serials))

    isolated(body, mounts=True)
