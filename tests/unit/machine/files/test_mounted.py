"""A file that something is mounted on is written over."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import sys
from duckrow.machine.local import LocalMachine
files = LocalMachine().files
files.replace(sys.argv[1], b"new, and longer than before\\n")
files.replace(sys.argv[1], b"short\\n", 0o600)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")
def test_written_over(tmp_path: Path) -> None:
    inner, outer = tmp_path / "inner", tmp_path / "outer"
    inner.write_text("old\n")
    inner.chmod(0o640)
    outer.write_text("hidden\n")
    mount = 'mount --bind "$0" "$1" && exec "$2" -c "$3" "$1"'
    words = ["unshare", "-m", "sh", "-c", mount, str(inner), str(outer), sys.executable, SCRIPT]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip("no mount namespace can be made here")
    assert done.stderr == ""
    assert inner.read_text() == "short\n"
    assert inner.stat().st_mode & 0o7777 == 0o600
    assert outer.read_text() == "hidden\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["inner", "outer"]
