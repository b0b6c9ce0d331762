from __future__ import annotations

from pathlib import Path

from duckrow.machine.files.staging import Staging, remove_left_behind


def test_what_a_killed_change_left_is_removed(tmp_path: Path) -> None:
    left = tmp_path / ".duckrow-new-left"
    left.mkdir()
    (left / "half").write_text("of a module")
    (tmp_path / "kept").mkdir()
    remove_left_behind(str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_what_a_running_change_made_stays(tmp_path: Path) -> None:
    with Staging(str(tmp_path)) as staging:
        remove_left_behind(str(tmp_path))
        assert Path(staging.path).is_dir()
    assert not list(tmp_path.iterdir())


def test_a_missing_directory_stays_missing(tmp_path: Path) -> None:
    remove_left_behind(str(tmp_path / "missing"))
    assert not (tmp_path / "missing").exists()
