from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.unit.puppet.agent.lab import Lab

from duckrow.cli.dispatch import dispatch

Agent = Callable[..., tuple[int, str, str]]


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    """A server on the loopback."""
    with Lab(tmp_path).serving() as served:
        yield served


@pytest.fixture
def agent(lab: Lab, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Agent]:
    """Run `duckrow agent` on directories below tmp_path; return exit code, stdout and stderr."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    (tmp_path / "conf").mkdir()

    def run(*words: str) -> tuple[int, str, str]:
        where = {name: str(tmp_path / name) for name in ("var", "run", "log", "ssl", "public")}
        options = [word for name, path in where.items() for word in (f"--{name}dir", path)]
        options[8] = "--publicdir"
        options += ["--confdir", str(tmp_path / "conf"), "--state-dir", str(tmp_path / "state")]
        options += ["--certname", "huey.lab", "--server", "localhost"]
        options += ["--serverport", str(lab.port), "--key-type", "ec"]
        Path(where["var"]).mkdir(exist_ok=True)
        code = dispatch(["agent", *options, *words])
        out, err = capsys.readouterr()
        return code, out.replace(str(tmp_path), "DIR"), err.replace(str(tmp_path), "DIR")

    yield run
    for number, handler in before.items():
        signal.signal(number, handler)
