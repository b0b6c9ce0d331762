"""duckrow spec --watch: which spec files run again when a file changes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from duckrow.spec.runner import FileResult, Job, run_file
from duckrow.spec.watch import Watch


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """Return the directory of a module with two classes, each with a spec file."""
    made = tmp_path / "ducks"
    for name in ("manifests", "data", "spec/classes", "spec/fixtures/modules"):
        (made / name).mkdir(parents=True)
    (made / "spec/fixtures/modules/ducks").symlink_to(made)
    (made / "metadata.json").write_text("{}")
    (made / "data/common.yaml").write_text("a: 1\n")
    (made / "spec/spec_helper.rb").write_text("")
    for name in ("pond", "lake"):
        (made / f"manifests/{name}.pp").write_text(f"class ducks::{name} {{ }}\n")
        text = f"describe('ducks::{name}') {{ it {{ is_expected.to compile }} }}\n"
        (made / f"spec/classes/{name}_spec.rb").write_text(text)
    return made


def runs(module: Path, change: str, text: str | None) -> list[list[str]]:
    """Return the names of the spec files that run, before a file changes and after it."""
    jobs = []
    for name in ("lake", "pond"):
        job = Job(str(module / f"spec/classes/{name}_spec.rb"), str(module), [])
        job.is_watched = True
        jobs.append(job)
    found: list[list[str]] = []
    steps = iter(range(3))

    def run(some: list[Job]) -> list[FileResult]:
        found.append([Path(job.file).name.partition("_")[0] for job in some])
        return [run_file(job) for job in some]

    def wait(_seconds: float) -> None:
        step = next(steps)
        if step == 0 and text is None:
            (module / change).unlink()
        elif step == 0:
            (module / change).write_text(text or "")
        elif step == 2:
            raise KeyboardInterrupt

    Watch(jobs).run(run, wait)
    return found


@pytest.mark.parametrize(
    ("change", "again"),
    [
        ("manifests/pond.pp", ["pond"]),
        ("spec/classes/lake_spec.rb", ["lake"]),
        ("spec/spec_helper.rb", ["lake", "pond"]),
        ("data/common.yaml", ["lake", "pond"]),
        ("manifests/new.pp", ["lake", "pond"]),
    ],
)
def test_what_a_change_concerns(module: Path, change: str, again: list[str]) -> None:
    path = module / change
    text = f"{path.read_text() if path.exists() else ''}# another line\n"
    assert runs(module, change, text) == [["lake", "pond"], again]


def test_a_file_that_is_gone(module: Path) -> None:
    assert runs(module, "data/common.yaml", None) == [["lake", "pond"], ["lake", "pond"]]


def test_nothing_changes(module: Path) -> None:
    text = (module / "README.md").name
    assert runs(module, "README.md", text) == [["lake", "pond"]]


def test_a_file_that_did_not_load_runs_again_with_every_change(module: Path) -> None:
    (module / "spec/classes/lake_spec.rb").write_text("describe('x') { no_such_word }\n")
    text = (module / "manifests/pond.pp").read_text() + "# more\n"
    assert runs(module, "manifests/pond.pp", text) == [["lake", "pond"], ["lake", "pond"]]


def test_ctrl_c_ends_it(module: Path) -> None:
    command = [str(Path(sys.executable).parent / "duckrow"), "spec", "--watch", "--no-cache"]
    process = subprocess.Popen(
        [*command, str(module)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "Waiting for changes" in line:
            break
    sleep(0.1)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "2 examples, 0 failures" in output
    assert "Traceback" not in errors


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 0)])
def test_a_signal_ends_the_run_and_nothing_stays_behind(
    number: signal.Signals, code: int, tmp_path: Path
) -> None:
    (tmp_path / "metadata.json").write_text('{"name": "example-pond"}')
    (tmp_path / "spec/classes").mkdir(parents=True)
    (tmp_path / "spec/classes/pond_spec.rb").write_text(
        "describe('x') { it { expect(1).to eq 1 } }"
    )
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    words = [sys.executable, "-m", "duckrow", "spec", "--no-cache", "--watch", "--jobs", "1"]
    with subprocess.Popen(
        [*words, str(tmp_path)],
        env={**os.environ, "TMPDIR": str(scratch)},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stderr is not None
        assert "Waiting for changes" in process.stderr.readline()
        assert [each.name for each in scratch.iterdir()] != []
        process.send_signal(number)
        assert process.wait(30) == code
    assert list(scratch.iterdir()) == []
