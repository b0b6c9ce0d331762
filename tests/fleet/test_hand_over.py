"""An authority of puppetserver is taken over, used and given back.

What each step must leave was recorded with puppetserver 7.9.5 in the first and in the third part
(`hand_over.py`). Here `duckrow serve` plays all parts; with PUPPETSERVER set the real one plays its
own.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.fleet.hand_over import RECORDED, Duckrow, Puppetserver, play

IS_REAL = "PUPPETSERVER" in os.environ


def test_an_authority_is_taken_over_and_given_back(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    other: Duckrow | Puppetserver = Duckrow()
    if IS_REAL and request.config.getoption("--agents"):
        other = Puppetserver()
    found = play(other, Duckrow(), other, tmp_path / "home")
    wanted = json.loads(RECORDED.read_text())
    if isinstance(other, Duckrow):
        # puppetserver revokes the newest certificate of a name, and leaves the one before it valid.
        assert wanted.pop("old certificate of a renewed node") is True
        assert found.pop("old certificate of a renewed node") is False
        wanted["third"]["revoked"].insert(-1, 7)
        wanted["third"]["serves"]["gyro.lab"] = False
    for title, expected in wanted.items():
        assert found[title] == expected, title
    assert list(found) == list(wanted)
