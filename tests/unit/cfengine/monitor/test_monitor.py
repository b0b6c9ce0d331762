"""cf-monitord measures, keeps measurements promises, and the agent reads what it writes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from duckrow.cfengine.agent.command import run_command as run_agent
from duckrow.cfengine.agent.make_options import make_options
from duckrow.cfengine.evaluation.messages.log import Log, flush
from duckrow.cfengine.evaluation.options import Options
from duckrow.cfengine.monitor import daemon, reading
from duckrow.cfengine.monitor.command import run_command
from duckrow.cfengine.monitor.daemon import Monitor
from duckrow.machine.door import RELOAD, STOP

POLICY = r"""
bundle agent main
{
  reports:
      "ducks $(mon.value_ducks) answer $(mon.av_answer)";
    ducks_high::
      "many ducks";
}

bundle monitor watch
{
  measurements:
      "ROOT/pond.log"
        handle => "ducks", stream_type => "file", data_type => "counter",
        history_type => "weekly", match_value => line(".*quack.*");

      "/bin/echo load 42"
        handle => "answer", stream_type => "pipe", data_type => "int",
        history_type => "weekly", match_value => number("load.*", "load (\d+)");

      "/bin/echo version 7.1"
        handle => "version", stream_type => "pipe", data_type => "string",
        history_type => "log", match_value => number("version.*", "version (.*)");

      "/bin/echo version 7.2"
        handle => "fixed", stream_type => "pipe", data_type => "string",
        history_type => "static", match_value => number("version.*", "version (.*)");

      "ROOT/growing.log"
        handle => "grown", stream_type => "file", data_type => "counter",
        history_type => "weekly", match_value => growing(".*");
}

body match_value line(x) { select_line_matching => "$(x)"; }
body match_value growing(x) { select_line_matching => "$(x)"; track_growing_file => "true"; }
body match_value number(x, y) { select_line_matching => "$(x)"; extraction_regex => "$(y)"; }
"""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("CFENGINE_TEST_OVERRIDE_WORKDIR", str(tmp_path))
    (tmp_path / "inputs").mkdir()
    mask = os.umask(0o022)
    os.umask(mask)
    write(tmp_path, POLICY)
    (tmp_path / "pond.log").write_text("quack one\nhiss\nquack two\n")
    (tmp_path / "growing.log").write_text("1\n2\n3\n4 is incompl")
    yield tmp_path
    os.umask(mask)


def write(work: Path, policy: str) -> None:
    path = work / "inputs/promises.cf"
    path.write_text(policy.replace("ROOT", str(work)))
    path.chmod(0o600)


Measure = Callable[[], tuple[int, str]]


@pytest.fixture
def measure(work: Path, capfd: pytest.CaptureFixture[str]) -> Measure:
    """Measure once; return the exit code and the log, which a process of its own writes too."""

    def run() -> tuple[int, str]:
        code = run_command(["--once"], Log())
        flush()
        return code, capfd.readouterr().out

    return run


def values(work: Path) -> dict[str, str]:
    lines = (work / "state/env_data").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


def test_measurements_promises(work: Path, measure: Measure) -> None:
    assert measure() == (0, "")
    found = values(work)
    assert (found["value_ducks"], found["value_answer"], found["value_grown"]) == (
        "2.00", "42.00", "3.00",
    )  # fmt: skip
    assert found["av_answer"] == "25.20"
    [line] = (work / "state/version_measure.log").read_text().splitlines()
    assert re.fullmatch(r"\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4},\d+,7\.1", line)
    assert (work / "state/static_data").read_text() == "fixed:0:7.2\n"
    (work / "growing.log").write_text("1\n2\n3\n4 is complete\n5\n")
    assert measure() == (0, "")
    assert values(work)["value_grown"] == "2.00"
    assert len((work / "state/version_measure.log").read_text().splitlines()) == 2
    assert (work / "state/static_data").read_text() == "fixed:0:7.2\n"


def test_the_agent_reads_what_was_measured(work: Path, measure: Measure) -> None:
    measure()
    lines: list[str] = []
    assert run_agent(["-K"], Log(write=lines.append)) == 0
    assert sorted(lines) == ["R: ducks 2.00 answer 25.20\n", "R: many ducks\n"]


def test_the_agent_knows_addresses_of_ports_and_static_values(work: Path) -> None:
    write(
        work,
        """
bundle agent main
{
  vars:
      "ports" slist => getindices("mon.tcp4_port_addr");
      "fixed" string => "22";
  reports:
      "$(ports) $(mon.tcp4_port_addr[$(fixed)]) $(mon.version) $(mon.ducks) $(mon.names)";
}
""",
    )
    (work / "state").mkdir()
    (work / "state/env_data").write_text("@ports={'22'}\ntcp4_port_addr[22]=0.0.0.0\n")
    static = "version:0:7.1:b\nducks:1:3\nnames:3:huey,dewey\nquack\n"
    (work / "state/static_data").write_text(static)
    lines: list[str] = []
    assert run_agent(["-K"], Log(write=lines.append)) == 0
    assert lines == ["R: 22 0.0.0.0 7.1:b 3 huey\n", "R: 22 0.0.0.0 7.1:b 3 dewey\n"]


def test_the_files(work: Path, measure: Measure) -> None:
    measure()
    content = (work / "state/env_data").read_text()
    assert content.count("value_") == 100
    assert (work / "state/env_data").stat().st_mode & 0o777 == 0o600
    assert "root\n" in (work / "state/cf_users").read_text()
    assert len(list((work / "state").glob("cf_incoming.*"))) == 20


@pytest.mark.parametrize(
    ("promiser", "attributes", "text"),
    [
        ("true", 'history_type => "weekly"', "was not an absolute path"),
        ("/bin/true", 'data_type => "slist", history_type => "weekly"', "not a number"),
        ("/nonexistent", 'stream_type => "file", data_type => "string"', "No such file"),
        ("/bin/true", 'stream_type => "pipe", data_type => "string"', "no matching line"),
    ],
)
def test_invalid_promises(
    work: Path, measure: Measure, promiser: str, attributes: str, text: str
) -> None:
    promise = f'"{promiser}" handle => "x", {attributes};'
    write(work, f"bundle agent main {{}}\nbundle monitor m {{ measurements: {promise} }}\n")
    code, output = measure()
    assert code == 0
    assert text in output
    assert values(work)["value_users"] != "0.00"


@pytest.mark.parametrize(
    ("promise", "text"),
    [
        ('"/bin/true" data_type => "int";', "has no handle"),
        (
            '"/bin/true" handle => "users", data_type => "int", history_type => "weekly";',
            "is taken",
        ),
    ],
)
def test_promises_without_a_name_of_their_own(
    work: Path, measure: Measure, promise: str, text: str
) -> None:
    write(work, f"bundle agent main {{}}\nbundle monitor m {{ measurements: {promise} }}\n")
    assert text in measure()[1]


def test_an_invalid_policy_keeps_nothing_from_being_measured(work: Path, measure: Measure) -> None:
    write(work, "bundle agent {")
    code, output = measure()
    assert code == 1
    assert "The policy is invalid: only what needs no promise is measured" in output
    assert values(work)["value_users"] != "0.00"


def test_the_forget_rate_of_the_policy(work: Path, measure: Measure) -> None:
    write(work, 'bundle agent main {}\nbody monitor control { forgetrate => "0.2"; }')
    measure()
    found = values(work)
    assert float(found["av_mem_total"]) == pytest.approx(
        float(found["value_mem_total"]) * 0.2, 0.001
    )


def test_a_state_that_cannot_be_written(work: Path, measure: Measure) -> None:
    measure()
    (work / "state/env_data").unlink()
    (work / "state/env_data").mkdir()
    code, output = measure()
    assert code == 1
    assert "Cannot store measurements" in output


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "1e200", "-1e200", "1e999"])
def test_what_is_not_a_sane_number_is_not_learnt(work: Path, measure: Measure, text: str) -> None:
    write(work, POLICY.replace("load 42", "load $(const.n)").replace("(\\d+)", "(\\S+)"))
    path = work / "inputs/promises.cf"
    path.write_text(path.read_text().replace("$(const.n)", text))
    for _ in range(2):
        code, output = measure()
        assert code == 0
        assert "Cannot measure '/bin/echo load" in output
        assert "is not a number that can be measured" in output
        found = values(work)
        assert found.get("value_answer", "0.00") == "0.00"
        assert found["value_ducks"] == "2.00"


class ScriptedDoor:
    """A door at which these things happen; it keeps how long the monitor would have waited."""

    waits: ClassVar[list[float]] = []

    def __init__(self, _: object) -> None:
        self._happens: list[str | None] = [None, RELOAD, STOP]
        self.waits.clear()

    def wait(self, seconds: float) -> str | None:
        self.waits.append(seconds)
        return self._happens.pop(0)

    def close(self) -> None:
        pass


@pytest.fixture
def monitor(work: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Monitor, list[str]]:
    monkeypatch.setattr(daemon, "Door", ScriptedDoor)
    options = make_options({"workdir": [str(work)]}, [])
    assert isinstance(options, Options)
    lines: list[str] = []
    return Monitor(options, Log(write=lines.append), {}), lines


def test_a_slow_round_does_not_hang_the_monitor(
    monitor: tuple[Monitor, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter(range(0, 10_000, 1000))  # that a look at the clock takes
    monkeypatch.setattr(daemon, "monotonic", lambda: next(seconds))
    monkeypatch.setattr(Monitor, "measure", lambda _: None)
    monkeypatch.setattr(Monitor, "read_policy", lambda _: "")
    monitor[0].run(is_in_background=False)
    assert ScriptedDoor.waits == [0.0, 0.0, 0.0]


def test_a_fault_does_not_end_the_monitor(
    monitor: tuple[Monitor, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Monitor) -> str:
        raise OverflowError("too many ducks")

    monkeypatch.setattr(Monitor, "measure", fail)
    monkeypatch.setattr(Monitor, "read_policy", fail)
    monitor[0].run(is_in_background=False)
    # The first round, and the reload.
    assert monitor[1] == ["   error: A fault in duckrow: OverflowError: too many ducks\n"] * 2


def test_a_fault_while_the_policy_is_read_is_not_called_invalid(
    measure: Measure, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> bytes:
        raise OverflowError("too many ducks")

    monkeypatch.setattr(reading, "read_settings", fail)
    code, output = measure()
    assert code == 1
    assert "A fault in duckrow: OverflowError: too many ducks" in output
    assert "The policy could not be read because of a fault: only what needs no promise" in output
