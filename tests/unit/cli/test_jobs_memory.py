"""A process that does many jobs holds no more after the last than after the first ones."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import pytest

from duckrow.cli import jobs
from duckrow.cli.jobs import JobRunner
from duckrow.puppet.hiera import files, interpolation, lookups, plans
from duckrow.puppet.loaders import library, memory

Job = dict[str, Any]
HIERA = """version: 5
hierarchy: [{name: node, path: "%{trusted.certname}.yaml"}]
"""
RUBY = """class Array
  def row; map { |duck| duck.to_s.upcase.to_sym }; end
end
Puppet::Functions.create_function(:'pond::row') do
  def row(ducks)
    begin
      raise ArgumentError, 'nobody' if ducks.empty?
      ducks.row.join(' ')
    rescue ArgumentError => e
      e.message
    end
  end
end
"""
CODE = """
class pond::duck($name_) { notify { $name_: message => pond::row([$name_, 'teal']) } }
define pond::nest { @file { "/nest/${name}": ensure => file } }
class { 'pond::duck': name_ => "duck ${trusted['certname']}" }
pond::nest { ['a', 'b']: } File <| |> { mode => '0644' }
notify { 'e': message => inline_epp("<%= 1 %> ${trusted['certname']}") }
notify { 't': message => inline_template("<%= @x = [1, 2] %> ${trusted['certname']}") }
"""


def made_job(number: int) -> Job:
    return {"id": str(number), "code": CODE}


def of_another_node(number: int) -> Job:
    return {**made_job(number), "node": f"n{number}.example.com"}


def with_other_code(number: int) -> Job:
    return {**made_job(number), "code": f"{CODE}\nnotice('{number}')"}


def that_fails(number: int) -> Job:
    return {**of_another_node(number), "code": f"{CODE}\npond::row([])\nfail(pond::row([1]))"}


def with_other_facts(number: int) -> Job:
    return {**made_job(number), "facts": f"FOLDER/facts{number}.json"}


def with_other_data(number: int) -> Job:
    code = f"{CODE}\nnotice(lookup('ducks'))"
    return {**of_another_node(number), "code": code, "environment_dir": "FOLDER"}


@pytest.mark.parametrize(
    "job",
    [made_job, of_another_node, with_other_code, that_fails, with_other_facts, with_other_data],
)
def test_nothing_piles_up(job: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_ENVIRONMENTS", 3)
    monkeypatch.setattr(jobs, "MOST_FACTS", 3)
    monkeypatch.setattr(library, "MOST_TEMPLATES", 8000)
    monkeypatch.setattr(memory, "MOST_BYTES", 50_000)
    monkeypatch.setattr(files, "MOST_BYTES", 3000)
    monkeypatch.setattr(files, "MOST_KEYS", 60)
    monkeypatch.setattr(lookups, "MOST_INDEXED", 20)
    monkeypatch.setattr(plans, "MOST_INDEXED", 600)
    monkeypatch.setattr(interpolation, "MOST_TEXTS", 10)
    function = tmp_path / "pond" / "lib" / "puppet" / "functions" / "pond" / "row.rb"
    function.parent.mkdir(parents=True)
    function.write_text(RUBY)
    (tmp_path / "hiera.yaml").write_text(HIERA)
    (tmp_path / "data").mkdir()
    runner = JobRunner({"strict": "warning"}, None)

    def done(numbers: range) -> int:
        for number in numbers:
            asked = {**job(number), "modulepath": [str(tmp_path)]}
            if "facts" in asked:
                asked["facts"] = asked["facts"].replace("FOLDER", str(tmp_path))
                Path(asked["facts"]).write_text(f'{{"pond": [{number}, [1, 2, [3]]]}}')
            if "environment_dir" in asked:
                asked["environment_dir"] = str(tmp_path)
                data = tmp_path / "data" / f"n{number}.example.com.yaml"
                data.write_text(
                    f"ducks: [[{number}], ['%{{trusted.certname}} {number}'], {{a: 1}}]"
                )
            result = runner.run(asked)
            assert result["ok"] is (job is not that_fails), result
        gc.collect()
        return len(gc.get_objects())

    before = done(range(20))
    after = done(range(20, 60))
    # A job that left anything behind would leave dozens of objects each time.
    assert after - before < 40
