"""archive: values of its attributes."""

from __future__ import annotations

import pytest

from duckrow.puppet.providers.archive.ruby import Ruby
from duckrow.puppet.resources.archive import BEHAVIOUR
from duckrow.puppet.resources.desired import Desired, ResourceError


def filled(**given: object) -> Desired:
    desired = Desired(BEHAVIOUR, "/pond.tar", given)
    desired.provider = Ruby()
    BEHAVIOUR.fill(desired)
    return desired


def test_the_file_that_an_archive_creates_may_be_relative() -> None:
    assert filled(creates="pond/duck")["creates"] == "pond/duck"


def test_the_file_that_an_archive_creates_is_a_path() -> None:
    with pytest.raises(ResourceError, match="archive creates must be a path"):
        filled(creates={"pond": "duck"})
