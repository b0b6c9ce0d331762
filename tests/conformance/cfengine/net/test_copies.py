"""copy_from with servers: our agent says and does what the reference's agent does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("OpenSSL")

from tests.conformance.cfengine.net.laboratory import (
    OURS,
    REAL,
    Host,
    Server,
    free_port,
    has_reference,
    remove,
    trust,
)

pytestmark = pytest.mark.skipif(
    not has_reference(), reason="the daemons of the reference are not installed"
)

SERVER = """
body common control { bundlesequence => { "main" }; }
bundle agent main { }
body server control {
  port => "PORT"; bindtointerface => "127.0.0.1"; allowconnects => { "127.0.0.1" };
  allowallconnects => { "127.0.0.1" }; maxconnections => "50";
}
bundle server rules {
  access:
    "DATA" admit_ips => { "127.0.0.1" }, shortcut => "data";
    "DATA/secret" deny_ips => { "0.0.0.0/0" }, admit_ips => { "127.0.0.1" };
}
"""
CLIENT = """
body common control { bundlesequence => { "main" }; }
body copy_from remote(source) {
  source => "$(source)"; servers => { SERVERS }; portnumber => "PORT"; ATTRIBUTES
}
body depth_search all { depth => "inf"; }
bundle agent main { files: "OUT" copy_from => remote("SOURCE") MORE; }
"""
TREE = "depth_search => all"


class Laboratory:
    def __init__(self, top: Path, tools: Path) -> None:
        self.port = free_port()
        self.data = top / "data"
        self.out = top / "out"
        self.real = Host(top / "real", REAL)
        self.ours = Host(top / "ours", OURS)
        self.host = Host(top / "server", tools)
        trust(self.host, self.real)
        trust(self.host, self.ours)
        self._fill()
        text = SERVER.replace("PORT", str(self.port)).replace("DATA", str(self.data))
        self.server = Server(self.host, text, self.port)

    def _fill(self) -> None:
        (self.data / "sub" / "deep").mkdir(parents=True)
        (self.data / "empty").touch()
        (self.data / "one").write_text("t")
        (self.data / "large").write_bytes(bytes(range(256)) * 3000 + bytes(100_000))
        (self.data / "secret").write_text("nobody")
        (self.data / "dead").symlink_to("/no/such/file")
        (self.data / "link").symlink_to("large")
        (self.data / "sub" / "deep" / "name with blanks ü").write_text("quack")
        for number in range(70):
            (self.data / "sub" / f"f{number}").write_text(f"file {number}\n")

    def run(self, client: Host, source: str, out: str, **settings: str) -> str:
        text = CLIENT.replace("PORT", str(self.port)).replace("SOURCE", source)
        text = text.replace("OUT", out).replace("SERVERS", settings.get("servers", '"127.0.0.1"'))
        more = settings.get("more", "")
        text = text.replace("ATTRIBUTES", settings.get("attributes", ""))
        text = text.replace("MORE", f", {more}" if more else "")
        output = client.agent(text, *settings.get("words", "").split())
        output = re.sub(r" near line \d+", "", output).replace(str(client.work), "WORK")
        return "\n".join(sorted(output.splitlines()))


@pytest.fixture(scope="module", params=[REAL, OURS], ids=["their server", "our server"])
def lab(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Laboratory]:
    found = Laboratory(tmp_path_factory.mktemp("net"), request.param)
    yield found
    found.server.stop()


def tree(top: Path) -> dict[str, object]:
    """Describe everything below a path: kind, mode and content."""
    found: dict[str, object] = {}
    for path in [top, *sorted(top.rglob("*"))] if top.exists() or top.is_symlink() else ():
        name = str(path.relative_to(top.parent)).partition("/")[2]
        if path.is_symlink():
            found[name] = str(path.readlink())
        elif path.is_dir():
            found[name] = oct(path.stat().st_mode)
        else:
            found[name] = (oct(path.stat().st_mode), path.read_bytes())
    return found


def prepare(kind: str, path: Path) -> None:
    """Make what is at the target before the run."""
    remove(path)
    if kind == "old file":
        path.write_text("old")
        path.chmod(0o640)
    elif kind == "same size":
        path.write_text("x")
    elif kind == "tree":
        (path / "sub").mkdir(parents=True)
        (path / "f3").write_text("file X\n")
        (path / "sub" / "f1").write_text("file X\n")
        (path / "sub" / "f2").write_text("file 2\n")
        (path / "surplus").write_text("surplus")


CASES = {
    "a new file": ("one", "", {}),
    "an empty file": ("empty", "", {}),
    "a large file with holes": ("large", "", {}),
    "a link": ("link", "", {}),
    "a dead link": ("dead", "", {}),
    "a shortcut": ("SHORTCUT", "", {}),
    "no such file": ("missing", "", {}),
    "missing_ok": ("missing", "", {"attributes": 'missing_ok => "true";'}),
    "a refused file": ("secret", "", {}),
    "an older file": ("one", "old file", {}),
    "another digest": ("one", "same size", {"attributes": 'compare => "digest";'}),
    "binary": ("one", "same size", {"attributes": 'compare => "binary";'}),
    "mtime": ("one", "old file", {"attributes": 'compare => "mtime";'}),
    "exists": ("one", "old file", {"attributes": 'compare => "exists";'}),
    "preserve": ("one", "", {"attributes": 'preserve => "true";'}),
    "verify": ("large", "", {"attributes": 'verify => "true"; encrypt => "true";'}),
    "no backup": ("one", "old file", {"attributes": 'copy_backup => "false";'}),
    "protocol 2": ("one", "", {"attributes": 'protocol_version => "2";'}),
    "a timeout": ("one", "", {"attributes": 'timeout => "9";'}),
    "two servers": ("one", "", {"servers": '"127.0.0.7", "127.0.0.1"'}),
    "no server": ("one", "", {"servers": '"127.0.0.7"'}),
    "this host at last": ("one", "", {"servers": '"127.0.0.7", "localhost"'}),
    "a tree": ("", "", {"more": TREE}),
    "a tree with digests": (
        "",
        "tree",
        {"more": TREE, "attributes": 'compare => "digest"; purge => "true";'},
    ),
    "a tree with times": ("", "tree", {"more": TREE, "attributes": 'compare => "mtime";'}),
    "a tree that is copied in any case, and verified": (
        "sub",
        "tree",
        {
            "more": TREE,
            "attributes": 'compare => "digest"; force_update => "true"; verify => "true";',
        },
    ),
    "a tree of depth 0": ("sub", "", {}),
    "a dry run": ("one", "old file", {"words": "-n"}),
    "copy_size": ("large", "", {"attributes": 'copy_size => irange("1", "10");'}),
}


@pytest.mark.parametrize("name", CASES)
def test_the_agents_agree(lab: Laboratory, name: str) -> None:
    source, before, settings = CASES[name]
    assert isinstance(settings, dict)
    where = "data/one" if source == "SHORTCUT" else f"{lab.data}/{source}".rstrip("/")
    found = []
    for client in (lab.real, lab.ours):
        prepare(before, lab.out)
        remove(lab.out.with_name("out.cfsaved"))
        output = lab.run(client, where, str(lab.out), **settings)
        found.append((output, tree(lab.out)))
    (theirs, their_files), (ours, our_files) = found
    assert ours == theirs
    assert our_files == their_files


def test_an_unknown_key_is_not_trusted(lab: Laboratory, tmp_path: Path) -> None:
    stranger = Host(tmp_path / "stranger", OURS)
    output = lab.run(stranger, f"{lab.data}/one", str(tmp_path / "a"))
    assert "TRUST FAILED, server presented untrusted key: MD5=" in output
    assert not (tmp_path / "a").exists()


def test_a_key_is_trusted_on_first_use(lab: Laboratory, tmp_path: Path) -> None:
    stranger = Host(tmp_path / "stranger", OURS)
    attributes = 'trustkey => "true";'
    output = lab.run(stranger, f"{lab.data}/one", str(tmp_path / "a"), attributes=attributes)
    assert "Trusting new key: MD5=" in output
    # The server does not know the stranger, and hangs up.
    assert "Connection was hung up during identification! (3)" in output
    assert len(list((stranger.work / "ppkeys").glob("root-MD5=*.pub"))) == 1


def test_lastseen_has_the_server(lab: Laboratory) -> None:
    lab.run(lab.ours, f"{lab.data}/one", str(lab.out))
    assert "Outgoing\t127.0.0.1\t" in lab.ours.run("cf-key", "-nNs").stdout
