"""Hooks of groups: their order, and hooks around examples. RSpec 3.12 gave the same outcomes."""

from __future__ import annotations

from pathlib import Path

from duckrow.spec.runner import Job, run_file

ORDER = """
RSpec.configure do |c|
  c.before { @seen = @zero ? [:first] : [] }
  c.append_before { @seen << :second }
  c.prepend_before { @zero = true }
end
describe 'ducks' do
  context 'inside' do
    before { @seen << :b }
    append_before { @seen << :c }
    prepend_before { @seen << :a }
    after { $seen << :b }
    append_after { $seen << :c }
    prepend_after { $seen = [:a] }
    it('one') { expect(@seen).to eq [:first, :second, :a, :b, :c] }
    it('two') { expect($seen).to eq [:a, :b, :c] }
  end
end
"""
AROUND = """
describe 'ducks' do
  context 'swallowing' do
    around { |example| begin; example.run; rescue Exception; end }
    it('fails') { raise 'x' }
    it('passes') { }
    it('skips') { skip 'x' }
  end
  context 'with work behind the example' do
    around { |example| example.run; $after = true }
    it('fails') { expect(1).to eq 2 }
    it('has run') { expect($after).to eq true }
  end
  context 'failing' do
    around { |example| example.run; raise 'hook' }
    it('fails') { }
    it('says why') { raise 'example' }
  end
  context 'without the example' do
    around { |example| }
    it('is pending') { raise 'x' }
  end
end
"""


def outcomes(path: Path, text: str) -> list[tuple[str, str]]:
    (path / "spec").mkdir()
    file = path / "spec/ducks_spec.rb"
    file.write_text(text)
    result = run_file(Job(str(file), str(path), []))
    assert result.errors == []
    return [(each.status, each.message) for each in result.examples]


def test_hooks_run_in_their_order(tmp_path: Path) -> None:
    assert outcomes(tmp_path, ORDER) == [("passed", ""), ("passed", "")]


def test_hooks_around_an_example_do_not_see_its_error(tmp_path: Path) -> None:
    found = outcomes(tmp_path, AROUND)
    assert [status for status, _ in found] == [
        *("failed", "passed", "pending"),
        *("failed", "passed"),
        *("failed", "failed"),
        "pending",
    ]
    assert found[5][1] == "RuntimeError: hook"
    assert found[6][1] == "RuntimeError: example"
