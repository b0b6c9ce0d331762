"""archive: values of its attributes."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.puppet.providers.archive.ruby import Ruby
from duckrow.puppet.resources.archive import BEHAVIOUR
from duckrow.puppet.resources.desired import Desired, ResourceError


def filled(**given: object) -> Desired:
    desired = Desired(BEHAVIOUR, "/pond.tar", given)
    desired.provider = Ruby()
    BEHAVIOUR.fill(desired)
    return desired


def test_the_file_that_an_archive_creates_may_be_relative(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    desired = filled(creates="pond/duck")
    assert Ruby().read(LocalMachine(), desired)["ensure"] == "absent"
    (tmp_path / "pond").mkdir()
    (tmp_path / "pond" / "duck").touch()
    assert Ruby().read(LocalMachine(), desired)["ensure"] == "present"


def test_the_file_that_an_archive_creates_is_a_path() -> None:
    with pytest.raises(ResourceError, match="archive creates must be a path"):
        filled(creates={"pond": "duck"})
