"""The file bucket."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from duckrow.puppet.file_serving.bucket import Bucket
from duckrow.server.files.bucket import get_bucket_file, head_bucket_file, put_bucket_file
from duckrow.server.http.exchange import Answer, Refusal, Request

QUACK = b"quack\n"
SUM = sha256(QUACK).hexdigest()


class Site:
    def __init__(self, path: Path) -> None:
        self.path = path / "bucket"
        self.warnings: list[str] = []
        self.bucket = Bucket(str(self.path), self.warnings.append, most=10_000)

    def home(self, digest: str = SUM) -> Path:
        return self.path.joinpath(*digest[:8], digest)


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def put(site: Site, request: Request) -> Answer:
    """Send a body in two pieces, as the web server does."""
    upload = put_bucket_file(site, request)
    try:
        middle = len(request.body) // 2
        upload.write(request.body[:middle])
        upload.write(request.body[middle:])
        return upload.finish()
    finally:
        upload.discard()


def ask(
    site: Site, method: str, key: str, body: bytes = b"", query: dict[str, list[str]] | None = None
) -> Answer:
    ask_of: dict[str, Callable[[Site, Request], Answer]] = {
        "HEAD": head_bucket_file,
        "GET": get_bucket_file,
        "PUT": put,
    }
    request = Request(
        method,
        f"/puppet/v3/file_bucket_file/{key}",
        {"environment": ["production"], **(query or {})},
        headers={"accept": "application/octet-stream", "content-type": "application/octet-stream"},
        body=body,
    )
    try:
        return ask_of[method](site, request)
    except Refusal as refusal:
        return refusal.answer()


def test_a_content_comes_back(site: Site) -> None:
    key = f"sha256/{SUM}//etc/motd"
    assert ask(site, "HEAD", key).status == 404
    assert ask(site, "PUT", key, QUACK).status == 200
    assert ask(site, "HEAD", key).status == 200
    assert ask(site, "HEAD", f"sha256/{SUM}").status == 200
    assert ask(site, "HEAD", f"sha256/{SUM}/").status == 200
    assert ask(site, "HEAD", f"sha256/{SUM}//etc/other").status == 404
    answer = ask(site, "GET", f"sha256/{SUM}")
    assert answer.file is not None
    assert Path(answer.file).read_bytes() == QUACK


def test_the_layout_is_that_of_puppet(site: Site) -> None:
    ask(site, "PUT", f"sha256/{SUM}//etc/motd", QUACK)
    ask(site, "PUT", f"sha256/{SUM}//etc/issue", QUACK)
    ask(site, "PUT", f"sha256/{SUM}//etc/motd", QUACK)
    home = site.home()
    assert sorted(os.listdir(home)) == ["contents", "paths"]
    assert (home / "contents").stat().st_mode & 0o777 == 0o440
    assert (home / "paths").stat().st_mode & 0o777 == 0o640
    assert home.stat().st_mode & 0o777 == 0o770
    assert (home / "paths").read_text() == "/etc/motd\n/etc/issue\n"


def test_a_content_with_another_digest_is_rejected(site: Site) -> None:
    """The reference acknowledges it."""
    answer = ask(site, "PUT", f"sha256/{SUM}//etc/motd", b"other")
    assert answer.status == 400
    assert b"the content has the checksum {sha256}d9298a10d1b07358" in answer.body
    assert ask(site, "HEAD", f"sha256/{SUM}").status == 404
    assert not site.home().exists()


def test_a_damaged_content_is_replaced(site: Site) -> None:
    ask(site, "PUT", f"sha256/{SUM}", QUACK)
    (site.home() / "contents").chmod(0o600)
    (site.home() / "contents").write_bytes(b"damaged")
    assert ask(site, "PUT", f"sha256/{SUM}", QUACK).status == 200
    assert (site.home() / "contents").read_bytes() == QUACK
    assert len(site.warnings) == 1
    assert site.warnings[0].startswith("Existing backup does not match its expected sum, {sha256}")


def test_a_large_content_is_rejected(site: Site) -> None:
    large = b"x" * 10_001
    answer = ask(site, "PUT", f"sha256/{sha256(large).hexdigest()}", large)
    assert answer.status == 400
    assert b"more than 10000 bytes" in answer.body


@pytest.mark.parametrize("kind", ["md5", "sha224", "sha256", "sha384", "sha512"])
def test_every_algorithm_of_agents(site: Site, kind: str) -> None:
    import hashlib

    key = f"{kind}/{hashlib.new(kind, QUACK).hexdigest()}"
    assert ask(site, "PUT", key, QUACK).status == 200
    assert ask(site, "HEAD", key).status == 200


@pytest.mark.parametrize(
    ("key", "status", "message"),
    [
        (f"sha1/{SUM[:40]}", 500, b'Unsupported checksum type \\"sha1\\"'),
        (f"quack/{SUM}", 500, b'Unsupported checksum type \\"quack\\"'),
        ("sha256/quack", 400, b'Invalid checksum \\"quack\\"'),
        (f"sha256/{SUM.upper()}", 400, b"Invalid checksum"),
        (f"sha256/{SUM}0", 400, b"Invalid checksum"),
        ("sha256", 400, b"Invalid checksum"),
        ("", 400, b"No request key specified"),
        (f"sha256/{SUM}/../../../etc/shadow", 400, b"Invalid relative path"),
        (f"sha256/{SUM}/a\nb", 400, b"Invalid characters in the path"),
        (f"sha256/{SUM}/" + "x" * 5000, 400, b"Invalid path"),
    ],
)
@pytest.mark.parametrize("method", ["HEAD", "GET", "PUT"])
def test_an_invalid_name_is_rejected(
    site: Site, method: str, key: str, status: int, message: bytes
) -> None:
    answer = ask(site, method, key, QUACK)
    assert (answer.status, message in answer.body) == (status, True)
    assert not site.path.exists()


def test_differences(site: Site) -> None:
    if shutil.which("diff") is None:
        pytest.skip("diff is not installed")
    other = sha256(b"moo\n").hexdigest()
    ask(site, "PUT", f"sha256/{SUM}", QUACK)
    ask(site, "PUT", f"sha256/{other}", b"moo\n")
    answer = ask(site, "GET", f"sha256/{SUM}", query={"diff_with": [other]})
    assert answer.body.split(b"\n")[2:] == [b"@@ -1 +1 @@", b"-quack", b"+moo", b""]
    gone = ask(site, "GET", f"sha256/{SUM}", query={"diff_with": ["0" * 64]})
    assert (gone.status, b"could not find diff_with 000" in gone.body) == (500, True)
    hostile = ask(site, "GET", f"sha256/{SUM}", query={"diff_with": ["../../etc/passwd"]})
    assert hostile.status == 400


def test_a_remote_list_is_refused(site: Site) -> None:
    answer = ask(site, "GET", f"sha256/{SUM}", query={"list_all": ["true"]})
    assert answer.status == 500
    assert b"Listing remote file buckets is not allowed" in answer.body


def test_a_content_is_synced_before_it_is_acknowledged(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    real_fsync, real_rename = os.fsync, os.rename

    def fsync(number: int) -> None:
        steps.append("sync " + os.path.basename(os.readlink(f"/proc/self/fd/{number}"))[:4])
        real_fsync(number)

    def rename(old: str, new: str) -> None:
        steps.append("name " + os.path.basename(new))
        real_rename(old, new)

    ask(site, "PUT", f"sha256/{SUM}//a", QUACK)
    shutil.rmtree(site.home())
    site.home().mkdir()
    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "rename", rename)
    ask(site, "PUT", f"sha256/{SUM}//a", QUACK)
    assert steps == ["sync .new", "name contents", f"sync {SUM[:4]}", "sync path"]


def test_a_full_disk_is_an_error_and_leaves_nothing(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fsync(_number: int) -> None:
        raise OSError(28, "No space left on device")

    ask(site, "PUT", f"sha256/{SUM}//a", QUACK)
    (site.home() / "contents").unlink()
    monkeypatch.setattr(os, "fsync", fsync)
    answer = ask(site, "PUT", f"sha256/{SUM}//b", QUACK)
    assert answer.status == 500
    assert b"the file bucket cannot be written: No space left on device" in answer.body
    assert os.listdir(site.home()) == ["paths"]


def test_a_path_that_a_killed_process_cut_off_is_completed(site: Site) -> None:
    ask(site, "PUT", f"sha256/{SUM}//a", QUACK)
    with (site.home() / "paths").open("a") as file:
        file.write("/cut")
    ask(site, "PUT", f"sha256/{SUM}//b", QUACK)
    assert (site.home() / "paths").read_text() == "/a\n/cut\n/b\n"


@pytest.mark.skipif(shutil.which("puppet") is None, reason="Puppet is not installed")
@pytest.mark.reference
def test_puppet_reads_the_bucket(site: Site, tmp_path: Path) -> None:
    ask(site, "PUT", f"sha256/{SUM}//etc/motd", QUACK)
    own = [f"--{name}={tmp_path}/{name}" for name in ("confdir", "vardir", "codedir")]
    command = ["puppet", "filebucket", "get", SUM, "--local", f"--bucket={site.path}", *own]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stdout.strip() == QUACK.strip()
