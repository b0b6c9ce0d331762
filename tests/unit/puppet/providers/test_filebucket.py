"""filebucket: its path is checked, and nothing is changed for it."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.machine.memory import MemoryMachine
from duckrow.puppet.providers.index import Providers
from duckrow.puppet.resources.desired import Desired, ResourceError
from duckrow.puppet.resources.filebucket import BEHAVIOUR


@pytest.mark.parametrize(
    ("path", "message"),
    [("x", "Filebucket paths must be absolute"), (["/x"], "You can only have one filebucket path")],
)
def test_paths_that_are_rejected(path: Any, message: str) -> None:
    with pytest.raises(ResourceError, match=message):
        BEHAVIOUR.fill(Desired(BEHAVIOUR, "main", {"path": path}))


def test_there_is_nothing_to_do() -> None:
    desired = Desired(BEHAVIOUR, "main", {"path": "/x"})
    BEHAVIOUR.fill(desired)
    provider = Providers(MemoryMachine()).default(BEHAVIOUR)
    assert provider is not None
    assert provider.plan({}, desired) == []
