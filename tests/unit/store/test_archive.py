"""An archive holds all that a store knows, in PuppetDB's form."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.unit.store.payloads import Payload, at, catalog, facts, report, resource

from duckrow.machine.archives.members import ArchiveError
from duckrow.machine.archives.tar_stream import read_tar, write_tar
from duckrow.store.archive import export_archive, import_archive
from duckrow.store.commands.checks import time_in
from duckrow.store.commands.table import COMMANDS, read_command
from duckrow.store.database.database import Database, open_database
from duckrow.store.store import Store

NOW = time_in("2026-11-16T12:00:00Z")


def fill(store: Store) -> None:
    payloads: list[tuple[str, Payload]] = []
    for name in ("huey.lab", "dewey.lab"):
        with_packages = {**facts(name, pi=3.25, none=None), "package_inventory": [["a", "1", "p"]]}
        exported = {**resource("Host", name, ip="10.0.0.1"), "exported": True}
        payloads += [
            ("replace facts", with_packages),
            ("replace catalog", catalog(name, 2, exported)),
            ("store report", report(name, 3)),
            ("store report", report(name, 4, status="failed", noop=None)),
        ]
    common: Payload = {"certname": "huey.lab", "producer_timestamp": at(5)}
    payloads += [
        ("configure expiration", {**common, "expire": {"facts": False}}),
        ("replace catalog inputs", {**common, "catalog_uuid": "u", "inputs": [["hiera", "k"]]}),
    ]
    for kind, payload in payloads:
        version = COMMANDS[kind][1]
        store.submit(read_command(kind, version, str(payload["certname"]), payload, NOW))


def contents(path: Path) -> dict[str, object]:
    return {
        name: json.loads(content) for name, content in read_tar(str(path)) if "metadata" not in name
    }


def test_what_is_exported_can_be_imported(
    open_store: Callable[[], Database], tmp_path: Path
) -> None:
    store = Store(open_store())
    fill(store)
    first, second = tmp_path / "first.tgz", tmp_path / "second.tgz"
    assert export_archive(store.database, str(first), NOW) == 10
    other = Store(open_database(f"{tmp_path}/other.db", print))
    skipped: list[str] = []
    assert import_archive(other, str(first), NOW, skipped.append) == 10
    assert skipped == []
    assert export_archive(other.database, str(second), NOW) == 10
    other.close()
    assert contents(first) == contents(second)


def test_the_form_is_that_of_puppetdb(open_store: Callable[[], Database], tmp_path: Path) -> None:
    store = Store(open_store())
    fill(store)
    path = tmp_path / "pond.tgz"
    export_archive(store.database, str(path), NOW)
    with tarfile.open(path) as file:
        names = file.getnames()
    assert names[0] == "puppetdb-bak/export-metadata.json"
    metadata = json.loads(dict(read_tar(str(path)))[names[0]])
    assert metadata == {
        "timestamp": "2026-11-16T12:00:00.000Z",
        "command_versions": {
            "configure_expiration": 1,
            "replace_catalog": 9,
            "replace_catalog_inputs": 1,
            "replace_facts": 5,
            "store_report": 8,
        },
    }
    found = contents(path)
    exported = found["puppetdb-bak/facts/huey.lab.json"]
    given = {**facts("huey.lab", pi=3.25, none=None), "package_inventory": [["a", "1", "p"]]}
    assert exported == given
    (name,) = (each for each in found if each.startswith("puppetdb-bak/catalogs/huey.lab-"))
    assert len(name) == len("puppetdb-bak/catalogs/huey.lab-.json") + 40


def test_payloads_that_cannot_be_stored_are_named(tmp_path: Path) -> None:
    path = f"{tmp_path}/bad.tgz"
    versions = {"replace_facts": 5, "store_report": 2}
    members = [
        ("puppetdb-bak/export-metadata.json", json.dumps({"command_versions": versions}).encode()),
        ("puppetdb-bak/facts/huey.lab.json", json.dumps(facts("huey.lab")).encode()),
        ("puppetdb-bak/facts/dewey.lab.json", b"{}"),
        ("puppetdb-bak/reports/huey.lab-0.json", b"{}"),
        ("puppetdb-bak/ponds/duck.json", b"{}"),
    ]
    write_tar(path, members)
    store = Store(open_database(f"{tmp_path}/store.db", print))
    skipped: list[str] = []
    assert import_archive(store, path, NOW, skipped.append) == 1
    store.close()
    assert skipped == [
        "puppetdb-bak/facts/dewey.lab.json: the factset lacks 'certname'",
        "puppetdb-bak/reports/huey.lab-0.json: version 2 of 'store report' is not known",
    ]


def test_an_archive_that_was_packed_again_is_imported(tmp_path: Path) -> None:
    path = f"{tmp_path}/again.tgz"
    metadata = json.dumps({"command_versions": {"replace_facts": 5}}).encode()
    members = [
        ("./puppetdb-bak/facts/huey.lab.json", json.dumps(facts("huey.lab")).encode()),
        ("./puppetdb-bak/export-metadata.json", metadata),
    ]
    write_tar(path, members)
    store = Store(open_database(f"{tmp_path}/store.db", print))
    assert import_archive(store, path, NOW, pytest.fail) == 1
    store.close()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "has no puppetdb-bak/export-metadata.json"),
        (b"[]", "has no command_versions"),
        (b"{", "is not JSON"),
    ],
)
def test_an_archive_without_versions_is_rejected(
    tmp_path: Path, content: bytes | None, message: str
) -> None:
    path = f"{tmp_path}/bad.tgz"
    members = [] if content is None else [("puppetdb-bak/export-metadata.json", content)]
    write_tar(path, members)
    store = Store(open_database(f"{tmp_path}/store.db", print))
    with pytest.raises(ArchiveError, match=message):
        import_archive(store, path, NOW, print)
    store.close()


def test_a_file_that_is_no_archive_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "bad.tgz"
    path.write_bytes(b"quack" * 1000)
    with pytest.raises(ArchiveError, match=r"bad\.tgz"):
        list(read_tar(str(path)))
    write_tar(str(path), [("a", b"x" * 100_000)])
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(ArchiveError, match=r"bad\.tgz"):
        list(read_tar(str(path)))


def test_an_archive_is_private_and_replaces_an_earlier_one_when_it_is_complete(
    tmp_path: Path,
) -> None:
    path = tmp_path / "pond.tgz"
    path.write_bytes(b"earlier")

    def members() -> Iterator[tuple[str, bytes]]:
        yield "a", b"x"
        raise OSError("no space")

    with pytest.raises(OSError, match="no space"):
        write_tar(str(path), members())
    assert [each.name for each in tmp_path.iterdir()] == ["pond.tgz"]
    assert path.read_bytes() == b"earlier"
    assert write_tar(str(path), [("a", b"x")]) == 1
    assert list(read_tar(str(path))) == [("a", b"x")]
    assert path.stat().st_mode & 0o777 == 0o600
