"""on_supported_os: where fact sets are from, and what is said about those that are nowhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.cli.main import main
from duckrow.spec.runner import FileResult, Job, run_file

SPEC = """
require 'rspec-puppet-facts'
include RspecPuppetFacts

describe 'pond' do
  on_supported_os.each do |os, facts|
    context "on #{os}" do
      it { expect(facts[:os]['family']).to eq('Debian') }
      it('is changed') { facts[:os]['family'] = 'Duck' }
    end
  end
  it('always') { expect(1).to eq(1) }
end
"""


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Job:
    monkeypatch.delenv("SPEC_FACTS_OS", raising=False)
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec/pond_spec.rb").write_text(SPEC)
    return Job(str(tmp_path / "spec/pond_spec.rb"), str(tmp_path), [])


def supports(job: Job, *systems: str) -> None:
    found = [each.split("-") for each in systems]
    support = [{"operatingsystem": a, "operatingsystemrelease": [b]} for a, b in found]
    data = {"name": "example-pond", "operatingsystem_support": support}
    (Path(job.directory) / "metadata.json").write_text(json.dumps(data))


def contexts(result: FileResult) -> list[str]:
    return list(dict.fromkeys(each.descriptions[-1] for each in result.examples))


def test_without_facterdb_the_facts_are_those_that_ship(job: Job) -> None:
    supports(job, "Debian-12", "Ubuntu-22.04")
    result = run_file(job)
    assert contexts(result) == ["pond", "on debian-12-x86_64", "on ubuntu-22.04-x86_64"]
    assert {each.status for each in result.examples} == {"passed"}
    assert result.errors == []
    (message,) = result.messages
    assert message.startswith("on_supported_os uses the small fact sets that ship with duckrow: ")


def test_systems_without_a_fact_set_are_not_run(job: Job) -> None:
    supports(job, "Debian-12", "Windows-2019", "FreeBSD-14")
    result = run_file(job)
    ((message, is_lack),) = result.errors
    assert is_lack
    assert message.startswith(
        "on_supported_os (./spec/pond_spec.rb:6) has no fact set for windows-2019, freebsd-14, so"
    )
    assert "--facterdb" in message


def test_examples_that_are_chosen_do_not_miss_other_systems(job: Job) -> None:
    supports(job, "Debian-12", "Windows-2019")
    job.text = "on debian"
    assert run_file(job).errors == []
    job.text = "on windows"
    assert len(run_file(job).errors) == 1


def test_systems_that_the_environment_leaves_out_are_not_missed(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    supports(job, "Debian-12", "Debian-99", "Windows-2019")
    monkeypatch.setenv("SPEC_FACTS_OS", "debian-12")
    assert run_file(job).errors == []
    monkeypatch.setenv("SPEC_FACTS_OS", "lake")
    result = run_file(job)
    assert result.errors == []
    assert result.messages == [
        "SPEC_FACTS_OS=lake leaves none of the systems: debian-12, debian-99, windows-2019"
    ]


def fact_set(directory: Path) -> str:
    release = {"full": "12.1", "major": "12"}
    system = {"name": "Debian", "family": "Debian", "release": release, "hardware": "x86_64"}
    (directory / "4.3").mkdir(parents=True)
    text = json.dumps({"facterversion": "4.3.0", "os": system})
    (directory / "4.3/debian-12-x86_64.facts").write_text(text)
    return str(directory)


def test_facterdb_may_lack_some_systems_but_not_all(job: Job, tmp_path: Path) -> None:
    job.facterdb = [fact_set(tmp_path / "sets")]
    supports(job, "Debian-12", "Ubuntu-22.04")
    result = run_file(job)
    assert contexts(result) == ["pond", "on debian-12-x86_64"]
    assert result.errors == []
    assert result.messages == [
        "on_supported_os (./spec/pond_spec.rb:6) has no fact set for ubuntu-22.04"
    ]
    supports(job, "Ubuntu-22.04")
    ((message, is_lack),) = run_file(job).errors
    assert is_lack
    assert "there is none in" in message


@pytest.mark.parametrize(
    ("text", "why"), [("[]", "holds no JSON object"), ("{bad", "is no valid JSON")]
)
def test_a_damaged_fact_set_is_named(job: Job, tmp_path: Path, text: str, why: str) -> None:
    job.facterdb = [fact_set(tmp_path / "sets")]
    file = tmp_path / "sets/4.3/debian-12-x86_64.facts"
    file.write_text(text)
    supports(job, "Debian-12")
    ((message, _),) = run_file(job).errors
    assert message == f"{file} {why}"


def test_the_exit_code_says_that_systems_were_not_run(
    job: Job, capsys: pytest.CaptureFixture[str]
) -> None:
    supports(job, "Windows-2019")
    assert main(["spec", "--no-cache", job.file]) == 3
    assert "Not run outside of examples" in capsys.readouterr().out


def test_a_directory_without_fact_sets_is_an_error(
    job: Job, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    supports(job, "Debian-12")
    assert main(["spec", "--no-cache", "--facterdb", str(tmp_path / "spec"), job.file]) == 2
    assert "there are no fact sets in" in capsys.readouterr().err
    sets = fact_set(tmp_path / "db/facts").removesuffix("/facts")
    assert main(["spec", "--no-cache", "--facterdb", sets, job.file]) == 0
