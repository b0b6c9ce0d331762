"""Files that only seem to change."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from duckrow.machine.files.overlay import OverlayFiles
from duckrow.machine.simulated import SimulatedMachine


@pytest.fixture
def host(tmp_path: Path) -> Path:
    root = tmp_path / "host"
    (root / "d/inner").mkdir(parents=True)
    (root / "d/file").write_text("old\n")
    (root / "d/file").chmod(0o640)
    (root / "d/inner/deep").write_text("deep\n")
    (root / "link").symlink_to("d/file")
    return root


@pytest.fixture
def files(tmp_path: Path, host: Path) -> Iterator[OverlayFiles]:
    before = snapshot(host)
    machine = SimulatedMachine(str(tmp_path / "changes"))
    yield machine.overlay
    machine.clear()
    assert not (tmp_path / "changes").exists()
    assert snapshot(host) == before


def snapshot(root: Path) -> dict[str, tuple[int, int, object]]:
    found: dict[str, tuple[int, int, object]] = {}
    for path in sorted(root.rglob("*")):
        facts = path.lstat()
        content: object = None
        if path.is_symlink():
            content = os.readlink(path)
        elif path.is_file():
            content = path.read_bytes()
        found[str(path)] = (facts.st_mode, facts.st_mtime_ns, content)
    return found


def test_a_new_content(files: OverlayFiles, host: Path) -> None:
    path = f"{host}/d/file"
    files.replace(path, b"new\n")
    assert files.read(path) == b"new\n"
    facts = files.facts(path)
    assert facts is not None
    assert facts.mode & 0o777 == 0o640
    assert list(files.changed) == [path]


def test_new_files(files: OverlayFiles, host: Path) -> None:
    files.make_directory(f"{host}/new", 0o700)
    files.make_file(f"{host}/new/file", 0o600)
    files.make_link(f"{host}/new/link", "file")
    files.make_fifo(f"{host}/new/fifo")
    assert files.names(f"{host}/new") == ["fifo", "file", "link"]
    assert files.names(str(host)) == ["d", "link", "new"]
    for make in (files.make_directory, files.make_file, files.make_fifo):
        with pytest.raises(FileExistsError):
            make(f"{host}/d/file")


def test_removed_files(files: OverlayFiles, host: Path) -> None:
    files.remove(f"{host}/d/file")
    assert files.facts(f"{host}/d/file") is None
    assert files.facts(f"{host}/link", follow=True) is None
    assert files.names(f"{host}/d") == ["inner"]
    with pytest.raises(FileNotFoundError):
        files.read(f"{host}/d/file")
    with pytest.raises(OSError, match="not empty"):
        files.remove(f"{host}/d")
    files.remove(f"{host}/d", recursive=True)
    assert files.facts(f"{host}/d/inner/deep") is None
    files.make_directory(f"{host}/d")
    assert files.names(f"{host}/d") == []
    files.remove(f"{host}/nothing")


def test_links_are_followed_to_the_copy(files: OverlayFiles, host: Path) -> None:
    files.replace(f"{host}/link", b"through\n", follow=True)
    assert files.read(f"{host}/d/file") == b"through\n"
    facts = files.facts(f"{host}/link")
    assert facts is not None
    assert facts.target == "d/file"
    assert files.read(f"{host}/link") == b"through\n"


def test_a_new_name(files: OverlayFiles, host: Path) -> None:
    files.rename(f"{host}/d/file", f"{host}/d/other")
    assert files.facts(f"{host}/d/file") is None
    assert files.read(f"{host}/d/other") == b"old\n"
    assert files.renamed == [(f"{host}/d/file", f"{host}/d/other")]
    assert not files.changed
    files.make_hard_link(f"{host}/hard", f"{host}/d/other")
    assert files.read(f"{host}/hard") == b"old\n"


def test_modes_times_and_copies(files: OverlayFiles, host: Path) -> None:
    path = f"{host}/d/file"
    files.set_mode(path, 0o600)
    files.set_times(path, 10**18)
    facts = files.facts(path)
    assert facts is not None
    assert (facts.mode & 0o777, facts.mtime_ns) == (0o600, 10**18)
    files.copy(path, f"{host}/copy", 0o644)
    assert files.read(f"{host}/copy") == b"old\n"
    with files.draft(f"{host}/draft") as draft:
        draft.write(b"drafted")
        draft.publish(0o600)
    assert files.read(f"{host}/draft") == b"drafted"


def test_walking_sees_both_sides(files: OverlayFiles, host: Path) -> None:
    files.replace(f"{host}/d/inner/more", b"")
    files.remove(f"{host}/d/file")
    assert [path for path, _ in files.walk(f"{host}/d")] == ["inner", "inner/deep", "inner/more"]
    assert [path for path, _ in files.walk(f"{host}/d", 1)] == ["inner"]
    assert files.digest(f"{host}/d/inner/more") == files.digest("/dev/null")


def test_a_program_is_given_a_copy(files: OverlayFiles, host: Path) -> None:
    copy = files.on_host(f"{host}/d/file")
    assert Path(copy).read_text() == "old\n"
    os.unlink(copy)
    assert files.facts(f"{host}/d/file") is None
    assert (host / "d/file").exists()


def test_dots_in_a_path_are_ignored_but_recorded(files: OverlayFiles, host: Path) -> None:
    files.remove(f"{host}/d/./file")
    assert files.facts(f"{host}/d/file") is None
    assert list(files.changed) == [f"{host}/d/./file"]


def test_a_failed_operation_is_not_recorded_as_a_change(files: OverlayFiles, host: Path) -> None:
    with pytest.raises(OSError, match="not empty"):
        files.remove(f"{host}/d")
    with pytest.raises(FileNotFoundError):
        files.rename(f"{host}/d/file", f"{host}/none/file")
    with pytest.raises(FileExistsError):
        files.make_file(f"{host}/d/file")
    files.remove(f"{host}/none")
    assert not files.changed
    assert not files.renamed


def test_a_changed_and_renamed_file_is_recorded_under_its_new_name(
    files: OverlayFiles, host: Path
) -> None:
    files.set_mode(f"{host}/d/file", 0o600)
    files.rename(f"{host}/d/file", f"{host}/d/other")
    assert not files.changed
    assert files.renamed == [(f"{host}/d/file", f"{host}/d/other")]
