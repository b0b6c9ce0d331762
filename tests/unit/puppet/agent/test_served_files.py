from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.unit.puppet.agent.conftest import Agent
from tests.unit.puppet.agent.lab import TEXT, Lab

SOURCE = "puppet:///modules/pond"


def of_files(lab: Lab) -> list[str]:
    start = lab.paths().index("POST /puppet/v3/catalog/huey.lab") + 1
    return [path.replace("/puppet/v3", "") for path in lab.paths()[start:-1]]


def test_a_source(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.files["modules"] = {"pond/a b.txt": b"quack\n"}
    duck = tmp_path / "duck"
    lab.resources = [lab.resource("File", str(duck), {"source": f"{SOURCE}/a b.txt"})]
    assert agent("--detailed-exitcodes")[0] == 2
    assert duck.read_bytes() == b"quack\n"
    assert of_files(lab) == [
        "GET /file_metadata/modules/pond/a b.txt",
        "GET /file_content/modules/pond/a b.txt",
    ]
    lab.seen.clear()
    assert agent("--detailed-exitcodes")[0] == 0
    assert of_files(lab) == ["GET /file_metadata/modules/pond/a b.txt"]


def test_the_first_source_that_exists(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.files["modules"] = {"pond/a": b"a"}
    sources = [f"{SOURCE}/none", f"{SOURCE}/a"]
    lab.resources = [lab.resource("File", str(tmp_path / "duck"), {"source": sources})]
    agent()
    assert (tmp_path / "duck").read_bytes() == b"a"
    lab.resources[0]["parameters"]["source"] = sources[:1]
    code, _, err = agent("--detailed-exitcodes")
    assert code == 4
    assert (
        "Could not evaluate: Could not retrieve information from environment production source(s)"
        f" {SOURCE}/none"
    ) in err


def test_a_source_that_the_server_cannot_give(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.special["/puppet/v3/file_metadata/"] = lambda _: (500, TEXT, b"no")
    lab.resources = [lab.resource("File", str(tmp_path / "duck"), {"source": f"{SOURCE}/a"})]
    code, _, err = agent("--detailed-exitcodes")
    assert code == 4
    assert f"Could not retrieve file metadata for {SOURCE}/a: Error 500 on SERVER: no" in err


def test_recursion(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.files["modules"] = {"pond/d/a": b"a", "pond/d/deep/b": b"b"}
    values = {"ensure": "directory", "source": f"{SOURCE}/d", "recurse": True, "purge": True}
    lab.resources = [lab.resource("File", str(tmp_path / "d"), values)]
    (tmp_path / "d").mkdir()
    (tmp_path / "d/stray").write_text("")
    assert agent("--detailed-exitcodes")[0] == 2
    found = sorted(str(path.relative_to(tmp_path)) for path in (tmp_path / "d").rglob("*"))
    assert found == ["d/a", "d/deep", "d/deep/b"]
    assert of_files(lab) == [
        "GET /file_metadatas/modules/pond/d",
        "GET /file_content/modules/pond/d/a",
        "GET /file_content/modules/pond/d/deep/b",
    ]
    lab.seen.clear()
    assert agent("--detailed-exitcodes")[0] == 0


def metadata(lab: Lab, path: str, content: bytes, **more: Any) -> dict[str, Any]:
    return {
        "path": f"/srv/{path}",
        "relative_path": None,
        "links": "manage",
        "owner": 0,
        "group": 0,
        "mode": 420,
        "checksum": {"type": "sha256", "value": f"{{sha256}}{sha256(content).hexdigest()}"},
        "type": "file",
        "destination": None,
        "source": f"{SOURCE}/{path}",
        "content_uri": f"puppet:///modules/pond/files/{path}",
        **more,
    }


def test_a_static_catalog_needs_no_metadata(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    duck, nest = str(tmp_path / "duck"), str(tmp_path / "nest")
    lab.files["static"] = {"modules/pond/files/a": b"old", "modules/pond/files/d/b": b"b"}
    lab.catalog = {
        "code_id": "urn:1",
        "metadata": {duck: metadata(lab, "a", b"old")},
        "recursive_metadata": {
            nest: {
                f"{SOURCE}/d": [
                    metadata(lab, "d", b"", type="directory", relative_path="."),
                    metadata(lab, "d/b", b"b", relative_path="b"),
                ]
            }
        },
    }
    values = {"ensure": "directory", "source": f"{SOURCE}/d", "recurse": True}
    lab.resources = [
        lab.resource("File", duck, {"source": [f"{SOURCE}/other", f"{SOURCE}/a"]}),
        lab.resource("File", nest, values),
    ]
    assert agent("--detailed-exitcodes")[0] == 2
    assert (tmp_path / "duck").read_bytes() == b"old"
    assert (tmp_path / "nest/b").read_bytes() == b"b"
    asked = of_files(lab)
    assert [path for path in asked if "static" in path] == [
        "GET /static_file_content/modules/pond/files/a",
        "GET /static_file_content/modules/pond/files/d/b",
    ]
    lab.seen.clear()
    assert agent("--detailed-exitcodes")[0] == 0


def test_a_content_that_is_not_the_announced_one(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    lab.files["modules"] = {"pond/a": b"quack"}
    lab.special["/puppet/v3/file_content/modules"] = lambda _: (200, TEXT, b"evil")
    lab.resources = [lab.resource("File", str(tmp_path / "duck"), {"source": f"{SOURCE}/a"})]
    code, _, err = agent("--detailed-exitcodes")
    assert code == 4
    assert "did not match desired checksum" in err
    assert not (tmp_path / "duck").exists()


def test_a_backup_in_the_bucket_of_the_server(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    duck = tmp_path / "duck"
    duck.write_bytes(b"before")
    digest = sha256(b"before").hexdigest()
    lab.resources = [
        lab.resource("Filebucket", "main", {"path": False}),
        lab.file(str(duck), "after", backup="main"),
    ]
    _, out, _ = agent("--verbose")
    assert lab.bucket == {digest: b"before"}
    assert f"Filebucketed DIR/duck to main with sum {digest}" in out
    where = f"/file_bucket_file/sha256/{digest}/{duck}"
    assert of_files(lab) == [f"HEAD {where}", f"PUT {where}"]
    duck.write_bytes(b"before")
    lab.seen.clear()
    agent()
    assert of_files(lab) == [f"HEAD {where}"]


def test_a_bucket_that_does_not_work_keeps_the_file(lab: Lab, agent: Agent, tmp_path: Path) -> None:
    duck = tmp_path / "duck"
    duck.write_bytes(b"before")
    lab.special["/puppet/v3/file_bucket_file"] = lambda _: (500, TEXT, b"full")
    lab.resources = [
        lab.resource("Filebucket", "main", {"path": False}),
        lab.file(str(duck), "after", backup="main"),
    ]
    code, _, err = agent("--detailed-exitcodes")
    assert code == 4
    assert "Could not back up DIR/duck: Error 500 on SERVER" in err
    assert duck.read_bytes() == b"before"
