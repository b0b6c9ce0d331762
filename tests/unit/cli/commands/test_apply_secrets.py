"""From the command line, with everything that can be told being told: no secret gets out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.conftest import stored_runs

from duckrow.state.store import Store

SECRET = "hush-Quack7"
SECOND = "second line of it 42"

MANIFEST = """
$s = Sensitive(regsubst(file('SECRETS/one'), "\\n$", ''))
$text = Sensitive(file('SECRETS/two'))
file { '/plain': content => $s }
file { '/lines': content => $text, backup => 'puppet' }
file { '/dir': ensure => directory }
-> file { '/dir/refused': content => $s, validate_cmd => "/bin/sh -c 'cat %; exit 1'" }
file { '/deep': content => Sensitive("a ${s.unwrap} b") }
exec { 'told': command => Sensitive("/bin/echo ${s.unwrap}"), logoutput => true }
exec { 'failed':
  command     => Sensitive("/bin/sh -c 'echo ${s.unwrap} >&2; exit 3'"),
  environment => Sensitive(["WORD=${s.unwrap}"]),
  logoutput   => true,
}
exec { "/bin/echo ${s.unwrap}": }
exec { "/bin/echo  ${s.unwrap}": audit => all }
exec { 'checked': command => '/bin/true', unless => Sensitive("/bin/echo ${s.unwrap}") }
notify { 'n': message => $s, withpath => true }
file { '/erb': content => Sensitive(inline_template("<%= 1 %> ${s.unwrap}")) }
file { '/epp': content => Sensitive(inline_epp("<%= 1 %> ${s.unwrap}")) }
file_line { 'l': path => '/old', line => $s }
file_line { 'm': path => '/old', line => Sensitive("key = ${s.unwrap}"), match => '^key' }
ini_setting { 'i': path => '/old.ini', section => 'x', setting => 'y', value => $s }
host { 'duck': ip => '192.0.2.7', comment => $s }
mailalias { 'duck': recipient => $s }
sshkey { 'duck': key => $s, type => 'ssh-rsa' }
concat_file { '/joined': tag => 'j' }
concat_fragment { 'f': target => '/joined', tag => 'j', content => $text }
CHANGE
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "one").write_text(f"{SECRET}\n")
    (tmp_path / "secrets" / "two").write_text(f"first {SECRET}\n{SECOND}\n")
    for name in ("root", "root/etc", "root/etc/ssh"):
        (tmp_path / name).mkdir()
    (tmp_path / "root" / "etc" / "hosts").write_text("127.0.0.1 localhost\n")
    (tmp_path / "root" / "old").write_text("key = old\n")
    (tmp_path / "root" / "old.ini").write_text("[x]\ny = old\n")
    (tmp_path / "root" / "lines").write_text("what was there\n")
    return tmp_path


def apply(place: Path, change: str, *options: str) -> str:
    """Apply; give all that was said and reported."""
    manifest = place / "site.pp"
    code = MANIFEST.replace("SECRETS", str(place / "secrets")).replace("CHANGE", change)
    manifest.write_text(code)
    words = [sys.executable, "-m", "duckrow", "apply", "--root", str(place / "root")]
    words += ["--state-dir", str(place / "state"), "--cache-dir", str(place / "cache")]
    words += ["--debug", "--test", "--evaltrace", "--graph", *options, str(manifest)]
    done = subprocess.run(words, capture_output=True, check=False)
    assert done.returncode != 70, done.stderr.decode()
    return (done.stdout + done.stderr).decode(errors="replace")


def everything_kept(place: Path) -> str:
    """Give all that is in files other than those that are to hold the secrets."""
    # What files held before is kept as it was; nobody else can read that.
    texts = [
        path.read_bytes().decode(errors="replace")
        for folder in ("state", "cache", "reports")
        for path in (place / folder).rglob("*")
        if path.is_file() and not path.name.startswith("backups.db")
    ]
    store = Store(str(place / "state"), pytest.fail)
    texts += [json.dumps(report) for _, report in stored_runs(place / "state")]
    texts.append(json.dumps(store.remembered()))
    store.close()
    return "\n".join(texts)


def test_no_secret_gets_out(place: Path) -> None:
    (place / "reports").mkdir()
    output_text = apply(place, "", "--noop", "-o", str(place / "reports" / "a.yaml"))
    assert "(noop)" in output_text
    output_text += apply(place, "", "-o", str(place / "reports" / "b.json"))
    output_text += apply(place, "", "-o", str(place / "reports" / "c.yaml"))
    for name in ("plain", "lines", "old", "old.ini", "joined"):
        assert SECRET in (place / "root" / name).read_text(), name
        (place / "root" / name).write_text("y = somebody else\n")
    output_text += apply(place, "file { '/no/such/place': content => $s }", "--passes", "2")
    output_text += apply(place, "file { '/bad': mode => $s }")
    output_text += apply(place, "exec { 'x': command => $s }")
    output_text += apply(place, 'fail("so it is ${s}")')
    output_text += everything_kept(place)
    assert "[redacted]" in output_text
    assert "[diff redacted]" in output_text
    for secret in (SECRET, SECOND):
        found = [line for line in output_text.splitlines() if secret in line]
        assert found == []


def test_names_of_resources_have_no_secret(tmp_path: Path) -> None:
    """Resources whose names become equal without their secrets are all in the report."""
    manifest = tmp_path / "a.pp"
    manifest.write_text(
        """
        $words = ['hunter2secret', 'other3secret']
        $words.each |$word| {
          file { "/${word}": ensure => file, mode => '0600', audit => all }
          notify { "of ${word}": message => Sensitive($word) }
        }
        """
    )
    (tmp_path / "root").mkdir()
    words = [sys.executable, "-m", "duckrow", "apply", "--root", str(tmp_path / "root")]
    words += ["--state-dir", str(tmp_path / "state"), "-o", str(tmp_path / "r.json")]
    subprocess.run([*words, str(manifest)], capture_output=True, check=True)
    report = json.loads((tmp_path / "r.json").read_text())
    names = [name for name in report["resource_statuses"] if not name.startswith("Schedule")]
    assert sorted(names) == [
        "File[/[redacted]]",
        "File[/[redacted]] (2)",
        "Notify[of [redacted]]",
        "Notify[of [redacted]] (2)",
    ]
    store = Store(str(tmp_path / "state"), pytest.fail)
    assert [ref for ref in store.remembered() if "secret" in ref or "redacted" in ref] == []
    store.close()


def test_a_promiser_is_cut_after_its_secret_is_hidden(tmp_path: Path) -> None:
    (tmp_path / "a.pp").write_text("notify { 'n': message => Sensitive('hunter2secret') }\n")
    policy = tmp_path / "b.cf"
    policy.write_text('bundle agent main { commands: "/bin/echo hunter2secret"; }\n')
    policy.chmod(0o600)
    words = [sys.executable, "-m", "duckrow", "apply", "--state-dir", str(tmp_path / "state")]
    words += ["-o", str(tmp_path / "r.json"), str(tmp_path / "a.pp"), str(policy)]
    done = subprocess.run(words, capture_output=True, check=True)
    told = done.stdout.decode() + done.stderr.decode() + (tmp_path / "r.json").read_text()
    assert "Q: " in told
    assert "hunte" not in told


def test_state_is_private_to_its_owner(place: Path) -> None:
    apply(place, "")
    assert (place / "state" / "backups.db").exists()
    for path in [place / "state", *(place / "state").rglob("*")]:
        if "graphs" not in path.parts:
            assert path.stat().st_mode & 0o077 == 0, path
