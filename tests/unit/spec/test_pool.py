"""Many processes run the same examples with the same results as one, in the same order."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from duckrow.spec import pool
from duckrow.spec.pool import run_files
from duckrow.spec.runner import Job, run_file

if TYPE_CHECKING:
    from pathlib import Path

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
