"""Facts of this very host beside those of the installed facter, key by key.

Every key that both have must have the same value, apart from what moves while one looks. Every key
that only one of them has is in the tables below, with the reason.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest

from duckrow.facts.lazy import LazyFacts

pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(shutil.which("facter") is None, reason="facter is not installed"),
]

# What changes between two looks; it must be of the same type and not far off.
MOVING = (
    "load_averages.",
    "memory.",
    "memoryfree",
    "swapfree",
    "mountpoints.",
    "system_uptime.",
    "uptime",
    "processors.speed",
)
OURS_ONLY = {
    "duckrow": "our own version",
    "python": "the interpreter that runs us, where facter has ruby",
    # facter dies of /proc/1/environ where not even root may read it, and then has none of these.
    "is_virtual": "does not need /proc/1/environ",
    "virtual": "does not need /proc/1/environ",
    "system_uptime": "does not need /proc/1/environ",
    "uptime": "does not need /proc/1/environ",
    "hypervisors": "does not need /proc/1/environ",
    "lsb": "os.distro has it, with or without the program lsb_release",
    "podman": "facter does not know it",
}
FACTERS_ONLY = {
    "ruby": "there is no Ruby here",
    "cloud": "asks a server on the network, which a fact should not do unasked",
    "ec2": "asks a server on the network, which a fact should not do unasked",
    "az_metadata": "asks a server on the network, which a fact should not do unasked",
    "gce": "asks a server on the network, which a fact should not do unasked",
    "aio_agent_version": "the version of a package that this is not",
}


def differences(ours: Any, theirs: Any, path: str = "") -> list[tuple[str, Any, Any]]:
    """List the paths at which two values differ; None stands for nothing."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return [
            each
            for key in sorted({*ours, *theirs})
            for each in differences(ours.get(key), theirs.get(key), f"{path}.{key}".lstrip("."))
        ]
    return [] if ours == theirs else [(path, ours, theirs)]


def is_near(path: str, ours: Any, theirs: Any) -> bool:
    """Tell whether two values are those of one thing that moved."""
    if not path.startswith(MOVING) or type(ours) is not type(theirs):
        return False
    if isinstance(ours, int) and not path.endswith("seconds"):
        return bool(abs(ours - theirs) < 4 * 1024**3)
    return True


@pytest.mark.parametrize("legacy", [False, True], ids=["structured", "legacy"])
def test_the_same_keys_have_the_same_values(legacy: bool) -> None:
    command = ["facter", "--json", *(["--show-legacy"] if legacy else [])]
    done = subprocess.run(command, capture_output=True, check=False)
    theirs = json.loads(done.stdout)
    facts = LazyFacts(shows_legacy=legacy)
    ours = facts.plain()
    unexplained = []
    for path, our, their in differences(ours, theirs):
        if their is None and our is not None and path.startswith(tuple(OURS_ONLY)):
            continue
        if our is None and path.startswith(tuple(FACTERS_ONLY)):
            continue
        if not is_near(path, our, their):
            unexplained.append((path, our, their))
    assert not unexplained
    both = ours.keys() & theirs.keys()
    assert len(both) > (60 if legacy else 18)
    assert facts.warnings == []


@pytest.mark.parametrize("query", ["os", "os.family", "os.name os.family", "identity", "nothing.x"])
def test_text_is_written_as_facter_writes_it(query: str, program: str) -> None:
    theirs = subprocess.run(["facter", *query.split()], capture_output=True, check=False).stdout
    ours = subprocess.run(
        [program, "facts", *query.split()], capture_output=True, check=False
    ).stdout
    assert ours == theirs
