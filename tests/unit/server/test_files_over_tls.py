"""Files, static catalogs and reports of a running server."""

from __future__ import annotations

import time
from hashlib import sha256
from pathlib import Path

import yaml
from tests.unit.server.reports import report_data, report_json
from tests.unit.server.running import Reply, RunningServer

QUACK = "quack\n"
SITE = """
file { '/tmp/duck': source => 'puppet:///modules/pond/duck.txt' }
file { '/tmp/nest': source => 'puppet:///modules/pond/nest', recurse => true }
"""


def static_catalog(running: RunningServer) -> Reply:
    return running.catalog("huey.lab", static_catalog="true", checksum_type="sha256.md5")


def test_a_static_catalog_and_the_files_of_its_version(tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    running = RunningServer(tmp_path / "s")
    running.write("manifests/site.pp", SITE)
    running.write("modules/pond/files/duck.txt", QUACK)
    running.write("modules/pond/files/nest/egg", "o")
    for name, text in {
        "code-id": "echo v7",
        "code-content": f'echo "$2"; cat "{running.directory}/code/environments/$1/$3"',
    }.items():
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)
    conf_d = running.directory / "conf.d"
    conf_d.mkdir()
    (conf_d / "versioned-code.conf").write_text(
        f"versioned-code: {{ code-id-command: {tmp_path}/code-id\n"
        f"  code-content-command: {tmp_path}/code-content }}\n"
    )
    running.add_node("huey.lab")
    with running:
        plain = running.catalog("huey.lab").json()
        assert plain["code_id"] == "v7"
        assert "metadata" not in plain
        catalog = static_catalog(running).json()
        data = catalog["metadata"]["/tmp/duck"]
        digest = sha256(QUACK.encode()).hexdigest()
        assert data["checksum"] == {"type": "sha256", "value": f"{{sha256}}{digest}"}
        assert data["content_uri"] == "puppet:///modules/pond/files/duck.txt"
        (entries,) = catalog["recursive_metadata"]["/tmp/nest"].values()
        assert [each["relative_path"] for each in entries] == [".", "egg"]
        path = data["content_uri"].removeprefix("puppet:///")
        url = f"/puppet/v3/static_file_content/{path}?environment=production&code_id=v7"
        reply = running.ask("GET", url, node="huey.lab")
        assert (reply.status, reply.text) == (200, f"v7\n{QUACK}")
        assert running.ask("GET", url).status == 403
        (tmp_path / "code-content").rename(tmp_path / "gone")
        assert running.ask("GET", url, node="huey.lab").status == 500
        running.wait_for(r"err: GET /puppet/v3/static_file_content/\S+: .*code-content")
        running.write("manifests/site.pp", SITE.replace("/modules/pond/", "/homes/"))
        mount = f"[homes]\npath {running.directory}/homes/%h\n"
        (running.directory / "conf/fileserver.conf").write_text(mount)
        of_mount = static_catalog(running)
        assert of_mount.status == 200
        assert "metadata" not in of_mount.json()
        running.write("environment.conf", "static_catalogs = false\n")
        assert "metadata" not in static_catalog(running).json()
        running.write("manifests/site.pp", SITE.replace("duck.txt", "none"))
        running.write("environment.conf", "")
        missing = static_catalog(running)
        assert missing.status == 500
        assert "Could not get metadata for puppet:///modules/pond/none" in missing.text


def test_files_and_reports(server: RunningServer) -> None:
    server.write("modules/pond/files/a b/é", QUACK)
    metadata = "/puppet/v3/file_metadata/modules/pond/a%20b/%C3%A9?environment=production"
    assert server.ask("GET", metadata, node="huey.lab").json()["type"] == "file"
    content = metadata.replace("file_metadata", "file_content")
    assert server.ask("GET", content, node="huey.lab").text == QUACK
    for path in ("..%2f..%2f..%2fsite.pp", "%2e%2e/manifests", "a%00b", "%ff", "..%c0%af"):
        url = f"/puppet/v3/file_content/modules/pond/{path}?environment=production"
        assert server.ask("GET", url, node="huey.lab").status == 400
    url = "/puppet/v3/report/huey.lab?environment=production"
    kind = {"Content-Type": "application/json"}
    reply = server.ask("PUT", url, report_json("huey.lab"), kind, "huey.lab")
    assert (reply.status, reply.json()) == (200, ["store"])
    other = url.replace("huey", "dewey")
    assert server.ask("PUT", other, report_json("dewey.lab"), kind, "huey.lab").status == 403
    assert server.ask("PUT", url, report_json("dewey.lab"), kind, "huey.lab").status == 400
    home = server.directory / "var/reports/huey.lab"
    limit = time.monotonic() + 60
    while not (home.is_dir() and list(home.glob("*.yaml"))):
        assert time.monotonic() < limit, server.log
        time.sleep(0.02)
    (file,) = home.glob("*.yaml")
    assert yaml.safe_load(file.read_text().partition("\n")[2]) == report_data("huey.lab")


def test_a_packed_file_beside_a_file_is_another_file(server: RunningServer) -> None:
    for ending in ("", ".gz", ".br", ".zst"):
        server.write(f"modules/pond/files/song{ending}", f"la{ending}")
    url = "/puppet/v3/file_content/modules/pond/song?environment=production"
    accepts = {"Accept-Encoding": "gzip, br, zstd"}
    reply = server.ask("GET", url, headers=accepts, node="huey.lab")
    assert (reply.status, reply.text) == (200, "la")
    assert "Content-Encoding" not in reply.headers
    assert reply.headers["Content-Length"] == "2"


def test_a_large_content_goes_to_the_bucket_in_pieces(server: RunningServer) -> None:
    content = b"quack\n" * 1_000_000
    digest = sha256(content).hexdigest()
    url = f"/puppet/v3/file_bucket_file/sha256/{digest}//etc/duck?environment=production"
    kind = {"Content-Type": "application/octet-stream"}
    assert server.ask("HEAD", url, node="huey.lab").status == 404
    assert server.ask("PUT", url, content[:-1], kind, "huey.lab").status == 400
    assert server.ask("HEAD", url, node="huey.lab").status == 404
    assert server.ask("PUT", url, content, kind, "huey.lab").status == 200
    assert server.ask("HEAD", url, node="huey.lab").status == 200
    assert server.ask("GET", url, node="huey.lab").body == content
    home = server.directory.joinpath("var/bucket", *digest[:8], digest)
    assert sorted(each.name for each in home.iterdir()) == ["contents", "paths"]


def test_fields_of_a_body_do_not_get_around_a_rule(tmp_path: Path) -> None:
    running = RunningServer(tmp_path)
    running.write("../secret/modules/pond/files/own", "secret")
    running.write("modules/pond/files/duck.txt", QUACK)
    (tmp_path / "conf.d").mkdir()
    (tmp_path / "conf.d/auth.conf").write_text(
        """
        authorization: { rules: [ {
            match-request: {
                path: "/puppet/v3/file_content", type: path, method: [get, post]
                query-params: { environment: production }
            }
            allow: "*", sort-order: 1, name: "production only"
        }, {
            match-request: {
                path: "/puppet/v3/file_metadata", type: path, query-params: { environment: secret }
            }
            deny: "*", sort-order: 1, name: "no secrets"
        }, {
            match-request: { path: "/puppet/v3/file_metadata", type: path }
            allow: "*", sort-order: 2, name: "all else"
        } ] }
        """
    )
    running.add_node("huey.lab")
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    url = "/puppet/v3/file_content/modules/pond/{}?environment=production"
    with running:
        duck, own = url.format("duck.txt"), url.format("own")
        assert running.ask("GET", duck, node="huey.lab").text == QUACK
        assert running.ask("POST", duck, "environment=production", form, "huey.lab").text == QUACK
        assert running.ask("POST", own, "environment=secret", form, "huey.lab").status == 400
        own = own.replace("content", "metadata")
        bare = own.partition("?")[0]
        assert running.ask("POST", bare, "environment=production", form, "huey.lab").status == 404
        assert running.ask("POST", bare, "environment=secret", form, "huey.lab").status == 403
        assert running.ask("POST", own, "environment=secret", form, "huey.lab").status == 400
        assert running.ask("GET", f"{own}&environment=secret", node="huey.lab").status == 400
