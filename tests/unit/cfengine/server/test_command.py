"""cf-serverd as a process: one serves a work directory, also where it does not listen."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("OpenSSL")

POLICY = """
bundle agent main { reports: "quack"; }
body server control { listen => "false"; }
bundle server access { access: "/etc/hostname" admit_ips => { "127.0.0.1" }; }
"""


def start(work: Path, name: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [str(Path(sys.executable).with_name(name)), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "CFENGINE_TEST_OVERRIDE_WORKDIR": str(work)},
    )


@pytest.fixture
def work(tmp_path: Path) -> Path:
    found = tmp_path / "w"
    (found / "inputs").mkdir(parents=True, mode=0o700)
    found.chmod(0o700)
    (found / "inputs/promises.cf").write_text(POLICY)
    (found / "inputs/promises.cf").chmod(0o600)
    key = start(found, "cf-key")
    assert key.wait(60) == 0, key.communicate()
    key.communicate()
    return found


def test_a_second_server_leaves_the_first_and_its_file_alone(work: Path) -> None:
    first = start(work, "cf-serverd", "--no-fork")
    file = work / "cf-serverd.pid"
    try:
        while not (file.exists() and file.read_text()):
            assert first.poll() is None
            time.sleep(0.02)
        second = start(work, "cf-serverd", "--no-fork")
        said, _ = second.communicate(timeout=60)
        assert second.returncode == 1
        assert f"Unable to start server: process {first.pid} serves '{work}' already" in said
        assert file.read_text() == f"{first.pid}\n"
        assert first.poll() is None
    finally:
        first.terminate()
        first.communicate(timeout=60)
    assert first.returncode == 0
    assert not file.exists()
