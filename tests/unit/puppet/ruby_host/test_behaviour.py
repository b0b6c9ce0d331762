"""A type whose Ruby code needs what duckrow lacks fails alone, with the place in its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.main import main
from duckrow.machine.local import LocalMachine
from duckrow.puppet.ruby_host.host import MachineHost
from duckrow.ruby.nesting import main_object
from duckrow.ruby.unit import load_ruby

TYPE = """Puppet::Type.newtype(:duckling) do
  newparam(:name, namevar: true) { munge { |v| v == 'munged' ? fork : v } }
  newproperty(:age) {}
  autorequire(:notify) { fork if self[:name] == 'related'; [] }
end
"""
PROVIDER = """Puppet::Type.type(:duckling).provide(:plain) do
  def age
    fork if resource[:name] == 'read'
    1
  end

  def age=(value)
    fork if resource[:name] == 'written'
  end
end
"""


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    files = {"type/duckling.rb": TYPE, "provider/duckling/plain.rb": PROVIDER}
    for name, text in files.items():
        path = tmp_path / "modules/nest/lib/puppet" / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
    return tmp_path / "modules"


def apply(modules: Path, code: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    options = ["--no-state", "--detailed-exitcodes", f"--modulepath={modules}"]
    code_ = main(["apply", *options, "-e", code])
    out, err = capsys.readouterr()
    return code_, (out + err).replace(str(modules), "MODULES")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "munged",
            "Could not evaluate: The Ruby code (MODULES/nest/lib/puppet/type/duckling.rb:2",
        ),
        (
            "related",
            "Could not evaluate: The Ruby code (MODULES/nest/lib/puppet/type/duckling.rb:4)",
        ),
        ("read", "(MODULES/nest/lib/puppet/provider/duckling/plain.rb:3) needs fork"),
        ("written", "change from 1 to 2 failed: The Ruby code"),
    ],
)
def test_an_unsupported_construct_fails_one_resource(
    name: str, message: str, modules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = f"duckling {{ '{name}': age => 2 }} duckling {{ 'fine': age => 2 }}"
    status, output = apply(modules, code, capsys)
    assert status == 6
    assert message in output
    assert "Duckling[fine]/age: age changed 1 to 2" in output


def test_an_exception_behind_an_error_is_named(
    modules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = TYPE.replace("newproperty(:age) {}", "ensurable")
    (modules / "nest/lib/puppet/type/duckling.rb").write_text(text)
    provider = PROVIDER.replace("def age\n", "def exists?; false; end\ndef create\nraise 'dry'\n")
    (modules / "nest/lib/puppet/provider/duckling/plain.rb").write_text(provider)
    status, output = apply(modules, "duckling { 'a': ensure => present }", capsys)
    message = "Error: Could not set 'present' on ensure: dry (line: 1)\n"
    assert status == 4
    assert f"{message}{message}Wrapped exception:\ndry\n" in output


def test_a_type_whose_body_fails_is_unknown() -> None:
    host = MachineHost(LocalMachine(), [], lambda _level, _message: None, dict, {})
    code = """
    begin; Puppet::Type.newtype(:half) { raise 'dry' }; rescue => e; end
    [e.message, Puppet::Type.type(:half)]
    """
    ruby = host.interpreter()
    assert load_ruby(code.encode(), "x.rb").run(ruby, main_object(ruby)) == ["dry", None]


CHECKED = """Puppet::Type.newtype(:duckling) do
  newparam(:name, namevar: true)
  newproperty(:age) { newvalues(1, 2) }
  validate { raise ArgumentError, 'too old' if self[:age] == :'2' }
end
"""


@pytest.mark.parametrize(
    ("attribute", "message"),
    [
        (
            "age => 3",
            "Parameter age failed on Duckling[a]: Invalid value 3. Valid values are 1, 2.",
        ),
        (
            "provider => deep",
            "Parameter provider failed on Duckling[a]: Invalid duckling provider 'deep'",
        ),
        ("age => 2", "Validation of Duckling[a] failed: too old"),
    ],
)
def test_an_invalid_value_names_the_location_of_the_resource(
    attribute: str,
    message: str,
    modules: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (modules / "nest/lib/puppet/type/duckling.rb").write_text(CHECKED)
    code = f"\nduckling {{ 'a': {attribute} }}"
    status, output = apply(modules, code, capsys)
    assert status == 1
    assert f"Error: {message} (line: 2)\n" in output
    manifest = tmp_path / "site.pp"
    manifest.write_text(code)
    assert main(["apply", "--no-state", f"--modulepath={modules}", str(manifest)]) == 1
    assert f"Error: {message} (file: {manifest}, line: 2)\n" in capsys.readouterr().err


def test_commands_that_a_root_directory_lacks_are_named(
    modules: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    provider = PROVIDER.replace("do\n", "do\n  commands cat: 'cat'\n", 1)
    (modules / "nest/lib/puppet/provider/duckling/plain.rb").write_text(provider)
    root = tmp_path / "root"
    root.mkdir()
    options = ["--no-state", "--root", str(root), f"--modulepath={modules}"]
    for code in ("duckling { 'a': }", "duckling { 'a': provider => plain }"):
        assert main(["apply", *options, "-e", code]) == 1
        assert "(the root directory has no command cat)" in capsys.readouterr().err
