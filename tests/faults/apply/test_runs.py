"""Runs at the same time, locks that others left, clocks that jump, resources that fail."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .applying import Apply


def slow(pond: Path, name: str) -> str:
    return (
        f"exec {{ 'sh -c \"echo {name} >> {pond}/log; touch {pond}/{name}; sleep 0.7; "
        f"echo {name} >> {pond}/log\"': path => '/usr/bin:/bin' }}"
    )


def wait_for(path: Path) -> None:
    while not path.exists():
        time.sleep(0.01)


def test_two_runs_at_once(apply: Apply, pond: Path) -> None:
    """The second one leaves, or waits if it is told to; they never mix."""
    first = apply.start(slow(pond, "a"))
    wait_for(pond / "a")
    second = apply(slow(pond, "b"))
    assert second.code == 1
    assert "already in progress" in second.err
    assert str(first.pid) in second.err
    third = apply(slow(pond, "c"), "--wait-for-lock", "60")
    assert third.code == 2
    first.communicate()
    assert first.returncode == 2
    assert (pond / "log").read_text().split() == ["a", "a", "c", "c"]


@pytest.mark.parametrize(
    "content", [b"999999\n", b"1\n", b"quack", b"", b"\xff\0" * 4096, b"-1", b"99999999999999999"]
)
def test_locks_that_nobody_holds(apply: Apply, content: bytes) -> None:
    apply.state.mkdir(0o700)
    (apply.state / "run.lock").write_bytes(content)
    assert apply("notify { a: }").code == 2


def test_a_lock_whose_holder_was_killed(apply: Apply, pond: Path) -> None:
    first = apply.start(slow(pond, "a"))
    wait_for(pond / "a")
    first.kill()
    first.communicate()
    done = apply("notify { a: }", "--verbose")
    assert done.code == 2, done
    assert "An earlier run did not end" in done.out


def test_a_lock_that_is_a_link(apply: Apply, pond: Path) -> None:
    """It is not followed: its target is left alone, and the run is refused."""
    apply.state.mkdir(0o700)
    (pond / "victim").write_bytes(b"precious")
    os.symlink(pond / "victim", apply.state / "run.lock")
    done = apply("notify { a: }")
    assert done.code == 1
    assert f"Could not take the lock {apply.state}/run.lock" in done.err
    assert (pond / "victim").read_bytes() == b"precious"


AT = """
import sys, time
there, real, real_ns = float(sys.argv[1]) * 86400, time.time, time.time_ns
time.time = lambda: real() + there
time.time_ns = lambda: real_ns() + int(there * 1e9)
from duckrow.cli.main import main
sys.exit(main(sys.argv[2:]))
"""


def at(days: float, apply: Apply, code: str) -> subprocess.CompletedProcess[str]:
    """Apply with a clock that is wrong by some days."""
    words = [sys.executable, "-c", AT, str(days), *apply.words(code)[3:]]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("period", ["hourly", "daily", "weekly", "monthly"])
def test_a_clock_that_jumps_and_comes_back(apply: Apply, period: str) -> None:
    code = f"schedule {{ s: period => {period} }} notify {{ a: schedule => s }}"
    assert at(0, apply, code).returncode == 2
    assert at(0, apply, code).returncode == 0  # not again so soon
    assert at(400, apply, code).returncode == 2
    back = at(0, apply, code)
    assert back.returncode == 2
    assert "the clock was changed" in back.stderr
    again = at(0, apply, code)
    assert (again.returncode, again.stderr) == (0, "")
    assert at(-2, apply, code).returncode == 2  # back by two days is the future again


def test_a_cycle_is_named_and_nothing_is_applied(apply: Apply, pond: Path) -> None:
    names = "abc"
    code = "\n".join(
        f"file {{ '{pond}/{name}': content => x, require => File['{pond}/{other}'] }}"
        for name, other in zip(names, names[1:] + names[:1], strict=True)
    )
    done = apply(f"{code} file {{ '{pond}/free': content => x }}")
    assert done.code == 1
    assert "Found 1 dependency cycle" in done.err
    assert f"File[{pond}/a]" in done.err
    assert os.listdir(pond) == []


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("exec { bad: command => '/bin/false' }", "returned 1 instead of one of [0]"),
        ("exec { bad: command => '/no/such/command' }", "Could not find command"),
        ("file { bad: path => '/no/such/parent/x', ensure => file }", "No such file or directory"),
        ("exec { bad: command => '/bin/true', user => nosuchduck }", "instead of one of [0]"),
    ],
)
def test_a_failing_provider(apply: Apply, pond: Path, bad: str, message: str) -> None:
    """What depends on it is skipped, at any distance; everything else is done."""
    kind = bad.split()[0].capitalize()
    done = apply(
        f"{bad} file {{ '{pond}/one': content => x, require => {kind}[bad] }}"
        f" file {{ '{pond}/two': content => x, require => File['{pond}/one'] }}"
        f" file {{ '{pond}/free': content => x }}"
    )
    assert done.code == 6, done
    assert message in done.err
    assert done.err.count("Skipping because of failed dependencies") == 2
    assert os.listdir(pond) == ["free"]


@pytest.mark.parametrize(("target", "code"), [("/dev/full", 1), ("gone", 141)])
def test_a_screen_that_is_gone_does_not_stop_a_run(
    apply: Apply, pond: Path, target: str, code: int
) -> None:
    manifest = "\n".join(
        f"file {{ '{pond}/{number}': content => '{'x' * 50}' }}" for number in range(300)
    )
    if target == "gone":
        reading, writing = os.pipe()
        os.close(reading)
    else:
        writing = os.open(target, os.O_WRONLY)
    done = subprocess.run(
        apply.words(manifest), stdout=writing, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writing)
    assert done.returncode == code
    assert "fault" not in done.stderr
    assert len(os.listdir(pond)) == 300
