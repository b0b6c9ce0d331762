"""The classes of rspec-puppet's matchers, doubles, and words that few specs use."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.spec.runner import Job, run_file


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """Return the directory of a module with one class."""
    made = tmp_path / "ducks"
    (made / "spec/fixtures/modules").mkdir(parents=True)
    (made / "spec/fixtures/modules/ducks").symlink_to(made)
    (made / "manifests").mkdir()
    (made / "manifests/init.pp").write_text(
        "class ducks { file { '/pond': notify => Service['duckd'] }\n"
        "  service { 'daemon': name => 'duckd' }\n"
        "  user { 'a': uid => 1 } user { 'b': uid => 2 } group { 'a': gid => 1 }\n"
        "  group { 'b': gid => 1 } }\n"
    )
    return made


def statuses(module: Path, body: str, place: str = "classes", name: str = "'ducks'") -> list[str]:
    file = module / f"spec/{place}/ducks_spec.rb"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"describe {name} do\n{body}\nend\n")
    result = run_file(Job(str(file), str(module), []))
    assert result.errors == []
    return [each.status for each in result.examples]


def test_a_catalog_stays_the_same_object(module: Path) -> None:
    text = """
      ids = []
      it('notes it') { ids << catalogue.object_id }
      it('is the same') { expect(catalogue.object_id).to eq(ids[0]) }
      16.times do |i|
        context("with fact #{i}") do
          let(:facts) { { 'i' => i } }
          it('is another') { expect(catalogue.object_id).not_to eq(ids[0]) }
        end
      end
      context('afterwards') { it('is new') { expect(catalogue.object_id).not_to eq(ids[0]) } }
    """
    assert statuses(module, text) == ["passed"] * 19


def test_relationships_to_a_resource_by_its_name(module: Path) -> None:
    text = """
      it { is_expected.to contain_file('/pond').that_notifies('Service[daemon]') }
      it { is_expected.to contain_file('/pond').that_notifies('Service[duckd]') }
      it { is_expected.to contain_file('/pond').that_notifies('Service[other]') }
    """
    assert statuses(module, text) == ["passed", "passed", "failed"]


def test_words_that_few_specs_use(module: Path) -> None:
    text = """
      it { is_expected.to have_unique_values_for_all('user', 'uid') }
      it { is_expected.to have_unique_values_for_all('group', 'gid') }
      it { is_expected.to include_class('ducks') }
      it { is_expected.to include_class('geese') }
      it('is an old word') { catalogue.resource('User', 'a')[:uid].should eq(1) }
      it('is an old word') { catalogue.resource('User', 'a')[:uid].should_not eq(1) }
      it('says it') do
        expect(RSpec).to receive(:deprecate).with("include_class()", anything)
        is_expected.to include_class('ducks')
      end
    """
    expected = ["passed", "failed"] * 3
    assert statuses(module, text) == [*expected, "passed"]


def test_matchers_are_made_by_their_classes(module: Path) -> None:
    text = """
      let(:count) { described_class.new(nil, 2, 'have_user_resource_count') }
      let(:resources) { [instance_double(Puppet::Resource, ref: 'User[a]', type: 'User')] }
      let(:actual) { -> { instance_double(Puppet::Resource::Catalog, resources: resources) } }
      it { expect(count.resource_type).to eq('User') }
      it { expect(count).not_to be_matches(actual) }
      it { expect(count).to have_attributes(description: 'contain exactly 2 User resources') }
      it { expect(count).to have_attributes(description: a_string_starting_with('does not')) }
      it('checks a parameter') do
        parameter = RSpec::Puppet::ManifestMatchers::ParameterMatcher.new(:a, [1], :should)
        expect(parameter.matches?(a: 1)).to be(true)
        expect(parameter.matches?(a: 2)).to be(false)
        expect(parameter.errors.map(&:message)).to eq(['a set to [1] but it is set to [2]'])
      end
    """
    name = "RSpec::Puppet::ManifestMatchers::CountGeneric"
    found = statuses(module, text, "unit", name)
    assert found == ["passed", "passed", "passed", "failed", "passed"]


def test_doubles(module: Path) -> None:
    text = """
      let(:duck) { double('duck', name: 'Donald') }
      it { expect(duck.name).to eq('Donald') }
      it { duck.fly }
      it 'is told to' do
        allow(duck).to receive(:fly).with(2).and_return(4)
        expect(duck.fly(2)).to eq(4)
      end
      it('takes no other') { allow(duck).to receive(:fly).with(2); duck.fly(3) }
      it('takes none') { allow(duck).to receive(:fly).with(no_args); duck.fly }
      it('takes none') { allow(duck).to receive(:fly).with(no_args); duck.fly(1) }
      it('waits') { expect(duck).to receive(:fly) }
    """
    found = statuses(module, text, "unit")
    assert found == ["passed", "failed", "passed", "failed", "passed", "failed", "failed"]


def test_expected_calls_are_counted_after_the_hooks(module: Path) -> None:
    text = """
      let(:duck) { double('duck') }
      after { duck.fly }
      it('flies in a hook') { expect(duck).to receive(:fly) }
    """
    assert statuses(module, text, "unit") == ["passed"]


def test_attributes_of_a_chain_are_variables(module: Path) -> None:
    text = """
      RSpec::Matchers.define(:be_near) do |other|
        chain(:within, :limit)
        match { |actual| (actual - other).abs <= @limit }
      end
      it { expect(5).to be_near(7).within(2) }
      it { expect(5).to be_near(8).within(2) }
    """
    assert statuses(module, text, "unit") == ["passed", "failed"]


def test_words_of_rspec_that_duckrow_lacks(module: Path) -> None:
    text = """
      it('prints') { expect { puts 'a' }.to output("a\\n").to_stdout }
      it('changes') { x = 1; expect { x += 1 }.to change { x }.by(1) }
    """
    assert statuses(module, text, "unit") == ["not run", "not run"]


def test_packages_of_two_providers_may_have_one_name(module: Path) -> None:
    (module / "manifests/init.pp").write_text(
        "class ducks {\n"
        "  package { 'gem': name => 'duck', provider => 'gem' }\n"
        "  package { 'duck': }\n"
        "}\n"
    )
    assert statuses(module, "it { is_expected.to compile.with_all_deps }") == ["passed"]
