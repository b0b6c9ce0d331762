"""A record is stored as plain data; the conformance cases compare the answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.explain.dry_run import record_dry_run
from duckrow.cfengine.explain.stored import StoredRecordError, read_record, record_data


def test_a_record_survives(tmp_path: Path) -> None:
    policy = tmp_path / "p.cf"
    policy.write_text('bundle agent main { vars: "x" string => "1"; reports: "$(x)"; }')
    policy.chmod(0o600)
    data = record_data(record_dry_run(str(policy)))
    assert record_data(read_record(data)) == data


@pytest.mark.parametrize("change", [{"steps": 3}, {"steps": [[0]]}, {"bundles": []}, {"hard": []}])
def test_other_data_is_damage(tmp_path: Path, change: dict[str, object]) -> None:
    policy = tmp_path / "p.cf"
    policy.write_text('bundle agent main { reports: "x"; }')
    policy.chmod(0o600)
    data = record_data(record_dry_run(str(policy)))
    with pytest.raises(StoredRecordError):
        read_record({**data, **change})
    with pytest.raises(StoredRecordError):
        read_record({})
