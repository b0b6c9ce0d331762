"""`duckrow backup` with paths and databases that cannot be used."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from duckrow.cli.dispatch import dispatch
from duckrow.state.backups import Backups

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def state(tmp_path: Path) -> str:
    return str(tmp_path / "state")


def keep(state: str, path: Path, content: bytes) -> str:
    """Store the backup of a path and return its digest."""
    backups = Backups(state, print)
    digest = backups.keep(str(path), lambda: [content])
    backups.close()
    return digest


def backup(state: str, *words: str) -> int:
    return dispatch(["backup", "--state-dir", state, *words])


def names(directory: str) -> list[str]:
    return sorted(os.listdir(directory))


def test_a_directory_at_the_path(tmp_path: Path, state: str, capsys: Captured) -> None:
    path = tmp_path / "motd"
    digest = keep(state, path, b"old")
    path.mkdir()
    assert backup(state, "restore", str(path)) == 2
    get = f"duckrow backup show {digest[:12]} prints the content"
    assert capsys.readouterr().err.splitlines() == [
        f"duckrow: cannot restore {path}: Is a directory",
        f" try: move the directory away, or {get}",
    ]
    assert path.is_dir()


def test_a_missing_parent_directory(tmp_path: Path, state: str, capsys: Captured) -> None:
    path = tmp_path / "etc" / "motd"
    digest = keep(state, path, b"old")
    assert backup(state, "restore", str(path)) == 2
    get = f"duckrow backup show {digest[:12]} prints the content"
    assert capsys.readouterr().err.splitlines() == [
        f"duckrow: cannot restore {path}: the directory {tmp_path}/etc does not exist",
        f" try: make the directory, or {get}",
    ]


def test_a_relative_path_starts_in_the_working_directory(
    tmp_path: Path, state: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(state, tmp_path / "motd", b"old")
    monkeypatch.chdir(tmp_path)
    assert backup(state, "list", "motd") == 0
    assert capsys.readouterr().out.endswith(f"  {tmp_path}/motd\n")
    assert backup(state, "restore", "motd") == 0
    assert (tmp_path / "motd").read_bytes() == b"old"
    assert backup(state, "restore", "none") == 1
    assert f"duckrow: there is no backup of {tmp_path}/none; " in capsys.readouterr().err
    assert backup(state, "--root", str(tmp_path), "restore", "motd") == 2
    assert "with --root, give the full path below it, not motd" in capsys.readouterr().err


def test_a_link_stays_and_its_target_is_restored(tmp_path: Path, state: str) -> None:
    """As the reference's filebucket writes through a link."""
    target, link = tmp_path / "target", tmp_path / "motd"
    keep(state, link, b"old")
    target.write_bytes(b"new")
    link.symlink_to(target)
    assert backup(state, "restore", str(link)) == 0
    assert link.is_symlink()
    assert target.read_bytes() == b"old"
    assert backup(state, "restore", str(link)) == 0
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@pytest.mark.parametrize("words", [["list"], ["show", "0" * 12], ["verify"]])
def test_reading_changes_nothing(tmp_path: Path, state: str, words: list[str]) -> None:
    os.mkdir(state)
    code = 1 if words[0] == "show" else 0
    assert backup(state, *words) == code
    assert names(state) == []
    keep(state, tmp_path / "motd", b"old")
    before = names(state)
    assert backup(state, *words) == code
    assert names(state) == before


@pytest.mark.parametrize("words", [["list"], ["show", "0" * 12], ["verify"]])
@pytest.mark.parametrize("damage", ["text", "page"])
def test_reading_reports_damage_each_time(
    tmp_path: Path, state: str, capsys: Captured, words: list[str], damage: str
) -> None:
    keep(state, tmp_path / "motd", b"old")
    file = Path(state, "backups.db")
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    connection.close()
    content = file.read_bytes()
    content = content[:4096] + b"\xa5" * 8192 + content[12288:] if damage == "page" else b"quack"
    file.write_bytes(content)
    before = names(state)
    for _ in range(2):
        assert backup(state, *words) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith(f"duckrow: {file} is damaged (")
        assert names(state) == before
        assert file.read_bytes() == content


def test_restoring_sets_a_damaged_database_aside(
    tmp_path: Path, state: str, capsys: Captured
) -> None:
    os.mkdir(state)
    Path(state, "backups.db").write_bytes(b"quack" * 1000)
    assert backup(state, "restore", str(tmp_path / "motd")) == 1
    assert "it was renamed to" in capsys.readouterr().err
    assert any(".bad-" in name for name in names(state))


@pytest.mark.parametrize("words", [["list"], ["restore", "/none"]])
def test_a_database_that_is_a_directory(state: str, capsys: Captured, words: list[str]) -> None:
    os.makedirs(f"{state}/backups.db")
    assert backup(state, *words) == 2
    assert f"duckrow: cannot open {state}/backups.db: Is a directory" in capsys.readouterr().err


def test_a_run_names_the_database_that_is_a_directory(
    tmp_path: Path, state: str, capsys: Captured
) -> None:
    os.makedirs(f"{state}/backups.db")
    file = tmp_path / "motd"
    file.write_text("old")
    manifest = f"file {{ '{file}': content => 'new', backup => 'puppet' }}"
    assert dispatch(["apply", "--state-dir", state, "-e", manifest]) == 1
    said = capsys.readouterr()
    assert f"Could not back up {file} in {state}/backups.db: Is a directory" in said.err
    assert "fault in duckrow" not in said.err
    assert file.read_text() == "old"


@pytest.mark.parametrize("name", ["journal", "state.db"])
def test_a_run_names_the_state_file_that_is_a_directory(
    tmp_path: Path, state: str, capsys: Captured, name: str
) -> None:
    os.makedirs(f"{state}/{name}")
    manifest = f"file {{ '{tmp_path}/motd': content => 'new', audit => mode }}"
    dispatch(["apply", "--state-dir", state, "-e", manifest])
    said = capsys.readouterr().err
    assert f"Warning: Could not open the state file {state}/{name}: Is a directory" in said
