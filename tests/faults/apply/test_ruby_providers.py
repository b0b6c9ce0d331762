"""Types, providers and facts of modules in Ruby, when things go wrong on the host."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from .applying import Apply

TYPE = """
Puppet::Type.newtype(:nest) do
  ensurable
  newparam(:name, namevar: true)
  newparam(:mood)
  newproperty(:eggs)
end
"""
PROVIDER = """
require 'timeout'
Puppet::Type.type(:nest).provide(:twigs) do
  commands sh: 'sh'

  def exists?
    File.exist?(resource[:name])
  end

  def create
    case resource[:mood]
    when 'calm' then File.write(resource[:name], "eggs #{resource[:eggs]}\\n")
    when 'large' then File.write(resource[:name], 'x' * 20_000_000)
    when 'endless' then Timeout.timeout(1) { loop { } }
    when 'greedy' then 'x' * 10**12
    when 'deep' then down(0)
    when 'hanging' then sh('-c', 'sleep 600')
    when 'timed' then Timeout.timeout(1) { sh('-c', 'sleep 600') }
    when 'failing' then sh('-c', "echo I have #{resource[:eggs]} >&2; exit 3")
    when 'loud' then raise Puppet::Error, "no room for #{resource[:eggs]}"
    when 'strange' then ObjectSpace.each_object(Class) { }
    end
  end

  def destroy
    File.delete(resource[:name])
  end

  def eggs
    File.read(resource[:name]).split.last
  end

  def eggs=(value)
    Puppet.debug("laying #{value}")
    File.write(resource[:name], "eggs #{value}\\n")
  end

  def down(depth)
    down(depth + 1)
  end
end
"""
SECRET = "hushhush7"


@pytest.fixture
def nests(apply: Apply) -> Apply:
    library = apply.folder / "modules" / "marsh" / "lib"
    for path, text in (
        ("puppet/type/nest.rb", TYPE),
        ("puppet/provider/nest/twigs.rb", PROVIDER),
    ):
        file = library / path
        file.parent.mkdir(parents=True)
        file.write_text(text)
    return apply


def nest(pond: Path, name: str, mood: str, eggs: str = "'3'") -> str:
    return f"nest {{ '{pond}/{name}': ensure => present, mood => {mood}, eggs => {eggs} }}\n"


def test_no_op_changes_nothing(nests: Apply, pond: Path) -> None:
    (pond / "old").write_text("eggs 1\n")
    code = nest(pond, "new", "calm") + nest(pond, "old", "calm")
    done = nests(code, "--noop")
    assert "current_value 'absent', should be 'present' (noop)" in done.out
    assert "current_value '1', should be '3' (noop)" in done.out
    assert os.listdir(pond) == ["old"]
    assert (pond / "old").read_text() == "eggs 1\n"
    assert nests(code).code == 2
    assert (pond / "old").read_text() == "eggs 3\n"
    assert nests(code).code == 0


@pytest.mark.parametrize(
    ("mood", "message"),
    [
        ("endless", "execution expired"),
        ("greedy", "a string of 1000000000000 characters"),
        ("deep", "stack level too deep"),
        ("timed", "execution expired"),
        ("failing", "Execution of '/usr/bin/sh -c"),
        ("loud", "no room for 3"),
        ("strange", "marsh/lib/puppet/provider/nest/twigs.rb:21"),
    ],
)
def test_what_fails_is_one_resource(nests: Apply, pond: Path, mood: str, message: str) -> None:
    done = nests(nest(pond, "bad", mood) + nest(pond, "good", "calm"))
    assert done.code == 6, done
    assert message in done.err
    assert "Traceback" not in done.err
    assert os.listdir(pond) == ["good"]


def test_secrets_of_ruby_providers_stay_secret(nests: Apply, pond: Path) -> None:
    eggs = f"Sensitive('{SECRET}')"
    (pond / "old").write_text("eggs 1\n")
    code = nest(pond, "old", "calm", eggs) + nest(pond, "new", "calm", eggs)
    code += nest(pond, "loud", "loud", eggs) + nest(pond, "failing", "failing", eggs)
    done = nests(code, "--debug", "--show-diff")
    assert done.code == 6, done
    assert (pond / "old").read_text() == f"eggs {SECRET}\n"
    assert SECRET not in done.out + done.err
    assert "no room for [redacted]" in done.err
    for path in nests.state.rglob("*"):
        if path.is_file():
            assert SECRET.encode() not in path.read_bytes(), path


def test_a_run_that_is_stopped_ends_after_the_command(nests: Apply, pond: Path) -> None:
    process = nests.start(nest(pond, "slow", "hanging") + nest(pond, "after", "calm"))
    child = _wait_for_sleep(process.pid)
    process.send_signal(signal.SIGTERM)
    os.kill(child, signal.SIGKILL)
    out, _ = process.communicate(timeout=60)
    assert "Caught TERM; exiting" in out
    assert process.returncode == 143
    assert not (pond / "after").exists()
    assert nests(nest(pond, "after", "calm")).code == 2


def test_a_run_that_is_killed_leaves_no_lock(nests: Apply, pond: Path) -> None:
    process = nests.start(nest(pond, "slow", "hanging"))
    child = _wait_for_sleep(process.pid)
    process.kill()
    process.communicate()
    os.kill(child, signal.SIGKILL)
    assert nests(nest(pond, "after", "calm")).code == 2


def _wait_for_sleep(parent: int) -> int:
    """Wait for the command of a provider, and return its process."""
    for _ in range(600):
        found = subprocess.run(
            ["ps", "-e", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        rows = [line.split(None, 2) for line in found]
        family = {str(parent)}
        for _ in rows:
            family |= {pid for pid, above, *_ in rows if above in family}
        for pid, _, *command in rows:
            if pid in family and command == ["sleep 600"]:
                return int(pid)
        time.sleep(0.05)
    raise AssertionError("the command of the provider did not start")


@pytest.mark.skipif(os.geteuid() != 0, reason="mounts a small file system")
def test_a_full_disk_fails_one_resource(nests: Apply, pond: Path, tmp_path: Path) -> None:
    full = pond / "full"
    full.mkdir()
    code = nest(full, "bad", "large") + nest(pond, "good", "calm")
    words = nests.words(code)
    script = 'mount -t tmpfs -o size=1m none "$0" && exec "$@"'
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", script, str(full), *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 6, done
    assert "No space left on device" in done.stderr
    assert (pond / "good").exists()


def test_a_fact_that_fails_is_a_warning(nests: Apply) -> None:
    facts = nests.folder / "modules" / "marsh" / "lib" / "facter"
    facts.mkdir()
    (facts / "loud.rb").write_text("Facter.add(:loud) { setcode { raise 'quack' } }\n")
    (facts / "calm.rb").write_text("Facter.add(:calm) { setcode { 'still' } }\n")
    done = nests("notice(\"${facts['calm']} ${facts['loud']}.\")")
    assert "still ." in done.out, done
    assert "quack" in done.err
    assert "loud.rb" in done.err
    assert "Traceback" not in done.err
