"""store.conf: where the store is, who may use it, and how long it remembers."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.puppet.settings.settings import Settings
from duckrow.server.store.settings import StoreSettings
from duckrow.source.errors import InputError


def read(path: Path, conf: str | None = None) -> StoreSettings:
    if conf is not None:
        (path / "conf.d").mkdir()
        (path / "conf.d/store.conf").write_text(conf)
    given = {"confdir": str(path), "vardir": "/var/pond", "certname": "pond.lab"}
    return StoreSettings(Settings(given))


def test_the_defaults_are_those_of_puppetdb(tmp_path: Path) -> None:
    found = read(tmp_path)
    assert found.address == "/var/pond/duckrow/store.db"
    assert found.allowlist == {"pond.lab"}
    assert (found.report_ttl, found.resource_events_ttl) == (14 * 86_400, 14 * 86_400)
    assert (found.node_ttl, found.node_purge_ttl) == (7 * 86_400, 14 * 86_400)
    assert (found.gc_interval, found.port) == (3600, 0)


def test_a_file(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        'store: { database: "postgresql://duck@db.lab/pond", certificate-allowlist: [board.lab]\n'
        " report-ttl: 30d, resource-events-ttl: 2d, node-ttl: 0s, gc-interval: 10m, port: 8080 }",
    )
    assert found.address == "postgresql://duck@db.lab/pond"
    assert found.allowlist == {"pond.lab", "board.lab"}
    assert (found.report_ttl, found.resource_events_ttl) == (30 * 86_400, 2 * 86_400)
    assert (found.node_ttl, found.gc_interval, found.port) == (0, 600, 8080)


@pytest.mark.parametrize(
    ("conf", "message"),
    [
        ("store: { reports-ttl: 1d }", r"unknown key 'reports-ttl'; did you mean report-ttl"),
        ("store: { report-ttl: soon }", r"'report-ttl' is a time such as 14d, not 'soon'"),
        ("store: { port: many }", r"'port' is a whole number"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, conf: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(tmp_path, conf)
