from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.unit.ca.making import Log, new_authority

from duckrow.ca.authority import Authority
from duckrow.ca.directory import CaDirectory


@pytest.fixture
def log() -> Log:
    return Log()


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("template")
    new_authority(root)
    return root


@pytest.fixture
def authority(template: Path, tmp_path: Path, log: Log) -> Authority:
    """An authority with a root above it, in tmp_path/ca, and the files of a server."""
    shutil.copytree(template, tmp_path, dirs_exist_ok=True)
    return Authority(CaDirectory(str(tmp_path / "ca")), log=log)
