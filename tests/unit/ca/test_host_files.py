from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.ca.making import new_key

from duckrow.ca.authority import Authority
from duckrow.ca.host_files import HostFiles
from duckrow.source.errors import InputError


def test_the_key_that_a_node_has_is_used(tmp_path: Path) -> None:
    files = HostFiles(str(tmp_path))
    assert files.key_of("huey.lab") is None
    key = new_key()
    files.write_keys("huey.lab", key)
    found = files.key_of("huey.lab")
    assert found is not None
    assert found.public_key() == key.public_key()
    assert files.existing("huey.lab") == []


def test_a_public_key_without_its_private_key_is_in_the_way(tmp_path: Path) -> None:
    files = HostFiles(str(tmp_path))
    files.write_keys("huey.lab", new_key())
    (tmp_path / "private_keys" / "huey.lab.pem").unlink()
    assert files.existing("huey.lab") == [f"{tmp_path}/public_keys/huey.lab.pem"]


def test_a_damaged_key_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "private_keys").mkdir()
    (tmp_path / "private_keys" / "huey.lab.pem").write_text("quack")
    with pytest.raises(InputError, match=r"Could not parse .*huey\.lab\.pem"):
        HostFiles(str(tmp_path)).key_of("huey.lab")


def test_only_the_old_certificate_is_replaced(authority: Authority, tmp_path: Path) -> None:
    files = HostFiles(str(tmp_path / "ssl"))
    path = tmp_path / "ssl" / "certs" / "pond.lab.pem"
    old = authority.certificate("pond.lab")
    assert old is not None
    new = authority.renew(old)
    assert files.replace_certificate("pond.lab", old, new)
    assert not files.replace_certificate("pond.lab", old, new)
    path.unlink()
    assert not files.replace_certificate("pond.lab", new, old)
    assert not path.exists()
