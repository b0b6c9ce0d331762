"""Answers that no honest server sends: an error, and nothing else happens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.puppet.agent.conftest import Agent
from tests.unit.puppet.agent.lab import JSON, RICH, TEXT, Lab

DEEP = b"[" * 100_000 + b"]" * 100_000
FILE = {
    "type": "file",
    "relative_path": "a",
    "mode": 420,
    "checksum": {"type": "sha256", "value": "{sha256}00"},
}


def catalog(**more: Any) -> bytes:
    data = {"name": "huey.lab", "environment": "production", "resources": [], **more}
    return json.dumps(data).encode()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"quack",
        b"[]",
        b"null",
        b"{}",
        b"\xff\xfe",
        DEEP,
        catalog(resources=None),
        catalog(resources=[1]),
        catalog(resources=[{"type": "File"}]),
        catalog(resources=[{"type": 1, "title": 2}]),
        catalog(resources=[{"type": "File", "title": "/x", "parameters": []}]),
        catalog(resources=[{"type": "File", "title": "/x", "tags": [1]}]),
        catalog(edges=[1]),
        catalog(name=None),
    ],
    ids=range(15),
)
def test_catalogs(body: bytes, lab: Lab, agent: Agent) -> None:
    lab.special["/puppet/v3/catalog"] = lambda _: (200, RICH, body)
    code, _, err = agent("--no-usecacheonfailure")
    assert code == 1
    assert "Error: " in err
    assert "Traceback" not in err
    assert lab.reports[-1]["status"] == "failed"


@pytest.mark.parametrize(
    "body",
    [
        b"quack",
        b"{}",
        b"[1]",
        DEEP,
        *(
            json.dumps([{**FILE, "relative_path": path}]).encode()
            for path in ("/etc/passwd", "../x", "a/../../x", "a/./b", "a\0b")
        ),
        json.dumps([{**FILE, "type": "device"}]).encode(),
        json.dumps([{**FILE, "checksum": None}]).encode(),
        json.dumps([{**FILE, "checksum": {"value": "{quack}00"}}]).encode(),
    ],
    ids=range(12),
)
def test_lists_of_plugins(body: bytes, lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.special["/puppet/v3/file_metadatas"] = lambda _: (200, JSON, body)
    before = set(tmp_path.iterdir())
    code, _, err = agent("--no-usecacheonfailure")
    assert code == 1
    assert "Traceback" not in err
    assert {path.name for path in set(tmp_path.iterdir()) - before} <= {
        *("ssl", "var", "run", "log", "public", "state", "server_ssl", "ca")
    }
    assert not list((tmp_path / "var").rglob("x"))


def test_links_in_the_directory_of_plugins_are_replaced_and_not_followed(
    lab: Lab, agent: Agent, tmp_path: Path
) -> None:
    lab.files["plugins"] = {"facter/pond.rb": b"#\n"}
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "pond.rb").write_text("mine")
    library = tmp_path / "var/lib"
    library.mkdir(parents=True)
    (library / "facter").symlink_to(outside)
    (library / "stray").symlink_to(outside)
    agent()
    assert (library / "facter/pond.rb").read_bytes() == b"#\n"
    assert not (library / "facter").is_symlink()
    assert not (library / "stray").is_symlink()
    assert (outside / "pond.rb").read_text() == "mine"


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("/puppet/v3/node", (200, JSON, b"[]")),
        ("/puppet/v3/node", (200, JSON, b"quack")),
        ("/puppet/v3/report", (200, JSON, b"quack")),
        ("/puppet/v3/report", (413, TEXT, b"too large")),
    ],
)
def test_answers_that_a_run_does_not_need(
    path: str, answer: tuple[int, str, bytes], lab: Lab, agent: Agent, tmp_path: Path
) -> None:
    lab.special[path] = lambda _: answer
    assert agent()[0] == 0
    assert not list(tmp_path.rglob("duckrow_unsent_reports/*"))


def test_a_redirect_to_a_file_or_in_a_circle(lab: Lab, agent: Agent) -> None:
    lab.special["/puppet/v3/catalog"] = lambda _: (302, TEXT, b"")
    for target in ("file:///etc/passwd", "/puppet/v3/catalog/huey.lab?environment=production"):
        lab.headers["/puppet/v3/catalog"] = {"Location": target}
        code, _, err = agent("--no-usecacheonfailure")
        assert code == 1
        assert "Could not retrieve catalog from remote server" in err
