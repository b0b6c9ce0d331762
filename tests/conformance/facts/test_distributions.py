"""The fact `os` on many distributions is what facter 4.3.0 says (`record.py` asked it)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from duckrow.facts.operating_system import operating_system
from duckrow.machine.host import Host

RECORD = json.loads(Path(__file__).with_name("distributions.json").read_text())
KERNEL = {"full": "6.18.44-fc-v490", "major": "6", "minor": "18"}

# Where we say something else: what, and why.
DIFFERENCES: dict[str, dict[str, Any]] = {
    # facter: {full: null, major: null}. Later versions of it give the version of the kernel too.
    "arch": {"release": KERNEL},
    "manjaro": {"release": KERNEL},
    # facter has no release without lsb_release, although it found one for os.release.
    "devuan": {"distro.release": {"full": "daedalus", "major": "daedalus"}},
    # facter writes the family as Redhat here, and as RedHat everywhere else.
    "mageia": {"family": "RedHat"},
    "mariner": {"family": "RedHat"},
    "photon": {"family": "RedHat"},
}


class FakeHost(Host):
    def uname(self) -> os.uname_result:
        known = RECORD["uname"]
        return os.uname_result(("Linux", "pond", known["release"], "", known["machine"]))


@pytest.mark.parametrize("name", RECORD["distributions"])
def test_os(name: str, tmp_path: Path) -> None:
    case = RECORD["distributions"][name]
    for path, text in case["files"].items():
        file = Path(f"{tmp_path}{path}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    expected = case["os"]
    for path, value in DIFFERENCES.get(name, {}).items():
        *outer, last = path.split(".")
        holder = expected[outer[0]] if outer else expected
        assert holder.get(last) != value
        holder[last] = value
    assert operating_system(FakeHost(str(tmp_path)), {}) == expected
