"""Lines arrive while a command runs; it ends with its first process, or when it is silent."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from duckrow.machine.processes import watched
from duckrow.machine.processes.watched import Watched


def shell(text: str) -> Watched:
    return Watched(["/bin/sh", "-c", text])


@pytest.mark.parametrize(
    ("text", "lines", "code"),
    [
        ("echo a; echo b >&2; printf c", [b"a", b"b", b"c"], 0),
        ("true", [], 0),
        ("echo a; exit 7", [b"a"], 7),
        ("kill -9 $$", [], 137),
        ("exec >&- 2>&-; sleep 0.2; exit 5", [], 5),
    ],
)
def test_lines_and_exit_code(text: str, lines: list[bytes], code: int) -> None:
    found = shell(text)
    assert list(found.lines(30)) == lines
    assert found.wait() == code


def test_much_output() -> None:
    found = shell("yes quack | head -n 200000")
    assert sum(1 for _ in found.lines(30)) == 200_000
    assert found.wait() == 0


def test_a_line_without_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched, "LONGEST_LINE", 1000)
    found = shell("head -c 300000 /dev/zero")
    sizes = [len(line) for line in found.lines(30)]
    assert sum(sizes) == 300_000
    assert len(sizes) > 1
    assert found.wait() == 0


def test_silence_ends_the_whole_group(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    found = shell(f"trap '' TERM; sleep 50 & echo $! $$ > {pids}; echo begun; wait; sleep 50")
    lines = found.lines(0.3)
    with pytest.raises(TimeoutError):
        list(lines)
    monkey_grace, watched.GRACE = watched.GRACE, 0.2
    try:
        found.end_group()
    finally:
        watched.GRACE = monkey_grace
    assert found.wait() == 137
    child, _ = map(int, pids.read_text().split())
    end = time.monotonic() + 30
    while is_running(child):
        assert time.monotonic() < end
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_another_holder_of_the_output_is_not_waited_for_and_not_killed(tmp_path: Path) -> None:
    go, late = tmp_path / "go", tmp_path / "late"
    script = f"while [ ! -e {go} ]; do sleep 0.02; done; echo late; touch {late}"
    found = shell(f"({script}) & echo $!")
    [line] = list(found.lines(30))
    assert found.wait() == 0
    go.touch()
    end = time.monotonic() + 30
    while not late.exists():
        assert time.monotonic() < end
        time.sleep(0.01)
    with suppress(ProcessLookupError):
        os.kill(int(line), signal.SIGKILL)


def test_a_missing_program() -> None:
    with pytest.raises(FileNotFoundError):
        Watched(["/nonexistent/quack"])
