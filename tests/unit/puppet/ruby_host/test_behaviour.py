"""A type whose Ruby code needs what duckrow lacks fails alone, with the place in its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cli.main import main

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
