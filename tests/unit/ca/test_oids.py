from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.ca.making import csr, new_authority, unknown

from duckrow.ca.extensions import extensions_of
from duckrow.ca.oids import NAME_OF, OID_OF, names_with
from duckrow.ca.pem import certificates_in, certificates_to_pem
from duckrow.source.errors import InputError


def test_the_table_is_puppets() -> None:
    assert OID_OF["pp_uuid"] == "1.3.6.1.4.1.34380.1.1.1"
    assert OID_OF["pp_role"] == "1.3.6.1.4.1.34380.1.1.13"
    assert OID_OF["pp_owner"] == "1.3.6.1.4.1.34380.1.1.26"
    assert OID_OF["pp_auth_role"] == "1.3.6.1.4.1.34380.1.3.13"
    assert OID_OF["pp_cli_auth"] == "1.3.6.1.4.1.34380.1.3.39"
    assert len(OID_OF) == len(NAME_OF) == 29


def test_a_site_has_names_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "custom_trusted_oid_mapping.yaml"
    assert names_with(str(path)) == NAME_OF
    path.write_text(
        "oid_mapping:\n  1.3.6.1.4.1.34380.1.2.1:\n    shortname: nest\n    longname: Nest\n"
        "  1.3.6.1.4.1.34380.1.1.13: {shortname: mine}\n"
    )
    names = names_with(str(path))
    assert names["1.3.6.1.4.1.34380.1.2.1"] == "nest"
    assert names["1.3.6.1.4.1.34380.1.1.13"] == "pp_role"
    authority = new_authority(tmp_path)
    authority.receive("huey", csr("huey", [unknown("1.3.6.1.4.1.34380.1.2.1")]))
    certificate = certificates_in(certificates_to_pem([authority.sign("huey")]), "")[0]
    assert extensions_of(certificate, names) == {"nest": "quack"}


@pytest.mark.parametrize("text", ["oid_mapping: 3\n", "- 1\n", "oid_mapping: [\n"])
def test_an_invalid_mapping_is_an_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mapping.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=r"mapping\.yaml"):
        names_with(str(path))
