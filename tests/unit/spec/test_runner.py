"""Which examples run, in which order, and how the outcome of a file is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duckrow.cli.main import main
from duckrow.source.errors import InputError
from duckrow.spec.facts.fact_files import FactFiles, fact_directories, wanted_systems
from duckrow.spec.fixtures import Fixtures, find_fixtures, link_modules, module_directory
from duckrow.spec.runner import FileResult, Job, run_file

SPEC = """
describe 'ducks' do
  let(:count) { 1 }
  it('a') { expect(count).to eq(1) }
  it('b') { expect(count).to eq(2) }
  context 'inside' do
    let(:count) { super() + 1 }
    it('c') { expect(count).to eq(2) }
    it('d', if: false) { raise 'never' }
    it('e') { allow_any_instance_of(String).to receive(:x) }
  end
end
"""


@pytest.fixture
def job(tmp_path: Path) -> Job:
    (tmp_path / "spec").mkdir()
    file = tmp_path / "spec" / "ducks_spec.rb"
    file.write_text(SPEC)
    return Job(str(file), str(tmp_path), [])


def outcomes(result: FileResult) -> dict[str, str]:
    return {each.description: each.status for each in result.examples}


def test_outcomes_with_super_in_a_let(job: Job) -> None:
    result = run_file(job)
    assert result.errors == []
    assert outcomes(result) == {"a": "passed", "b": "failed", "c": "passed", "e": "not run"}
    assert [each.id for each in result.examples][2] == "./spec/ducks_spec.rb[1:3:1]"


def test_an_example_that_cannot_run_names_the_construct_and_its_line(job: Job) -> None:
    last = run_file(job).examples[-1]
    assert "./spec/ducks_spec.rb:10" in last.message
    assert "allow_any_instance_of" in last.message


def test_lines_choose_examples_and_groups(job: Job) -> None:
    job.lines = [5]
    assert list(outcomes(run_file(job))) == ["b"]
    job.lines = [6]
    assert list(outcomes(run_file(job))) == ["c", "e"]


def test_a_text_chooses_examples(job: Job) -> None:
    job.text = "inside c"
    assert list(outcomes(run_file(job))) == ["c"]


def test_the_first_failure_may_end_the_run(job: Job) -> None:
    job.stops = True
    assert list(outcomes(run_file(job))) == ["a", "b"]


def test_a_seed_gives_an_order_again(job: Job) -> None:
    job.seed = 3
    first = list(outcomes(run_file(job)))
    assert sorted(first) == ["a", "b", "c", "e"]
    assert list(outcomes(run_file(job))) == first


def test_a_file_that_does_not_load_is_an_error(job: Job) -> None:
    Path(job.file).write_text("require 'no_such_library'\n")
    assert run_file(job).errors == [
        (
            "./spec/ducks_spec.rb:1: LoadError: cannot load such file -- no_such_library",
            False,
        )
    ]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("expect(1).to eq(1)", 0),
        ("expect(1).to eq(2)", 1),
        ("stub_const('A', 1)", 3),
        ("expect { stub_const('A', 1) }.to raise_error", 3),
    ],
)
def test_exit_code(
    body: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a_spec.rb"
    file.write_text(f"describe 'x' do\n  it('y') {{ {body} }}\nend\n")
    assert main(["spec", "--no-cache", "--format", "json", str(file)]) == code
    data = json.loads(capsys.readouterr().out)
    assert data["summary"]["example_count"] == 1


def test_without_a_path_only_specs_of_this_directory_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "other/spec/unit").mkdir(parents=True)
    (tmp_path / "other/spec/unit/a_spec.rb").write_text("describe('x') { it { raise 'never' } }")
    monkeypatch.chdir(tmp_path)
    assert main(["spec", "--no-cache"]) == 2
    assert "there is no directory spec here" in capsys.readouterr().err


def test_fact_sets_of_the_nearest_facter(tmp_path: Path) -> None:
    for version in ("4.2.5", "4.3.0", "4.9.0"):
        directory = tmp_path / version.rpartition(".")[0]
        directory.mkdir()
        release = {"full": "12.1"}
        facts = {
            "facterversion": version,
            "os": {"name": "Debian", "release": release, "hardware": "x86_64"},
        }
        (directory / "debian-12-x86_64.facts").write_text(json.dumps(facts))
    supported: list[object] = [{"operatingsystem": "Debian", "operatingsystemrelease": ["12"]}]
    (wanted,) = wanted_systems(supported, ["x86_64"])

    def chosen(version: str) -> tuple[object, bool]:
        facts, is_exact = FactFiles([str(tmp_path)]).choose(wanted, version)
        return facts and facts["facterversion"], is_exact

    assert chosen("4.3.0") == ("4.3.0", True)
    assert chosen("4.4.0") == ("4.3.0", False)
    assert chosen("4.1.0") == (None, False)
    assert fact_directories(str(tmp_path), {}) == [str(tmp_path)]


def test_fixtures_link_the_module_and_name_those_that_are_missing(tmp_path: Path) -> None:
    (tmp_path / "metadata.json").write_text('{"name": "example-pond"}')
    (tmp_path / "spec/fixtures/lake").mkdir(parents=True)
    (tmp_path / ".fixtures.yml").write_text(
        "fixtures:\n  repositories:\n    stdlib: https://example.com/stdlib\n"
        '  symlinks:\n    lake/: "#{source_dir}/spec/fixtures/lake"\n'
    )
    fixtures = find_fixtures(str(tmp_path), [])
    assert fixtures.links == {"pond": str(tmp_path), "lake": f"{tmp_path}/spec/fixtures/lake"}
    assert fixtures.missing == ["stdlib"]
    assert module_directory(f"{tmp_path}/spec/fixtures/lake") == str(tmp_path)


@pytest.mark.parametrize("name", ["..", "a/..", "."])
def test_a_link_stays_in_its_directory(name: str, tmp_path: Path) -> None:
    fixtures = Fixtures()
    fixtures.links = {name.rpartition("/")[2]: str(tmp_path)}
    with pytest.raises(InputError, match="is no name of a module"):
        link_modules(fixtures, str(tmp_path), str(tmp_path / "links"))


def test_shared_examples_with_metadata_are_in_every_group_that_has_it(job: Job) -> None:
    Path(job.file).write_text(
        "shared_examples 'wet', water: true do\n  it('shared') { expect(1).to eq(1) }\nend\n"
        "describe 'pond' do\n"
        "  it('a') { expect(1).to eq(1) }\n"
        "  context 'of water', :water do\n"
        "    it('b') { expect(1).to eq(1) }\n"
        "    context('inside') { it('c') { expect(1).to eq(1) } }\n"
        "  end\n"
        "end\n"
    )
    assert [(each.id, each.description) for each in run_file(job).examples] == [
        ("./spec/ducks_spec.rb[1:1]", "a"),
        ("./spec/ducks_spec.rb[1:2:1]", "shared"),
        ("./spec/ducks_spec.rb[1:2:2]", "b"),
        ("./spec/ducks_spec.rb[1:2:3:1]", "c"),
    ]


@pytest.mark.parametrize(
    ("behaviour", "found"),
    [("trigger_inclusion", ["own", "wet"]), ("apply_to_host_groups", ["own"])],
)
def test_metadata_of_shared_examples(job: Job, behaviour: str, found: list[str]) -> None:
    Path(job.file).write_text(
        f"RSpec.configure {{ |c| c.shared_context_metadata_behavior = :{behaviour} }}\n"
        "shared_examples('water', :wet) { it('wet') { } }\n"
        "describe('x', :wet) { it('own') { } }\n"
    )
    assert sorted(outcomes(run_file(job))) == found


def test_a_hook_does_not_hide_why_an_example_is_not_run(job: Job) -> None:
    hooks = "before { allow_any_instance_of(String).to receive(:x); @x = [1] }\n"
    hooks += "after { @x.clear }\n"
    Path(job.file).write_text(f"describe 'ducks' do\n{hooks}it('a') {{ }}\nend\n")
    assert outcomes(run_file(job)) == {"a": "not run"}


@pytest.mark.parametrize("stops", [False, True])
def test_hooks_after_all_examples_run(job: Job, tmp_path: Path, stops: bool) -> None:
    job.stops = stops
    configured = (
        f"RSpec.configure {{ |c| c.after(:all) {{ File.write('{tmp_path}/one', '1') }} }}\n"
    )
    own = f"after(:all) {{ File.write('{tmp_path}/two', '2') }}\n"
    text = f"{configured}describe 'ducks' do\n{own}it('a') {{ raise 'dry' }}\nend\n"
    Path(job.file).write_text(text)
    assert outcomes(run_file(job)) == {"a": "failed"}
    assert [(tmp_path / name).exists() for name in ("one", "two")] == [True, True]


def test_settings_of_coverage_of_ruby_have_no_effect(job: Job) -> None:
    settings = """
require 'simplecov'
SimpleCov.formatters = [SimpleCov::Formatter::HTMLFormatter, Coveralls::SimpleCov::Formatter]
SimpleCov.formatter = SimpleCov::Formatter::MultiFormatter.new([Codecov])
SimpleCov.start do
  track_files 'lib/**/*.rb'
end
SimpleCov.minimum_coverage 95
"""
    Path(job.file).write_text(settings + SPEC)
    result = run_file(job)
    assert result.errors == []
    assert len(result.examples) == 4
