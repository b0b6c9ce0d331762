"""One server for all tests of a file that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.unit.server.running import RunningServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("s"), "autosign = true\n") as running:
        running.add_node("huey.lab")
        yield running


@pytest.fixture
def stopped(tmp_path: Path) -> RunningServer:
    """A server that the test starts itself."""
    return RunningServer(tmp_path)
