"""GET /puppet/v3/tasks, in the shapes of puppetserver 7.9.5."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256

import pytest
from tests.unit.server.running import RunningServer

METADATA = {
    "description": "quack",
    "input_method": "stdin",
    "parameters": {"a": {"type": "String"}},
    "files": ["pond/files/x.txt", "pond/lib/deep/"],
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    server = RunningServer(tmp_path_factory.mktemp("s"))
    server.add_node("huey.lab")
    files = {
        "tasks/init.json": json.dumps(METADATA),
        "tasks/init.sh": "echo hi\n",
        "tasks/swim.rb": "puts 1\n",
        "tasks/hidden.json": '{"private":true}',
        "tasks/hidden.sh": "x\n",
        "tasks/lost.json": '{"description":"no file"}',
        "tasks/bad.json": "{bad",
        "tasks/bad.sh": "x\n",
        "tasks/two.sh": "x\n",
        "tasks/two.py": "x\n",
        "tasks/several.json": json.dumps({"implementations": [{"name": "two.sh"}]}),
        "tasks/outside.json": json.dumps({"files": ["pond/files/../../../secret"]}),
        "tasks/outside.sh": "x\n",
        "tasks/Upper.sh": "y\n",
        "tasks/README.md": "y\n",
        "files/x.txt": "x\n",
        "lib/deep/a.rb": "a\n",
    }
    for name, text in files.items():
        server.write(f"modules/pond/{name}", text)
    with server:
        yield server


def get(site: RunningServer, path: str) -> tuple[int, str]:
    reply = site.ask("GET", f"/puppet/v3/tasks{path}", node="huey.lab")
    return reply.status, reply.text


def test_all_tasks(site: RunningServer) -> None:
    status, text = get(site, "?environment=production")
    assert status == 200
    where = [{"name": "production", "code_id": None}]
    expected = [
        ("pond::hidden", True, ""),
        ("pond", False, "quack"),
        ("pond::several", False, ""),
        ("pond::swim", False, ""),
    ]
    keys = ("name", "private", "description")
    wanted = [dict(zip(keys, each, strict=True)) | {"environment": where} for each in expected]
    assert json.loads(text) == wanted


def test_one_task_and_its_files(site: RunningServer) -> None:
    status, text = get(site, "/pond/init?environment=production")
    assert status == 200
    data = json.loads(text)
    assert (data["name"], data["metadata"]) == ("pond", METADATA)
    params = {"environment": "production"}
    assert data["files"][0] == {
        "filename": "init.sh",
        "sha256": sha256(b"echo hi\n").hexdigest(),
        "size_bytes": 8,
        "uri": {"path": "/puppet/v3/file_content/tasks/pond/init.sh", "params": params},
    }
    names = [each["filename"] for each in data["files"]]
    assert names == ["init.sh", "pond/files/x.txt", "pond/lib/deep/a.rb"]
    for each, content in zip(data["files"], (b"echo hi\n", b"x\n", b"a\n"), strict=True):
        path = f"{each['uri']['path']}?environment=production"
        assert site.ask("GET", path, node="huey.lab").body == content


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("", 400, "An environment parameter must be specified"),
        ("?environment=a-b", 400, "The environment must be purely alphanumeric, not 'a-b'"),
        ("?environment=nosuch", 404, "Could not find environment 'nosuch'"),
        ("/pond/nosuch?environment=production", 404, "Could not find task 'nosuch'"),
        ("/nosuch/init?environment=production", 404, "Could not find module 'nosuch'"),
        ("/pond?environment=production", 404, "Not Found: /puppet/v3/tasks/pond"),
    ],
)
def test_what_does_not_exist(site: RunningServer, path: str, status: int, said: str) -> None:
    assert get(site, path) == (status, said)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("lost", "puppet.tasks/no-implementation"),
        ("bad", "puppet.tasks/unparseable-metadata"),
        ("two", "puppet.tasks/multiple-implementations"),
        ("outside", "puppet.tasks/invalid-metadata"),
    ],
)
def test_a_task_that_cannot_be_used(site: RunningServer, name: str, kind: str) -> None:
    status, text = get(site, f"/pond/{name}?environment=production")
    assert (status, json.loads(text)["kind"]) == (500, kind)
