"""Types in Ruby and the catalog: what they check, add and generate, and which names are unique."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.main import main

DUCK = """Puppet::Type.newtype(:duck) do
  newparam(:name, namevar: true) { munge { |v| v.downcase } }
  newparam(:how) do
    def post_compile; Puppet.notice('post_compile') if value == 'post_compile'; end
  end
  newproperty(:weight) do
    def retrieve
      if resource[:how] == 'late'
        resource.catalog.add_resource(Puppet::Type.type(:notify).new(name: 'late'))
      end
      '1'
    end
  end
  validate do
    if self[:how] == 'add'
      catalog.add_resource(Puppet::Type.type(:notify).new(name: 'added'))
    end
  end
  def pre_run_check
    raise Puppet::Error, 'the pond is frozen' if self[:how] == 'check'
  end
  def finish
    Puppet.notice('finish') if self[:how] == 'finish'
    raise Puppet::Error, 'cannot finish' if self[:how] == 'unfinished'
    super
  end
  def generate
    case self[:how]
    when 'loud' then [Puppet::Type.type(:notify).new(name: 'quack', loglevel: :warning)]
    when 'file' then [Puppet::Type.type(:file).new(name: '/nonexistent/reed', content: 'x')]
    when 'twin' then [Puppet::Type.type(:duck).new(name: 'Later', how: 'finish')]
    else []
    end
  end
end
"""
NEST = """Puppet::Type.newtype(:nest) do
  def self.title_patterns
    [[/^([^:]+):(\\d+)$/m, [[:tree], [:branch]]], [/^([^:]+)$/m, [[:tree]]]]
  end
  newparam(:tree, namevar: true)
  newparam(:branch, namevar: true) { munge { |v| Integer(v) } }
end
"""


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    directory = tmp_path / "modules/pond/lib/puppet/type"
    directory.mkdir(parents=True)
    (directory / "duck.rb").write_text(DUCK)
    (directory / "nest.rb").write_text(NEST)
    return tmp_path / "modules"


def apply(modules: Path, code: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    options = ["--no-state", "--noop", f"--modulepath={modules}"]
    status = main(["apply", *options, "-e", code])
    out, err = capsys.readouterr()
    return status, out + err


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("duck { 'a': how => 'finish' }", "Notice: finish"),
        ("duck { 'a': how => Binary('ZmluaXNo') }", "Notice: finish"),
        ("duck { 'a': how => 'post_compile' }", "Notice: post_compile"),
        ("duck { 'a': how => 'twin' }", "Notice: finish"),
        ("duck { 'a': how => 'add' }", "Notice: /Notify[added]/message: current_value 'absent'"),
        ("duck { 'a': how => 'loud' }", "Warning: /Stage[main]/Main/Notify[quack]/message:"),
        ("duck { 'a': how => 'file' }", "current_value 'absent', should be 'file' (noop)"),
        ("nest { 'oak:1': } nest { 'b': tree => 'oak', branch => 2 }", "Applied catalog"),
    ],
)
def test_what_a_type_does_in_a_run(
    code: str, message: str, modules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = apply(modules, code, capsys)
    assert message in output
    assert status == 0


def test_a_resource_that_code_adds_during_the_run_is_rejected(
    modules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = apply(modules, "duck { 'a': how => 'late', weight => 1 }", capsys)
    assert "needs Puppet::Resource::Catalog#add_resource while resources are applied" in output
    assert status == 1


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("duck { 'a': how => 'check' }", "Error: /Stage[main]/Main/Duck[a]: the pond is frozen"),
        ("duck { 'a': how => 'check' }", "Some pre-run checks failed"),
        ("duck { 'a': how => 'unfinished' }", "cannot finish"),
        (
            "nest { 'oak:1': } nest { 'b': tree => 'oak', branch => 1 }",
            'Cannot alias Nest[b] to [1, "oak"] at (line: 1); resource ["Nest", 1, "oak"] already',
        ),
        (
            "duck { 'a': } duck { 'A': }",
            'Cannot alias Duck[A] to ["a"] at (line: 1); resource ["Duck", "a"] already declared',
        ),
        (
            "duck { 'A': } duck { 'a': }",
            "Duplicate declaration: Duck[a] is already declared at (line: 1); cannot redeclare",
        ),
        (
            "duck { 'later': } duck { 'a': how => 'twin' }",
            'Cannot alias Duck[Later] to ["later"]',
        ),
    ],
)
def test_what_ends_a_run(
    code: str, message: str, modules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, output = apply(modules, f"{code} notify {{ 'last': }}", capsys)
    assert message in output
    assert "Notify[last]" not in output
    assert status == 1
