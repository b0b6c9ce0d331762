"""Facts of systems by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.testing.systems import find_facts


@pytest.mark.parametrize(
    ("name", "facts_name", "full", "hardware"),
    [
        ("solaris-11", "Solaris", "11.4", "i86pc"),
        ("freebsd-14", "FreeBSD", "14.0", "amd64"),
        ("aix-7200", "AIX", "7200-04-02-2028", "IBM,8247-22L"),
        ("debian-12", "Debian", "12", "x86_64"),
    ],
)
def test_a_name_without_hardware_means_the_usual_hardware(
    tmp_path: Path, name: str, facts_name: str, full: str, hardware: str
) -> None:
    release = {"full": full, "major": name.partition("-")[2]}
    facts = {
        "facterversion": "4.3.0",
        "os": {"name": facts_name, "release": release, "hardware": hardware},
    }
    (tmp_path / "4.3").mkdir()
    (tmp_path / "4.3" / f"{name}-{hardware}.facts").write_text(json.dumps(facts))
    assert find_facts(name, [str(tmp_path)]) == facts
