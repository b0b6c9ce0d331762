"""cf-agent --bootstrap: its checks, its files, and that a failure leaves nothing behind."""

from __future__ import annotations

import errno
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from duckrow.cfengine.agent import bootstrap as bootstrap_room
from duckrow.cfengine.agent.bootstrap_log import BootstrapLog
from duckrow.cfengine.agent.bootstrap_marks import Marks
from duckrow.cfengine.agent.command import run_command
from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.net.keys import make_key, private_text, public_text
from duckrow.cfengine.values.server_address import split_server
from duckrow.machine.files.local import LocalFiles

POLICY = """\
body common control { version => "1.2"; }
bundle agent main { reports: "policy runs"; }
"""
DAEMON = "#!/bin/sh\nexit 0\n"


class Host:
    """A work directory with keys and master files, whose cf-execd is a script."""

    def __init__(self, work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.work = work
        self.patch = monkeypatch
        for name in ("inputs", "bin", "ppkeys", "state", "masterfiles"):
            (work / name).mkdir(parents=True, mode=0o700)
        self.write_keys()
        (work / "masterfiles/promises.cf").write_text(POLICY)
        (work / "inputs/old.cf").write_text("old")
        for name in ("cf-execd", "cf-serverd", "cf-agent"):
            (work / "bin" / name).write_text(DAEMON)
            (work / "bin" / name).chmod(0o755)
        monkeypatch.setattr(bootstrap_room, "user_id", lambda: 0)
        monkeypatch.setattr(bootstrap_room, "_find_execd", lambda _work: 4711)
        monkeypatch.setattr(bootstrap_room, "install_tools", lambda _work: [])

    def write_keys(self, bits: int = 1024) -> None:
        key = make_key(bits)
        (self.work / "ppkeys/localhost.priv").write_bytes(private_text(key))
        (self.work / "ppkeys/localhost.pub").write_bytes(public_text(key.public_key()))

    def bootstrap(self, server: str = "127.0.0.1", *words: str) -> tuple[int, str]:
        lines: list[str] = []
        log = Log(write=lines.append)
        code = run_command(["-w", str(self.work), f"--bootstrap={server}", *words], log)
        return code, "".join(lines)

    def tree(self) -> dict[str, bytes]:
        """Return the policy and the marks."""
        return {
            str(path.relative_to(self.work)): path.read_bytes()
            for path in sorted(self.work.rglob("*"))
            if path.is_file()
            and (
                path.suffix in (".cf", ".dat")
                or path.name == "am_policy_hub"
                or ".pub" in path.name
            )
        }


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    return Host(tmp_path / "work", monkeypatch)


def test_policy_server(host: Host) -> None:
    code, output = host.bootstrap()
    assert code == 0
    assert "R: This host assumes the role of policy server" in output
    assert "R: Updated local policy from policy server" in output
    assert "  notice: Bootstrap to '127.0.0.1' completed successfully!" in output
    found = host.tree()
    assert found["inputs/promises.cf"].decode() == POLICY
    assert found["policy_server.dat"] == b"127.0.0.1\n"
    assert found["state/am_policy_hub"] == b""
    assert re.fullmatch(rb"[A-Za-z0-9+/]{40}\n", found["bootstrap_id.dat"])
    assert "inputs/old.cf" not in found
    own = found.pop("ppkeys/localhost.pub")
    trusted = [name for name in found if name.startswith("ppkeys/root-MD5=")]
    assert [found[name] for name in trusted] == [own], "a policy server trusts itself"
    assert stat.S_IMODE((host.work / "policy_server.dat").stat().st_mode) == 0o600
    assert not list(host.work.glob("inputs.*")), "the old policy is gone"


def test_steps_are_in_the_log(host: Host) -> None:
    host.bootstrap()
    steps = (host.work / "bootstrap.log").read_text()
    assert "Assuming role as policy server, with policy distribution point at:" in steps
    assert "This host has the key MD5=" in steps
    assert "cf-execd is running (process 4711)" in steps
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S+ +info: ", steps)


def test_classes_of_the_policy(host: Host) -> None:
    code, output = host.bootstrap("127.0.0.1", "--show-evaluated-classes=.*(bootstrap|polic).*")
    assert code == 0
    for name in ("bootstrap_mode", "policy_server", "am_policy_hub"):
        assert re.search(rf"(?m)^{name} ", output)
    assert "skip_policy_on_bootstrap" not in output


def test_policy_run_can_be_skipped(host: Host) -> None:
    agent = host.work / "bin/cf-agent"
    agent.write_text(f"#!/bin/sh\necho ran >> {host.work}/runs\n")
    host.bootstrap("127.0.0.1", "--skip-bootstrap-policy-run")
    assert not (host.work / "runs").exists()
    host.bootstrap("127.0.0.1")
    assert (host.work / "runs").read_text() == "ran\n"


def test_host_without_master_files_is_no_server(host: Host) -> None:
    (host.work / "masterfiles/promises.cf").unlink()
    before = host.tree()
    code, output = host.bootstrap()
    assert code == 1
    assert "In order to bootstrap as a policy server, the file" in output
    assert host.tree() == before


@pytest.mark.parametrize(
    ("break_", "message"),
    [
        (lambda keys: (keys / "localhost.pub").unlink(), "No public/private key pair is loaded"),
        (lambda keys: (keys / "localhost.priv").write_text("x"), "Error reading private key"),
        (lambda keys: (keys / "localhost.priv").write_text(""), "Error reading private key"),
        (lambda keys: (keys / "localhost.pub").write_text("x"), "Error reading public key"),
        (
            lambda keys: (keys / "localhost.priv").write_bytes(private_text(make_key(1024))),
            "are not a pair",
        ),
    ],
)
def test_keys_are_damaged(host: Host, break_: Callable[[Path], object], message: str) -> None:
    break_(host.work / "ppkeys")
    before = host.tree()
    code, output = host.bootstrap()
    assert code == 1
    assert message in output
    assert "try: " in output
    assert host.tree() == before


@pytest.mark.parametrize(
    ("server", "message"),
    [
        ("", "Could not resolve hostname"),
        ("no-such-host.invalid", "Could not resolve hostname 'no-such-host.invalid'"),
        ("300.1.2.3", "Could not resolve hostname '300.1.2.3'"),
        ("127.0.0.1:0", "The port '0'"),
        ("127.0.0.1:cfengine", "The port 'cfengine'"),
        ("127.0.0.1:70000", "The port '70000'"),
        (":avahi", "Avahi support is not built in"),
    ],
)
def test_invalid_server(host: Host, server: str, message: str) -> None:
    before = host.tree()
    code, output = host.bootstrap(server)
    assert code == 1
    assert message in output
    assert host.tree() == before


def test_only_root(host: Host) -> None:
    host.patch.setattr(bootstrap_room, "user_id", lambda: 1000)
    code, output = host.bootstrap()
    assert (code, output.splitlines()[0]) == (
        1,
        "   error: Not enough privileges to bootstrap CFEngine",
    )


def test_server_is_unreachable(host: Host) -> None:
    (host.work / "policy_server.dat").write_text("10.0.0.1\n")
    host.write_keys(2048)
    before = host.tree()
    # An address of no interface, and a port that nobody listens on.
    host.patch.setattr(bootstrap_room, "canonify", lambda _address: "no_class")
    code, output = host.bootstrap("127.0.0.1:9")
    assert code == 1
    assert "Bootstrap mode: implicitly trusting server" in output
    assert "Bootstrapping failed, no input file at" in output
    assert "try: on 127.0.0.1, start cf-serverd and admit port 9 in its firewall" in output
    assert "This host is as before: it belongs to 10.0.0.1." in output
    assert host.tree() == before


def test_key_is_too_short_for_tls(host: Host) -> None:
    host.patch.setattr(bootstrap_room, "canonify", lambda _address: "no_class")
    code, output = host.bootstrap("127.0.0.1:9")
    assert code == 1
    assert "TLS cannot use the key of this host, of 1024 bits: ee key too small" in output
    assert "try: cf-key -T 2048 makes a longer key" in output


def test_no_execd(host: Host) -> None:
    before = host.tree()
    host.patch.setattr(bootstrap_room, "_find_execd", lambda _work: None)
    code, output = host.bootstrap()
    assert code == 1
    assert "   error: Bootstrapping failed, cf-execd is not running" in output
    assert "try: start cf-execd by hand" in output
    assert host.tree() == before


def test_an_execd_is_found_by_its_pid_file_but_an_editor_is_none(tmp_path: Path) -> None:
    script = tmp_path / "cf-execd"
    script.write_text("#!/bin/sh\nread line\n")
    script.chmod(0o755)
    work = str(tmp_path)
    editor = subprocess.Popen(
        ["vim", "cf-execd"], executable="/bin/sh", cwd=work, stdin=subprocess.PIPE
    )
    daemon = subprocess.Popen([str(script)], stdin=subprocess.PIPE)
    try:
        assert bootstrap_room._find_execd(work, 0) is None
        (tmp_path / "cf-execd.pid").write_text(f"{editor.pid}\n")
        assert bootstrap_room._find_execd(work, 0) is None
        # It is waited for.
        writing = ["/bin/sh", "-c", f"sleep 0.3; echo {daemon.pid} > cf-execd.pid"]
        writer = subprocess.Popen(writing, cwd=work)
        assert bootstrap_room._find_execd(work) == daemon.pid
        writer.wait(30)
    finally:
        for each in (editor, daemon):
            each.communicate(b"end\n", timeout=30)
    assert bootstrap_room._find_execd(work, 0) is None


def test_disk_is_full_for_a_file_of_the_policy(host: Host) -> None:
    before = host.tree()
    (host.work / "masterfiles/zone").mkdir()
    (host.work / "masterfiles/zone/a.cf").write_text("a")
    copy: Callable[..., object] = LocalFiles.copy

    def full_copy(
        self: LocalFiles, path: str, target: str, *rest: object, **more: object
    ) -> object:
        if "zone/a.cf" in target:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), target)
        return copy(self, path, target, *rest, **more)

    host.patch.setattr(LocalFiles, "copy", full_copy)
    code, output = host.bootstrap()
    assert code == 1
    assert "Bootstrapping failed, the policy of the server was not copied completely" in output
    assert "try: make space in the work directory" in output
    (host.work / "masterfiles/zone/a.cf").unlink()
    assert host.tree() == before


def test_one_at_a_time(host: Host) -> None:
    other = BootstrapLog(Log("error"), f"{host.work}/bootstrap.log")
    assert other.begin()
    before = host.tree()
    try:
        code, output = host.bootstrap()
    finally:
        other.end()
    assert code == 1
    assert "Another bootstrap of this host is in progress" in output
    assert host.tree() == before
    assert host.bootstrap()[0] == 0


def test_interrupted(host: Host) -> None:
    before = host.tree()

    def interrupt(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    host.patch.setattr(bootstrap_room, "run_policy", interrupt)
    with pytest.raises(KeyboardInterrupt):
        host.bootstrap()
    assert host.tree() == before


def test_killed_bootstrap_does_not_lose_the_old_policy(host: Host) -> None:
    marks = Marks(str(host.work), f"{host.work}/inputs")
    marks.begin()
    (host.work / "inputs/half.cf").write_text("half")  # and then it was killed
    host.patch.setattr(bootstrap_room, "_find_execd", lambda _work: None)
    assert host.bootstrap()[0] == 1
    assert [path.name for path in (host.work / "inputs").iterdir()] == ["old.cf"]


def test_policy_that_cannot_be_copied_is_not_removed(host: Host) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "there")

    host.patch.setattr("duckrow.cfengine.agent.bootstrap_marks.copy_exactly", full)
    before = host.tree()
    code, output = host.bootstrap()
    assert code == 1
    assert "No space left on device" in output
    assert "try: make space" in output
    assert host.tree() == before


@pytest.mark.parametrize(
    ("text", "host_name", "port"),
    [
        ("hub", "hub", ""),
        ("hub:5309", "hub", "5309"),
        (" 10.0.0.1:5309\n", "10.0.0.1", "5309"),
        ("fd00::1", "fd00::1", ""),
        ("[fd00::1]", "fd00::1", ""),
        ("[fd00::1]:5309", "fd00::1", "5309"),
        ("hub:", "hub", ""),
    ],
)
def test_split_server(text: str, host_name: str, port: str) -> None:
    assert split_server(text) == (host_name, port)


def test_trust_server_needs_bootstrap() -> None:
    lines: list[str] = []
    assert run_command(["--trust-server=no"], Log(write=lines.append)) == 1
    assert "can only be used when bootstrapping" in lines[0]


def test_a_run_without_servers_imports_no_keys(tmp_path: Path) -> None:
    """A policy server bootstraps without the libraries for keys, as far as it can."""
    script = (
        "import sys; from duckrow.cfengine.agent import bootstrap; "
        "sys.exit('cryptography' in sys.modules or 'OpenSSL' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
