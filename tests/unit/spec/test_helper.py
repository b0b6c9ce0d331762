"""Libraries that spec_helper files require."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.spec.runner import Job, run_file

SPEC = """
require 'voxpupuli/test/spec_helper'
describe 'ducks' do
  it { expect { verify_contents(nil, 'a', []) }.to raise_error(NoMethodError, /`resource'/) }
  it { expect { verify_contents(nil, 'a', []) }.to raise_error(NoMethodError, /`verify_contents'/) }
  it { expect(RSpec.configuration.strict_variables).to be(true) }
end
"""
OLDER = ["passed", "failed", "failed"]  # STRICT_VARIABLES=no counts there
NEWER = ["failed", "passed", "passed"]


@pytest.mark.parametrize(
    ("gems", "expected"),
    [
        ("", NEWER),
        ("group :test do\n  gem 'voxpupuli-test', '~> 9.0',   :require => false\nend\n", OLDER),
        ('gem "voxpupuli-test", "7.2.0"\n', OLDER),
        ("gem('voxpupuli-test', '= 9.2.1')\n", OLDER),
        ("gem 'voxpupuli-test', '~> 11.0'\n", NEWER),
        ("gem 'voxpupuli-test', '>= 7.0'\n", NEWER),
        ("# gem 'voxpupuli-test', '~> 9.0'\n", NEWER),
        ("gem 'voxpupuli-acceptance', '~> 3.0'\ngem 'voxpupuli-test'\n", NEWER),
    ],
)
def test_functions_of_puppetlabs_spec_helper_come_with_older_releases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gems: str, expected: list[str]
) -> None:
    monkeypatch.setenv("STRICT_VARIABLES", "no")
    if gems:
        (tmp_path / "Gemfile").write_text(gems)
    file = tmp_path / "spec/classes/ducks_spec.rb"
    file.parent.mkdir(parents=True)
    file.write_text(SPEC)
    result = run_file(Job(str(file), str(tmp_path), []))
    assert [each.status for each in result.examples] == expected


def test_parts_of_puppetlabs_spec_helper_by_their_names(tmp_path: Path) -> None:
    file = tmp_path / "spec/classes/ducks_spec.rb"
    file.parent.mkdir(parents=True)
    file.write_text(
        "require 'puppetlabs_spec_helper/puppetlabs_spec/puppet_internals'\n"
        "require 'puppetlabs_spec_helper/puppetlabs_spec/files'\n"
        "describe 'ducks' do\n"
        "  it { expect(PuppetlabsSpec::Files).to be_a(Module) }\n"
        "  it { PuppetlabsSpec::PuppetInternals.scope }\n"
        "end\n"
    )
    result = run_file(Job(str(file), str(tmp_path), []))
    assert result.errors == []
    assert [each.status for each in result.examples] == ["passed", "not run"]


def test_settings_that_only_change_what_rspec_prints(tmp_path: Path) -> None:
    file = tmp_path / "spec/classes/ducks_spec.rb"
    file.parent.mkdir(parents=True)
    file.write_text(
        "RSpec.configure do |c|\n"
        "  c.silence_filter_announcements = true\n"
        "  c.color_mode = :off\n"
        "end\n"
        "describe('ducks') { it { expect(1).to eq(1) } }\n"
    )
    result = run_file(Job(str(file), str(tmp_path), []))
    assert (result.errors, [each.status for each in result.examples]) == ([], ["passed"])
