"""Recordings of runs in the state directory."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.source.errors import InputError
from duckrow.state.recordings import MOST, load_recording, store_recording


def test_a_recording_is_private_and_can_be_read(tmp_path: Path) -> None:
    parts: list[dict[str, object]] = [{"language": "cfengine", "record": {"text": "\udcff"}}]
    store_recording(str(tmp_path), "one", parts)
    assert load_recording(str(tmp_path), "one") == parts
    (file,) = (tmp_path / "recordings").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


def test_only_the_latest_recordings_stay(tmp_path: Path) -> None:
    for number in range(MOST + 2):
        store_recording(str(tmp_path), f"run{number}", [])
        file = tmp_path / "recordings" / f"run{number}.json.z"
        os.utime(file, (1000 + number, 1000 + number))
    store_recording(str(tmp_path), "last", [])
    names = {path.name for path in (tmp_path / "recordings").iterdir()}
    assert len(names) == MOST
    assert "last.json.z" in names
    assert "run0.json.z" not in names


def test_a_missing_or_damaged_recording_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="run one was not recorded"):
        load_recording(str(tmp_path), "one")
    store_recording(str(tmp_path), "one", [])
    (tmp_path / "recordings" / "one.json.z").write_bytes(b"quack")
    with pytest.raises(InputError, match="the recording of run one is damaged"):
        load_recording(str(tmp_path), "one")
