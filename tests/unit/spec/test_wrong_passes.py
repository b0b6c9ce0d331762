"""Expectations that RSpec 3.12 and rspec-puppet 5 do not accept."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.main import main
from duckrow.spec.runner import Job, run_file

FAILING = [
    "expect(nil).not_to include('x')",
    "expect({ 'a' => 1 }).not_to include('a' => 1, 'b' => 9)",
    "expect(nil).to all(eq(1))",
    "expect('abc').to all(eq('a'))",
    "expect('abc').to start_with('a', 'z')",
    "expect(['abc']).to match(/abc/)",
    "expect(8080).to match(/80/)",
    "expect('a').not_to have_attributes(nosuch: 3)",
    "expect('a').not_to have_attributes(size: 1, upcase: 'B')",
    "allow(d).to receive(:q); expect(d).to receive(:q).with(5); d.q(6)",
    "expect(d).to receive(:q).with(5); begin; d.q(6); rescue StandardError; end; d.q(5)",
    "expect([1, 2]).not_to all(eq(1))",
    "expect('a').not_to respond_to(:size, :nosuch)",
    "expect(d).to receive(:q).and_return(1, 2); d.q",
    "expect(d).to receive(:q).at_least(:once).and_return(1, 2); d.q",
    "allow(d).to receive(:q).with(any_args, 5); d.q(5, 6)",
    "allow(d).to receive(:q).with(5, any_args); d.q",
    "expect([1]).to match_array(nil)",
]
PASSING = [
    "expect([1, 2]).not_to include(3)",
    "expect({ 'a' => 1 }).not_to include('a' => 2)",
    "expect([1, 1]).to all(eq(1))",
    "expect('abc').to start_with('ab')",
    "expect(['a', 'b', 'c']).to start_with('a', 'b')",
    "expect('port 8080').to match(/80/)",
    "expect(:port).to match(/or/)",
    "expect('a').not_to have_attributes(size: 2)",
    "allow(d).to receive(:q); expect(d).to receive(:q).with(5); d.q(6); d.q(5)",
    "expect('a').not_to respond_to(:nosuch, :nor_this)",
    "expect(d).to receive(:q).and_return(1, 2); d.q; d.q",
    "expect(d).to receive(:q).and_return(1, 2).once; d.q",
    "allow(d).to receive(:q).and_return(1, 2); d.q",
    "allow(d).to receive(:q).with(any_args, 5).and_return(7); expect(d.q(3, 4, 5)).to eq(7)",
    "allow(d).to receive(:q).with(5, any_args).and_return(7); expect(d.q(5)).to eq(7)",
    "expect(['a']).to match_array('a')",
]
RESOURCES = {
    "with('mode')": "failed",
    "with([['mode', '0644']])": "passed",
    "with_mode(->(v) { v =~ /0644/ ? 1 : 0 })": "failed",
    "with_mode(->(v) { v == '0644' })": "passed",
    "with_mode(eq('0644'))": "failed",
    "with_mode(/^0644$/)": "passed",
    "only_with([])": "failed",
    "with(recurselimit: 1).with(recurselimit: true)": "failed",
    "with(recurselimit: 1).with(recurselimit: 1.0)": "failed",
    "with(recurselimit: 1).with(recurselimit: 1)": "passed",
    "without(recurselimit: 2).without(recurselimit: 1)": "failed",
}


def statuses(tmp_path: Path, text: str) -> list[str]:
    (tmp_path / "spec").mkdir()
    file = tmp_path / "spec" / "ducks_spec.rb"
    file.write_text(text)
    result = run_file(Job(str(file), str(tmp_path), []))
    assert result.errors == []
    return [each.status for each in result.examples]


@pytest.mark.parametrize(
    ("code", "expected"),
    [*((code, "failed") for code in FAILING), *((code, "passed") for code in PASSING)],
)
def test_expectations(tmp_path: Path, code: str, expected: str) -> None:
    text = f"describe 'ducks' do\nlet(:d) {{ Object.new }}\nit {{ {code} }}\nend\n"
    assert statuses(tmp_path, text) == [expected]


@pytest.mark.parametrize("words", RESOURCES)
def test_parameters(tmp_path: Path, words: str) -> None:
    text = f"""
describe 'pond', type: :class do
  let(:pre_condition) {{ "class pond {{ file {{ '/a': mode => '0644', recurselimit => 1 }} }}" }}
  it {{ is_expected.to contain_file('/a').{words} }}
end
"""
    assert statuses(tmp_path, text) == [RESOURCES[words]]


def test_modules_of_one_name_have_their_own_manifests(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for place in ("a", "b"):
        module = tmp_path / place / "pond"
        (module / "manifests").mkdir(parents=True)
        (module / "spec/classes").mkdir(parents=True)
        (module / "metadata.json").write_text('{"name": "duck-pond"}')
        (module / "manifests/init.pp").write_text(f"class pond {{ notify {{ '{place}': }} }}\n")
        spec = f"describe 'pond' do\n  it {{ is_expected.to contain_notify('{place}') }}\nend\n"
        (module / "spec/classes/pond_spec.rb").write_text(spec)
    assert main(["spec", f"{tmp_path}/a/pond", f"{tmp_path}/b/pond"]) == 0
    assert "2 examples, 0 failures" in capsys.readouterr().out


def test_secrets_of_nodes_tell_catalogs_apart(tmp_path: Path) -> None:
    text = """
describe 'pond', type: :class do
  let(:pre_condition) { 'class pond { notify { "${ducks.unwrap}": } }' }
  %w[huey dewey].each do |name|
    context name do
      let(:node_params) { { 'ducks' => sensitive(name) } }
      it { is_expected.to contain_notify(name) }
    end
  end
end
"""
    assert statuses(tmp_path, text) == ["passed", "passed"]
