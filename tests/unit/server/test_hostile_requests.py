"""Hostile requests to the endpoints of files, the bucket and reports.

Each is refused or finds nothing: no answer has a secret, nothing outside of the stores changes, and
no exception but a Refusal leaves an endpoint. `test_honest_requests` sends what agents send to
the same site, so that these tests can fail.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from duckrow.puppet.environment.environment import Environment
from duckrow.puppet.environment.find import environment_at, find_directory
from duckrow.puppet.file_serving.bucket import Bucket
from duckrow.puppet.file_serving.server import FileServer
from duckrow.puppet.settings.settings import Settings
from duckrow.server.authorization.rules import rules_of
from duckrow.server.environments.versioned_code import VersionedCode, get_static_file_content
from duckrow.server.files.bucket import get_bucket_file, head_bucket_file, put_bucket_file
from duckrow.server.files.endpoints import get_file_content, get_file_metadata, get_file_metadatas
from duckrow.server.http.exchange import Answer, Client, Refusal, Request
from duckrow.server.http.form import plain_path
from duckrow.server.reports.endpoint import put_report
from duckrow.server.reports.reporting import Reporting

from .reports import report_json

QUACK = b"quack\n"
SUM = sha256(QUACK).hexdigest()
SECRET = "SECRET-7c1f"
HUEY = Client("huey.lab", 7, {"pp_role": "web"}, b"")


def put_content(site: Any, request: Request) -> Answer:
    """Send a body as the web server does."""
    upload = put_bucket_file(site, request)
    try:
        upload.write(request.body)
        return upload.finish()
    finally:
        upload.discard()


ENDPOINTS: dict[tuple[str, str], Callable[[Any, Request], Answer]] = {
    ("GET", "file_metadata"): get_file_metadata,
    ("GET", "file_metadatas"): get_file_metadatas,
    ("GET", "file_content"): get_file_content,
    ("GET", "static_file_content"): get_static_file_content,
    ("HEAD", "file_bucket_file"): head_bucket_file,
    ("GET", "file_bucket_file"): get_bucket_file,
    ("PUT", "file_bucket_file"): put_content,
    ("PUT", "report"): put_report,
}


class Site:
    """A whole site with secrets around what it serves."""

    def __init__(self, path: Path) -> None:
        self.path = path
        for name, content in {
            "secret": SECRET,
            "ssl/private_keys/server.pem": SECRET,
            "environments/production/hiera.yaml": SECRET,
            "environments/production/environment.conf": f"# {SECRET}\n",
            "environments/production/data/common.yaml": SECRET,
            "environments/production/modules/pond/manifests/init.pp": f"# {SECRET}",
            "environments/production/modules/pond/templates/t.epp": SECRET,
            "environments/production/modules/pond/metadata.json": json.dumps({"x": SECRET}),
            "environments/production/modules/pond/files/duck.txt": "quack\n",
            "environments/production/modules/pond/lib/facter/duck.rb": "# duck\n",
            "environments/production/modules/.git/config": SECRET,
            "environments/other/modules/lake/files/own": SECRET,
            "bucket/secret": SECRET,
            "reports/dewey.lab/202601010000.yaml": SECRET,
            "srv/open/readme": "open\n",
            "srv/huey/own": "huey's\n",
            "srv/dewey/own": SECRET,
            "fileserver.conf": f"[open]\npath {path}/srv/open\n[own]\npath {path}/srv/%h\n",
        }.items():
            file = path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content)
        files = path / "environments/production/modules/pond/files"
        (files / "loop").symlink_to("loop")
        (files / "self").symlink_to(".")
        os.mkfifo(files / "pipe")
        self.settings = Settings(
            {
                "confdir": str(path),
                "codedir": str(path),
                "vardir": str(path),
                "basemodulepath": f"{path}/none",
                "environmentpath": f"{path}/environments",
                "reports": "store",
                "reportdir": f"{path}/reports",
            }
        )
        self.environments = self
        self.logged: list[tuple[str, str]] = []
        self.files = FileServer(self.settings, lambda message: self.log("warning", message))
        self.bucket = Bucket(f"{path}/bucket", lambda message: self.log("warning", message), 10_000)
        self.reporting = Reporting(f"{path}/state", self.settings, self.log)
        self.versioned_code: VersionedCode | None = VersionedCode(
            "/bin/true", "/bin/echo", self.log
        )
        self.rules = rules_of(None)

    def log(self, level: str, message: str) -> None:
        self.logged.append((level, message))

    def find(self, name: str) -> Environment | None:
        directory = find_directory(self.settings, name)
        return None if directory is None else environment_at(self.settings, name, directory)

    def answer(self, request: Request) -> Answer:
        """Answer as the server does: rules first."""
        try:
            request.path = plain_path(request.path)
            self.rules.check(request, self.log)
            names = request.path.split("/")
            endpoint = ENDPOINTS.get((request.method, names[3] if len(names) > 3 else ""))
            if endpoint is None:
                raise Refusal(404, "Not Found", None)
            return endpoint(self, request)
        except Refusal as refusal:
            return refusal.answer()


@pytest.fixture(scope="module")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(tmp_path_factory.mktemp("hostile"))


@pytest.fixture
def site(shared_site: Site) -> Iterator[Site]:
    shared_site.reporting = Reporting(
        f"{shared_site.path}/state", shared_site.settings, shared_site.log
    )
    yield shared_site
    shared_site.reporting.stop()


def ask(
    method: str,
    path: str,
    *,
    body: bytes = b"",
    client: Client | None = HUEY,
    headers: dict[str, str] | None = None,
    fields: Mapping[str, str | list[str]] | None = None,
    **more: str | list[str],
) -> Request:
    query = {
        name: [value] if isinstance(value, str) else value
        for name, value in {**(fields or {}), **more}.items()
    }
    query.setdefault("environment", ["production"])
    given = {"accept": "*/*", "content-type": "application/octet-stream", **(headers or {})}
    return Request(
        method, f"/puppet/v3/{path}", query, headers=given, body=body, client=client, address="::1"
    )


# ---- the table

# Paths behind a mount or a digest, decoded as the web server hands them over.
PATHS = [
    "..",
    "../",
    "../../secret",
    "../manifests/init.pp",
    "../../../../../../../../etc/passwd",
    "a/../../manifests/init.pp",
    "./../manifests/init.pp",
    ".",
    "./duck.txt",
    "%2e%2e/manifests/init.pp",
    "..%2f..%2fsecret",
    "%2e%2e%2fmanifests%2finit.pp",
    "%252e%252e/manifests/init.pp",
    "....//manifests/init.pp",
    ".. /manifests/init.pp",
    "..\\manifests\\init.pp",
    "..;/manifests/init.pp",
    "\uff0e\uff0e/manifests/init.pp",
    "\u2024\u2024/manifests/init.pp",
    "\udcc0\udcae\udcc0\udcae/secret",
    "duck.txt\0",
    "duck.txt\0.png",
    "\0",
    "duck.txt\n",
    "duck.txt\r\nSet-Cookie: x=1",
    "/etc/passwd",
    "//etc/passwd",
    "file:///etc/passwd",
    "puppet:///modules/pond/duck.txt",
    "~root/.ssh/id_rsa",
    "$HOME/secret",
    "`id`",
    "$(id)",
    "; cat /etc/passwd",
    "| id",
    "*",
    "{duck.txt,../manifests/init.pp}",
    "[d]uck.txt",
    "loop",
    "self/self/../../manifests/init.pp",
    "pipe",
    "duck.txt/..",
    "duck.txt/",
    "duck.txt/x",
    "x" * 255,
    "x" * 256,
    "x" * 5000,
    "a/" * 3000 + "b",
    "/" * 3000 + "x",
    "\U0001f986" * 1200,
]
# Environments that do not exist, or are no names.
NAMES = [
    "",
    ".",
    "..",
    "../production",
    "production/../other",
    "production/",
    "/etc",
    "production\0",
    "production\n",
    "PRODUCTION",
    "none",
    "pr\u00f6duction",
    "\uff50roduction",
    "\udcff",
    "*",
    "production,other",
    "$(id)",
    "a" * 201,
    "a" * 100_000,
]
# Fields with values that no agent sends.
FIELDS: list[dict[str, str | list[str]]] = [
    {"checksum_type": "quack"},
    {"checksum_type": ""},
    {"checksum_type": "../sha256"},
    {"checksum_type": "__import__"},
    {"checksum_type": "x" * 100_000},
    {"links": "quack"},
    {"links": ""},
    {"source_permissions": "root"},
    {"recurse": "7"},
    {"recurse": "true", "recurselimit": "-1"},
    {"recurse": "true", "recurselimit": "1e9"},
    {"recurse": "true", "recurselimit": "9" * 5000},
    {"recurse": "true", "recurselimit": "\u0667"},
    {"recurse": "true", "max_files": "-2"},
    {"recurse": "true", "max_files": "9" * 100_000},
    {"recurse": "true", "max_files": "0x10"},
    {"recurse": "true", "max_files": "1"},
    {"recurse": "true", "ignore": ["x"] * 101},
    {"recurse": "true", "ignore": ["*" * 501]},
    {"recurse": "true", "ignore": ["[" * 600]},
]
# Harmless if they are answered: patterns that must not take forever.
PATTERNS = [
    "*a" * 200 + "b",
    "?" * 400,
    "[!-~]*" * 60,
    "**/" * 100,
    "[" * 400,
    "\\" * 401,
    "[]",
    "[^]",
    "[z-a]",
    "{a,b}" * 80,
    "\0",
    "\udcff",
]
MOUNTS = [
    "modules",
    "modules/",
    "modules/none/x",
    "modules/../pond/duck.txt",
    "modules/.git/config",
    "modules/pond.par/x",
    "modules/POND/duck.txt",
    "modules/pond\0/duck.txt",
    "modules//",
    "quack/x",
    "mod ules/pond/duck.txt",
    "modules\n/pond/duck.txt",
    "-/x",
    "__proto__/x",
    "open/../own/own",
    "open/../../../secret",
    "own/../dewey/own",
    "own/%2e%2e/dewey/own",
    "plugins/../../pond/manifests/init.pp",
    "plugins/../../../../secret",
    "pluginfacts/x",
    "locales/x",
    "tasks/pond/init.json",
    "tasks/../modules/pond",
    "scripts/pond/../files/duck.txt",
    "private/x",
    "certs/ca.pem",
]
DIGESTS = [
    "sha256",
    "sha256/",
    f"sha256/{SUM[:-1]}",
    f"sha256/{SUM}0",
    f"sha256/{SUM.upper()}",
    "sha256/../secret",
    f"sha256/{'/' * 64}",
    f"sha256/{'.' * 64}",
    f"sha256/{'g' * 64}",
    f"sha256/{'0' * 63}\n",
    f"sha256/{'٠' * 64}",
    f"md5/{SUM}",
    f"sha1/{SUM[:40]}",
    f"SHA256/{SUM}",
    f"quack/{SUM}",
    f"../sha256/{SUM}",
    f"sha256lite/{SUM}",
    f"mtime/{SUM}",
]


def _deep(brackets: str, depth: int) -> bytes:
    return (brackets[0] * depth + "1" + brackets[-1] * depth).encode()


REPORTS = [
    b"",
    b"null",
    b"[]",
    b"{}",
    b'"report"',
    b"\x00" * 100,
    b"\xff\xfe",
    b"--- !ruby/object:Puppet::Transaction::Report\nhost: huey.lab\n",
    b"--- &a [*a]\n",
    zlib.compress(b"[" * 1_000_000),
    b"[" * 100_000,
    b'{"host":' * 5000,
    _deep("[]", 500),
    _deep("[]", 5000),
    report_json("dewey.lab"),
    report_json("huey.lab", host=["huey.lab"]),
    report_json("huey.lab", host={"huey.lab": 1}),
    report_json("huey.lab", host=None),
    report_json("huey.lab\0"),
    report_json("HUEY.LAB"),
    report_json("../huey.lab"),
    report_json(report_format=99),
    report_json(report_format=1e400),
    report_json(report_format=[]),
    report_json(status="../x"),
    report_json(status="x" * 1_000_000),
    report_json(host="x" * 1_000_000),
    report_json(report_format="1" * 1_000_000),
    report_json(status={}),
    report_json(time={}),
    report_json(logs="x"),
    report_json(logs=[[]]),
    report_json(logs=[{"level": [], "message": "x"}]),
    report_json(metrics={"x": []}),
    report_json(resource_statuses=[]),
    report_json(resource_statuses={"x": 1}),
    report_json(environment={"x": 1}),
    report_json(transaction_uuid=7),
    report_json(x=json.loads("[" * 60 + "]" * 60)),
    report_json().replace(b"12", b"1" * 5000),
    report_json().replace(b"huey", b"hu\xff"),
    report_json()[:-1],
    report_json() + b"x",
]


def _cases() -> Iterator[tuple[str, Request]]:
    for endpoint in ("file_content", "file_metadata", "file_metadatas"):
        for path in PATHS:
            if path == "pipe" and endpoint != "file_content":
                continue  # it has metadata
            yield endpoint, ask("GET", f"{endpoint}/modules/pond/{path}", recurse="true")
        for mount in MOUNTS:
            if mount in ("pluginfacts/x", "locales/x") and endpoint == "file_metadatas":
                continue  # a list of plugins is that of all, whatever the path is
            yield endpoint, ask("GET", f"{endpoint}/{mount}", recurse="true")
        for name in NAMES:
            yield endpoint, ask("GET", f"{endpoint}/modules/pond/duck.txt", environment=name)
    for fields in FIELDS:
        yield "fields", ask("GET", "file_metadatas/modules/pond", fields=fields)
    for path in PATHS:
        yield "bucket", ask("GET", f"file_bucket_file/sha256/{path}")
        yield "static", ask("GET", f"static_file_content/{path}", code_id="v1")
    for digest in DIGESTS:
        for method in ("GET", "HEAD", "PUT"):
            yield "bucket", ask(method, f"file_bucket_file/{digest}", body=QUACK)
    for body in (b"", b"x", QUACK * 2000, b"\0" * 10_001):
        yield "bucket", ask("PUT", f"file_bucket_file/sha256/{SUM}//etc/motd", body=body)
    for name in ("", "..", "a\nb", "\udcff", "-x", "$(id)", "a b", "v1\0", "x" * 100 + "/"):
        yield "static", ask("GET", "static_file_content/modules/p/files/x", code_id=name)
    for body in REPORTS:
        kind = {"content-type": "application/json"}
        yield "report", ask("PUT", "report/huey.lab", body=body, headers=kind)
        yield "report", ask("PUT", "report/huey.lab", body=body, headers={"content-type": "x/y"})
    for name in ("dewey.lab", "", "HUEY.LAB", "huey.lab/x", "huey.lab\0", "*", "..", "huey.lab "):
        kind = {"content-type": "application/json"}
        yield "other", ask("PUT", f"report/{name}", body=report_json(name), headers=kind)
        yield "other", ask("PUT", f"report/{name}", body=report_json(), headers=kind)
    for method in ("POST", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "G\0T", ""):
        yield "method", ask(method, "report/huey.lab", body=report_json())
        yield "method", ask(method, f"file_bucket_file/sha256/{'0' * 64}")


def _nobody() -> Iterator[tuple[str, Request]]:
    """Every endpoint without a certificate, with headers that claim one."""
    headers = {
        "x-client-verify": "SUCCESS",
        "x-client-dn": "CN=huey.lab",
        "x-client-cert": "-----BEGIN%20CERTIFICATE-----",
        "x-ssl-subject": "/CN=huey.lab",
        "x-forwarded-for": "127.0.0.1",
        "authorization": "Basic aHVleTpxdWFjaw==",
        "x-authentication": "huey.lab",
    }
    for method, endpoint in ENDPOINTS:
        for given in ({}, headers):
            yield (
                "nobody",
                ask(method, f"{endpoint}/modules/pond/duck.txt", client=None, headers=given),
            )
            yield "nobody", ask(method, f"{endpoint}/huey.lab", client=None, headers=given)


CASES = [*_cases(), *_nobody()]


def _id(case: object) -> str:
    if isinstance(case, Request):
        return ascii(f"{case.method} {case.path[11:60]}")
    return ""


def test_there_are_enough() -> None:
    assert len(CASES) >= 500


@pytest.mark.parametrize(("kind", "request_"), CASES, ids=_id)
def test_a_hostile_request_gets_nothing(site: Site, kind: str, request_: Request) -> None:
    before = _listing(site.path)
    answer = site.answer(request_)
    assert answer.status >= 400, kind
    if kind == "nobody":
        assert answer.status == 403
    content = answer.body
    assert answer.file is None
    assert SECRET.encode() not in content
    assert b"Traceback" not in content
    assert b"root:" not in content
    # It names nothing of the server that the client did not name itself.
    assert str(site.path).encode() not in content or kind == "fields"
    assert len(content) < 20_000
    content.decode()
    assert _listing(site.path) == before
    assert all(SECRET not in message for _, message in site.logged)


def _listing(path: Path) -> list[str]:
    """List files and directories outside of the state of the server, without that of drafts."""
    return sorted(
        str(each)
        for each in path.rglob("*")
        if f"{path}/state" not in str(each) and each.name != ".drafts"
    )


@pytest.mark.parametrize("pattern", PATTERNS, ids=ascii)
def test_a_pattern_takes_no_time(site: Site, pattern: str) -> None:
    request = ask("GET", "file_metadatas/modules/pond", recurse="true", ignore=[pattern] * 50)
    assert site.answer(request).status in (200, 400)


def test_a_tree_with_a_link_to_itself_ends(site: Site) -> None:
    request = ask("GET", "file_metadatas/modules/pond", recurse="true", links="follow")
    answer = site.answer(request)
    assert answer.status == 200
    paths = [each["relative_path"] for each in json.loads(answer.body)]
    assert sorted(paths) == [".", "duck.txt", "pipe", "self"]


def test_honest_requests(site: Site) -> None:
    own = ask("GET", "file_content/own/own")
    assert Path(site.answer(own).file or "").read_text() == "huey's\n"
    duck = ask("GET", "file_content/modules/pond/duck.txt")
    assert Path(site.answer(duck).file or "").read_bytes() == QUACK
    assert site.answer(ask("GET", "file_metadata/modules/pond/duck.txt")).status == 200
    assert site.answer(ask("GET", "file_metadatas/plugins", recurse="true")).status == 200
    key = f"file_bucket_file/sha256/{SUM}//etc/motd"
    assert site.answer(ask("HEAD", key)).status == 404
    assert site.answer(ask("PUT", key, body=QUACK)).status == 200
    assert site.answer(ask("HEAD", key)).status == 200
    static = ask("GET", "static_file_content/modules/pond/files/duck.txt", code_id="v1")
    assert site.answer(static).body == b"production v1 modules/pond/files/duck.txt\n"
    kind = {"content-type": "application/json"}
    report = ask("PUT", "report/huey.lab", body=report_json(), headers=kind)
    assert site.answer(report).body == b'["store"]'
