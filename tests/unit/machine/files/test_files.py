"""What files promise, for the real ones in a scratch root and for those in memory alike."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duckrow.machine.files import fast
from duckrow.machine.files.facts import FileFacts
from duckrow.machine.files.fast import Resolver
from duckrow.machine.files.files import Files
from duckrow.machine.files.local import LocalFiles
from duckrow.machine.files.memory import MemoryFiles

ODD = "bad\udcff\udcfe"  # the bytes ff fe, which are no UTF-8


@pytest.fixture(params=["fast", "kept", "careful", "memory"])
def files(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    if request.param == "careful":
        monkeypatch.setattr(Resolver, "_open", lambda *_, **_options: None)
    elif request.param in ("fast", "kept"):
        monkeypatch.setattr(fast, "FEW", 0)
    made: Files = MemoryFiles() if request.param == "memory" else LocalFiles(str(tmp_path))
    if request.param == "kept":
        made.keep_directories()
    made.make_directory("/etc")
    return made


def known(files: Files, path: str, *, follow: bool = False) -> FileFacts:
    facts = files.facts(path, follow=follow)
    assert facts is not None
    return facts


def test_a_new_file_has_the_content_and_mode_asked_for(files: Files) -> None:
    files.replace("/etc/motd", b"quack\n", 0o640)
    facts = known(files, "/etc/motd")
    assert (facts.kind, facts.mode, facts.size) == ("file", 0o640, 6)
    assert files.read("/etc/motd") == b"quack\n"


def test_new_content_keeps_the_mode(files: Files) -> None:
    files.replace("/etc/motd", b"one", 0o600)
    files.replace("/etc/motd", [b"t", b"wo"])
    assert known(files, "/etc/motd").mode == 0o600
    assert files.read("/etc/motd") == b"two"


def test_an_empty_file(files: Files) -> None:
    files.replace("/etc/empty", b"")
    assert (known(files, "/etc/empty").size, known(files, "/etc/empty").mode) == (0, 0o644)


def test_nothing_has_no_facts(files: Files) -> None:
    files.replace("/etc/motd", b"")
    assert files.facts("/etc/none") is None
    assert files.facts("/none/none") is None
    assert files.facts("/etc/motd/none") is None


def test_reading_nothing_names_the_path(files: Files) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        files.read("/etc/none")
    assert caught.value.filename == "/etc/none"


def test_reading_has_a_limit(files: Files) -> None:
    files.replace("/etc/motd", b"12345")
    assert files.read("/etc/motd", 5) == b"12345"
    with pytest.raises(OSError, match="File too large"):
        files.read("/etc/motd", 4)


def test_a_missing_parent_is_an_error(files: Files) -> None:
    with pytest.raises(FileNotFoundError):
        files.replace("/none/motd", b"")


def test_a_directory_is_not_replaced_by_a_file(files: Files) -> None:
    with pytest.raises(IsADirectoryError):
        files.replace("/etc", b"")
    assert known(files, "/etc").is_directory


def test_a_draft_that_is_not_published_changes_nothing(files: Files) -> None:
    files.replace("/etc/motd", b"old")
    with files.draft("/etc/motd") as draft:
        draft.write(b"new")
    assert files.read("/etc/motd") == b"old"
    assert files.names("/etc") == ["motd"]


def test_a_link_is_replaced_or_followed(files: Files) -> None:
    files.replace("/etc/real", b"real")
    files.make_link("/etc/link", "real")
    files.replace("/etc/link", b"through", follow=True)
    assert files.read("/etc/real") == b"through"
    assert known(files, "/etc/link").target == "real"
    files.replace("/etc/link", b"instead")
    assert known(files, "/etc/link").is_file
    assert files.read("/etc/real") == b"through"


def test_absolute_links_stay_in_the_root(files: Files) -> None:
    files.replace("/etc/real", b"real")
    files.make_link("/etc/link", "/etc/real")
    files.make_link("/up", "../../etc")
    assert files.read("/etc/link") == b"real"
    assert files.read("/up/real") == b"real"
    assert known(files, "/up/link", follow=True).is_file


def test_a_link_is_exchanged(files: Files) -> None:
    files.make_link("/etc/link", "one")
    files.make_link("/etc/link", "two")
    assert known(files, "/etc/link").target == "two"
    assert files.names("/etc") == ["link"]


def test_a_link_does_not_replace_a_directory(files: Files) -> None:
    files.make_directory("/etc/d")
    with pytest.raises(FileExistsError):
        files.make_link("/etc/d", "x")


def test_links_in_a_circle(files: Files) -> None:
    files.make_link("/etc/a", "b")
    files.make_link("/etc/b", "a")
    with pytest.raises(OSError, match="Too many levels"):
        files.read("/etc/a")


def test_copies(files: Files) -> None:
    files.replace("/etc/a", b"abc" * 1000, 0o600)
    files.copy("/etc/a", "/etc/b")
    assert files.read("/etc/b") == b"abc" * 1000
    assert known(files, "/etc/b").mode == 0o644


def test_a_tree_is_walked_in_the_order_of_bytes(files: Files) -> None:
    for name in ("b", "a", ODD, "é"):
        files.replace(f"/etc/{name}", b"")
    files.make_directory("/etc/a.d")
    files.replace("/etc/a.d/x", b"")
    found = [path for path, _ in files.walk("/etc")]
    assert found == sorted(found, key=os.fsencode)
    assert set(found) == {"a", "a.d", "a.d/x", "b", "é", ODD}
    assert [path for path, _ in files.walk("/etc", limit=1)] == [
        path for path in found if "/" not in path
    ]


def test_unwanted_directories_are_not_entered(files: Files) -> None:
    files.make_directory("/etc/a.d")
    files.replace("/etc/a.d/x", b"")
    files.replace("/etc/b", b"")
    assert [path for path, _ in files.walk("/etc", is_wanted=lambda path, _: path != "a.d")] == [
        "b"
    ]


def test_a_walk_does_not_follow_links(files: Files) -> None:
    files.make_link("/etc/loop", ".")
    assert [(path, facts.target) for path, facts in files.walk("/etc")] == [("loop", ".")]


def test_removal(files: Files) -> None:
    files.make_directory("/etc/d")
    files.replace(f"/etc/d/{ODD}", b"")
    files.replace("/keep", b"kept")
    files.make_link("/etc/d/link", "/keep")
    with pytest.raises(OSError, match="not empty"):
        files.remove("/etc/d")
    files.remove("/etc/d", recursive=True)
    files.remove("/etc/d", recursive=True)
    assert files.names("/etc") == []
    assert files.read("/keep") == b"kept"
    with pytest.raises(OSError, match=r"root|not empty"):
        files.remove("/", recursive=True)


def test_a_link_to_a_directory_is_removed_as_a_link(files: Files) -> None:
    files.make_directory("/etc/d")
    files.make_link("/etc/l", "d")
    files.remove("/etc/l", recursive=True)
    assert files.names("/etc") == ["d"]


def test_modes_and_times(files: Files) -> None:
    files.replace("/etc/a", b"")
    files.make_link("/etc/l", "a")
    files.set_mode("/etc/l", 0o600)
    assert known(files, "/etc/a").mode == 0o644
    files.set_mode("/etc/l", 0o4755, follow=True)
    files.set_times("/etc/a", 12_000_000_345)
    facts = known(files, "/etc/a")
    assert (facts.mode, facts.mtime_ns) == (0o4755, 12_000_000_345)


def test_rename(files: Files) -> None:
    files.make_directory("/etc/d")
    files.replace("/etc/d/a", b"1")
    files.rename("/etc/d", "/etc/e")
    assert files.read("/etc/e/a") == b"1"
    assert files.names("/etc") == ["e"]


def test_checksums(files: Files) -> None:
    files.replace("/etc/a", b"x" * 600)
    files.replace("/etc/b", b"x" * 700)
    assert files.digest("/etc/a", "md5lite") == files.digest("/etc/b", "md5lite")
    assert files.digest("/etc/a", "md5") != files.digest("/etc/b", "md5")
    assert len(files.digest("/etc/a", "sha512")) == 128
    files.set_times("/etc/a", 86_400_000_000_000)
    assert files.digest("/etc/a", "mtime").startswith("1970-01-0")
    with pytest.raises(ValueError, match="sha3"):
        files.digest("/etc/a", "sha3")


def test_a_digest_follows_the_content(files: Files) -> None:
    files.replace("/etc/a", b"1")
    first = files.digest("/etc/a")
    files.replace("/etc/a", b"2")
    assert files.digest("/etc/a") != first


def test_relative_paths_are_rejected(files: Files) -> None:
    with pytest.raises(ValueError, match="absolute"):
        files.read("etc/motd")


def test_a_pipe_does_not_keep_a_reader_waiting(tmp_path: Path) -> None:
    files = LocalFiles(str(tmp_path))
    files.make_fifo("/pipe", 0o620)
    assert known(files, "/pipe").mode == 0o620
    with pytest.raises(OSError, match="regular"):
        files.read("/pipe")


def test_a_directory_that_is_moved_or_made_again_is_another(files: Files) -> None:
    files.replace("/etc/a", b"one")
    files.rename("/etc", "/old")
    files.make_directory("/etc")
    files.replace("/etc/a", b"two")
    files.copy("/etc/a", "/etc/b")
    assert (files.read("/old/a"), files.names("/old")) == (b"one", ["a"])
    files.remove("/etc", recursive=True)
    files.make_directory("/etc")
    files.copy("/old/a", "/etc/b")
    assert (files.read("/etc/b"), files.names("/etc")) == (b"one", ["b"])


def test_a_copy_goes_into_many_directories(files: Files) -> None:
    files.replace("/etc/a", b"quack")
    for number in range(20):
        files.make_directory(f"/d{number}")
        files.copy("/etc/a", f"/d{number}/a")
        files.copy(f"/d{number // 2}/a", f"/d{number}/b")
    assert [files.read(f"/d{number}/b") for number in range(20)] == [b"quack"] * 20
