from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.unit.ca.making import csr, new_authority

from duckrow.ca.authority import Authority
from duckrow.ca.directory import CaDirectory, make_directory
from duckrow.ca.revocation import revoke
from duckrow.source.errors import InputError

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="gives files away")


@needs_root
def test_files_that_root_writes_belong_to_the_owner_of_the_directory(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, 1234, 2345)
    authority = new_authority(home)
    authority.receive("huey.lab", csr("huey.lab"))
    authority.sign("huey.lab")
    revoke(authority, "huey.lab")
    owners = {path: (path.stat().st_uid, path.stat().st_gid) for path in home.rglob("*")}
    assert set(owners.values()) == {(1234, 2345)}
    assert home / "ca" / ".duckrow.lock" in owners


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_that_cannot_be_written_is_named_with_a_hint(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(InputError, match="cannot make") as caught:
        make_directory(str(tmp_path / "ca" / "signed"))
    assert "as root" in caught.value.hint


def test_a_file_in_the_place_of_the_directory_is_named(tmp_path: Path) -> None:
    (tmp_path / "ca").write_text("")
    with pytest.raises(InputError, match=f"cannot .* {tmp_path}/ca"):
        CaDirectory(str(tmp_path / "ca")).make()


def test_a_directory_behind_a_link_is_used(authority: Authority, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("ca")
    linked = Authority(CaDirectory(str(tmp_path / "link")))
    linked.receive("huey.lab", csr("huey.lab"))
    linked.sign("huey.lab")
    assert authority.certificate("huey.lab") is not None


def test_only_files_of_nodes_are_listed(authority: Authority, tmp_path: Path) -> None:
    for name in (".hidden.pem", "notes.txt", "huey.lab.pem"):
        (tmp_path / "ca" / "requests" / name).write_text("")
    assert authority.directory.names("requests") == ["huey.lab"]
    assert authority.directory.names("none") == []
