"""An authority that `puppetserver ca setup` 2.4 made, and a request that Puppet 7.23 made.

`from_puppet` holds them as they were written: throw-away keys, valid until 2041.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.unit.ca.making import files_of, openssl_verify

from duckrow.ca.authority import Authority
from duckrow.ca.directory import CaDirectory
from duckrow.ca.extensions import extensions_of
from duckrow.ca.revocation import clean, revoke
from duckrow.ca.statuses import all_statuses, warnings
from duckrow.ca.submission import submit

HERE = Path(__file__).parent / "from_puppet"


@pytest.fixture
def taken(tmp_path: Path) -> Authority:
    shutil.copytree(HERE / "cadir", tmp_path / "ca")
    (tmp_path / "ca" / "ca_key.pem").chmod(0o640)
    return Authority(CaDirectory(str(tmp_path / "ca")))


def test_looking_changes_nothing(taken: Authority, tmp_path: Path) -> None:
    before = files_of(tmp_path)
    statuses = all_statuses(taken)
    assert [(each.name, each.state) for each in statuses] == [("pond.lab", "signed")]
    assert statuses[0].data["authorization_extensions"] == {"pp_cli_auth": "true"}
    assert warnings(taken, statuses) == []
    assert files_of(tmp_path) == before


def test_it_signs_the_request_of_a_real_agent(taken: Authority, tmp_path: Path) -> None:
    taken.rules.autosign = True
    certificate = submit(taken, "huey.lab", (HERE / "huey.lab.csr").read_bytes())
    assert certificate is not None
    assert certificate.serial_number == 2
    assert openssl_verify(tmp_path, "huey.lab") == "OK"
    assert (tmp_path / "ca" / "serial").read_text() == "0003"
    assert extensions_of(certificate) == {
        "pp_role": "duckling",
        "1.3.6.1.4.1.34380.1.2.1": "nest",
    }


def test_what_is_given_back_differs_only_by_what_was_done(taken: Authority, tmp_path: Path) -> None:
    before = files_of(tmp_path)
    taken.rules.autosign = True
    submit(taken, "huey.lab", (HERE / "huey.lab.csr").read_bytes())
    assert revoke(taken, "huey.lab") == [2]
    assert "certificate revoked" in openssl_verify(tmp_path, "huey.lab")
    clean(taken, "huey.lab")
    after = files_of(tmp_path)
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed == {"ca/serial", "ca/inventory.txt", "ca/ca_crl.pem"}
    assert set(after) == set(before)
    assert after["ca/inventory.txt"].startswith(before["ca/inventory.txt"])
