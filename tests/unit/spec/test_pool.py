"""Many processes run the same examples with the same results as one, in the same order."""

from __future__ import annotations

import gc
import os
import signal
import time
from typing import TYPE_CHECKING

import pytest

from duckrow.spec import pool
from duckrow.spec.pool import run_files
from duckrow.spec.runner import FileResult, Job, is_bad, run_file

if TYPE_CHECKING:
    from pathlib import Path

    from duckrow.spec.shared import Shared

SPEC = """
describe 'pond' do
  %s
  (1..10).each do |number|
    context "with #{number}" do
      let(:params) { { ducks: number } }
      it { is_expected.to contain_notify("#{number} ducks") }
      it { is_expected.not_to contain_notify('5 ducks') }
    end
  end
end
"""


@pytest.fixture
def jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    monkeypatch.setattr(pool, "_LEAST", 0)
    manifests = tmp_path / "spec/fixtures/modules/pond/manifests"
    manifests.mkdir(parents=True)
    (manifests / "init.pp").write_text(
        'class pond(Integer $ducks = 0) { notify { "${ducks} ducks": } }'
    )
    (tmp_path / "spec/classes").mkdir()
    made = []
    for name, text in (("a", "let(:ab) { 1 }"), ("b", "# long\n" * 500), ("c", "")):
        file = tmp_path / f"spec/classes/{name}_spec.rb"
        file.write_text(SPEC % text)
        made.append(Job(str(file), str(tmp_path), []))
    return made


def told(jobs: list[Job], count: int) -> list[list[tuple[str, str]]]:
    return [[(each.id, each.status) for each in one.examples] for one in run_files(jobs, count)]


def test_a_large_file_in_parts_has_the_same_results(jobs: list[Job]) -> None:
    parts = pool._parts(jobs[1], jobs, 3)
    assert [each.part for each in parts] == [(0, 3), (1, 3), (2, 3)]
    assert len(pool._parts(jobs[0], jobs, 3)) == 1
    one = told(jobs, 1)
    assert [len(each) for each in one] == [20, 20, 20]
    assert [status for _, status in one[1]].count("failed") == 1
    assert told(jobs, 3) == one
    assert gc.get_freeze_count() == 0  # a run that watches would never collect them


def test_hooks_around_all_examples_keep_a_file_together(jobs: list[Job], tmp_path: Path) -> None:
    file = tmp_path / "spec/classes/b_spec.rb"
    file.write_text(SPEC % ("# long\n" * 500 + "before(:all) { @seen = 1 }"))
    parts = pool._parts(jobs[1], jobs, 2)
    assert [len(run_file(each).examples) for each in parts] == [20, 0]
    assert told(jobs, 2) == told(jobs, 1)


def test_chosen_orders_and_lines_keep_a_file_together(jobs: list[Job]) -> None:
    for name, value in (("seed", 3), ("stops", True), ("measures", True), ("lines", [3])):
        setattr(jobs[1], name, value)
        assert len(pool._parts(jobs[1], jobs, 2)) == 1
        setattr(jobs[1], name, None if name == "seed" else type(value)())
    assert len(pool._parts(jobs[1], jobs, 2)) == 2


def test_an_error_of_a_file_is_told_once(jobs: list[Job], tmp_path: Path) -> None:
    (tmp_path / "spec/classes/b_spec.rb").write_text("raise 'no pond'\n" + "# long\n" * 500)
    _, second, _ = run_files(jobs, 2)
    assert second.errors == [("./spec/classes/b_spec.rb:1: RuntimeError: no pond", False)]


def test_a_process_that_is_killed_costs_only_the_results_it_had_to_give(
    jobs: list[Job], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_LEAST", 1_000_000)  # no file is run in parts
    run_whole, flag = pool._run, tmp_path / "die"

    def run_or_die(job: Job, shared: Shared | None) -> FileResult:
        if job is not jobs[1] and job.file == jobs[1].file:  # in a worker, which has a copy
            while not flag.exists():
                time.sleep(0.01)
            os.kill(os.getpid(), signal.SIGKILL)
        return run_whole(job, shared)

    monkeypatch.setattr(pool, "_run", run_or_die)
    results = run_files(jobs, 2)
    first = next(results)
    flag.touch()
    second, third = results
    assert (len(first.examples), first.errors) == (20, [])
    [(message, is_lack)] = second.errors
    assert "./spec/classes/b_spec.rb: the process that ran it ended without a result" in message
    assert not is_lack
    assert is_bad(second)
    assert third.examples or third.errors
    assert gc.get_freeze_count() == 0
