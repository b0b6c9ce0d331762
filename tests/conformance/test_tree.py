"""Listings of files: a listing that is made describes itself, and differences are complete."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from .tree import changes, content_lines, describe, read_listing

LISTING = """\
bin/ 0755
bin/a tool 0750
  | #!/bin/sh
  |
  |   exit 0
bin/empty 0600
bin/short 0644
  | x
  (no newline)
bin/blank 0644
  |
  |
log -> bin/a tool
long 0644
  y repeated 5000 times
"""


def make(listing: str, root: Path) -> None:
    entries = read_listing(listing)
    for entry in entries:
        entry.make(str(root), str)
    for entry in entries:
        entry.grow_old(str(root))


def state(root: Path) -> dict[str, list[str]]:
    paths = {str(path.relative_to(root)): str(path) for path in root.rglob("*")}
    return {name: describe(path, name) for name, path in paths.items()}


def test_a_listing_that_is_made_describes_itself(tmp_path: Path) -> None:
    make(LISTING, tmp_path)
    names = [entry.path for entry in read_listing(LISTING)]
    found = state(tmp_path)
    assert "".join(f"{line}\n" for name in names for line in found[name]) == LISTING


@pytest.mark.skipif(os.geteuid() != 0, reason="only root changes owners")
def test_other_owners_are_listed(tmp_path: Path) -> None:
    make("a 0644 12:34\n", tmp_path)
    assert describe(str(tmp_path / "a"), "a") == ["a 0644 12:34"]


def test_other_kinds_have_a_letter(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "queue", 0o600)
    assert describe(str(tmp_path / "queue"), "queue") == ["queue 0600 p"]


def test_a_long_content_is_a_digest() -> None:
    [line] = content_lines("quack\n" * 1000)
    assert line == (
        "  sha256 20bfd619b35491e912b127385ce6d3a7d35defbcb70183239b7c2fdc6f739610, 6000 bytes"
    )


def test_a_file_has_an_age_and_reading_keeps_it(tmp_path: Path) -> None:
    make("a 0644, 10 days old\n  | x\n", tmp_path)
    state(tmp_path)
    status = (tmp_path / "a").stat()
    then = time.time() - 9 * 86400
    assert status.st_mtime < then
    assert status.st_atime < then


def test_lines_are_appended_and_entries_left_out(tmp_path: Path) -> None:
    (tmp_path / "passwd").write_text("root\n")
    make("passwd +\n  | duck\na 0644\nb 0644\na removed\nb 0600\n", tmp_path)
    assert (tmp_path / "passwd").read_text() == "root\nduck\n"
    assert not (tmp_path / "a").exists()
    assert describe(str(tmp_path / "b"), "b") == ["b 0600"]


@pytest.mark.parametrize("listing", ["a\n", "a 644\n", "  | x\n", "a 0644\n  x\n", "a 0644, old\n"])
def test_a_mistake_is_refused(listing: str) -> None:
    with pytest.raises(ValueError, match=r"not an? "):
        read_listing(listing)


def test_changes_list_new_changed_and_removed_files() -> None:
    before = {"same": ["same 0644"], "mode": ["mode 0644"], "old": ["old 0644", "  | x"]}
    after = {"same": ["same 0644"], "mode": ["mode 0600"], "new": ["new 0644", "  | y"]}
    assert list(changes(before, after)) == ["mode 0600", "new 0644", "  | y", "old removed"]
