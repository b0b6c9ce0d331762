"""Stubs of methods of Puppet and of Ruby itself: an example that they do not reach is not run."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.spec.runner import ExampleResult, Job, run_file

SPEC = """
describe 'NAME' do
  it { STUB; is_expected.to run.with_params('a').and_return('EXPECTED') }
end
"""


def run(directory: Path, stub: str, expected: str, name: str = "upcase") -> ExampleResult:
    (directory / "spec/functions").mkdir(parents=True)
    file = directory / "spec/functions/upcase_spec.rb"
    text = SPEC.replace("NAME", name).replace("STUB", stub)
    file.write_text(text.replace("EXPECTED", expected))
    (example,) = run_file(Job(str(file), str(directory), [])).examples
    return example


@pytest.mark.parametrize(
    "stub",
    [
        "allow(File).to receive(:read)",
        "expect(File).to receive(:read)",
        "expect(File).not_to receive(:read)",
        "allow(Puppet::Util::Execution).to receive(:execute)",
    ],
)
@pytest.mark.parametrize("expected", ["A", "B"])
def test_a_stub_that_no_code_reaches(tmp_path: Path, stub: str, expected: str) -> None:
    example = run(tmp_path, stub, expected)
    assert example.status == "not run"
    assert "upcase_spec.rb:3) needs a stub of " in example.message


def test_a_class_that_compiles_do_not_have(tmp_path: Path) -> None:
    example = run(tmp_path, "allow(PuppetlabsSpec).to receive(:x)", "A")
    assert example.status == "not run"


@pytest.mark.parametrize(("expected", "status"), [("A", "passed"), ("B", "failed")])
def test_a_class_of_rspec_itself(tmp_path: Path, expected: str, status: str) -> None:
    assert run(tmp_path, "allow(RSpec::Puppet).to receive(:x)", expected).status == status


@pytest.mark.parametrize(
    ("target", "status"), [("URI::DEFAULT_PARSER", "not run"), ("Regexp", "passed")]
)
def test_objects_of_ruby_that_are_no_classes(tmp_path: Path, target: str, status: str) -> None:
    module = tmp_path / "ducks"
    function = module / "lib/puppet/functions/ducks/safe.rb"
    function.parent.mkdir(parents=True)
    function.write_text(
        "require 'uri'\n"
        "Puppet::Functions.create_function(:'ducks::safe') do\n"
        f"  def safe(text)\n    {target}.escape(text)\n  end\nend\n"
    )
    fixtures = module / "spec/fixtures/modules"
    fixtures.mkdir(parents=True)
    (fixtures / "ducks").symlink_to(module)
    stub = f"require 'uri'; allow({target}).to receive(:escape).and_return('A')"
    assert run(module, stub, "A", "ducks::safe").status == status


@pytest.mark.parametrize(("expected", "status"), [("A", "passed"), ("B", "failed")])
def test_a_function_that_picks_its_own_form(tmp_path: Path, expected: str, status: str) -> None:
    module = tmp_path / "ducks"
    function = module / "lib/puppet/functions/ducks/picks.rb"
    function.parent.mkdir(parents=True)
    function.write_text(
        "Puppet::Functions.create_function(:'ducks::picks') do\n"
        "  dispatch(:picks) { param 'Any', :scope; param 'String', :text }\n"
        "  def call(scope, *given)\n"
        "    self.class.dispatcher.dispatch(self, scope, [scope] + given)\n  end\n"
        "  def picks(_scope, text)\n    text.upcase\n  end\nend\n"
    )
    fixtures = module / "spec/fixtures/modules"
    fixtures.mkdir(parents=True)
    (fixtures / "ducks").symlink_to(module)
    stub = "expect(Puppet).not_to receive(:notice)"
    assert run(module, stub, expected, "ducks::picks").status == status


@pytest.mark.parametrize(("expected", "status"), [("A", "passed"), ("B", "failed")])
def test_a_class_of_the_spec_itself(tmp_path: Path, expected: str, status: str) -> None:
    example = run(tmp_path, "class Duck; end; allow(Duck).to receive(:quack)", expected)
    assert example.status == status


def test_a_class_that_only_the_code_of_a_function_has_loaded(tmp_path: Path) -> None:
    module = tmp_path / "ducks"
    for name, text in {
        "lib/puppet/functions/ducks/loud.rb": (
            "require_relative '../../../puppet_x/duck'\n"
            "Puppet::Functions.create_function(:'ducks::loud') do\n"
            "  def loud(text)\n    PuppetX::Duck.loud(text)\n  end\nend\n"
        ),
        "lib/puppet_x/duck.rb": (
            "module PuppetX\n  module Duck\n    def self.loud(text) = text.upcase\n  end\nend\n"
        ),
        "spec/functions/loud_spec.rb": (
            "describe 'ducks::loud' do\n"
            "  it { is_expected.to run.with_params('a').and_return('A') }\n"
            "  it { allow(PuppetX::Duck).to receive(:loud).and_return('B') }\n"
            "  it { allow(PuppetX::Goose).to receive(:loud).and_return('B') }\n"
            "end\n"
        ),
    }.items():
        (module / name).parent.mkdir(parents=True, exist_ok=True)
        (module / name).write_text(text)
    fixtures = module / "spec/fixtures/modules"
    fixtures.mkdir(parents=True)
    (fixtures / "ducks").symlink_to(module)
    file = str(module / "spec/functions/loud_spec.rb")
    examples = run_file(Job(file, str(module), [])).examples
    assert [each.status for each in examples] == ["passed", "not run", "failed"]
    assert "needs PuppetX::Duck, which" in examples[1].message
