"""replace_file of Puppet::Util and Puppet::FileSystem, with the answers of Puppet 7.23."""

from __future__ import annotations

import os

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.puppet.ruby_host.host import MachineHost
from duckrow.ruby.errors import RubyError
from duckrow.ruby.unit import load_ruby

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

HOMES = ["Puppet::Util", "Puppet::FileSystem"]


def run(code: str) -> object:
    host = MachineHost(LocalMachine(), (), lambda _level, _message: None, dict, {})
    return load_ruby(code.encode(), "example.rb").run(host.interpreter(), None)


@pytest.mark.parametrize("home", HOMES)
def test_a_link_is_replaced_and_never_followed(tmp_path: Path, home: str) -> None:
    (tmp_path / "secret").write_text("old")
    link = tmp_path / "link"
    link.symlink_to("secret")
    run(f"{home}.replace_file('{link}', 0600) {{ |f| f.write 'new' }}")
    assert (tmp_path / "secret").read_text() == "old"
    assert not link.is_symlink()
    assert (link.read_text(), link.stat().st_mode & 0o777) == ("new", 0o600)


@pytest.mark.parametrize("home", HOMES)
def test_the_block_gets_the_path_of_the_draft(tmp_path: Path, home: str) -> None:
    file = tmp_path / "sudoers"
    file.write_text("good")
    code = "{ |f| f.write 'bad'; f.flush; raise 'no' if File.read(f.path) == 'bad' }"
    with pytest.raises(RubyError, match="no"):
        run(f"{home}.replace_file('{file}', 0600) {code}")
    assert os.listdir(tmp_path) == ["sudoers"]
    assert file.read_text() == "good"


def test_a_rejected_draft_is_removed(tmp_path: Path) -> None:
    file = tmp_path / "sudoers"
    check = "lambda { |path| raise File.read(path) }"
    with pytest.raises(RubyError, match="bad"):
        run(
            f"Puppet::Util.replace_file('{file}', 0644, validate_callback: {check}) "
            "{ |f| f.write 'bad' }"
        )
    assert os.listdir(tmp_path) == []


def test_modes(tmp_path: Path) -> None:
    run(f"Puppet::FileSystem.replace_file('{tmp_path}/a') {{ |f| f.write 'x' }}")
    run(f"Puppet::Util.replace_file('{tmp_path}/a', 0600) {{ |f| f.write 'y' }}")
    run(f"Puppet::Util.replace_file('{tmp_path}/b', 'u=rw,g=r') {{ |f| f.write 'y' }}")
    run(f"Puppet::FileSystem.replace_file('{tmp_path}/c', 0600) {{ |f| f.write 'y' }}")
    modes = [(tmp_path / name).stat().st_mode & 0o777 for name in "abc"]
    assert modes == [0o640, 0o640, 0o600]


def test_an_exclusive_file_is_not_made_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    with pytest.raises(RubyError, match="File exists"):
        run(f"Puppet::FileSystem.exclusive_create('{tmp_path}/link', 0600) {{ |f| f.write 'x' }}")
    assert os.listdir(tmp_path) == ["link"]


@pytest.mark.parametrize(
    ("mode", "before", "bits"),
    [("g=u", 0o700, 0o770), ("u+rw-x", 0o700, 0o600), ("a+X", 0o700, 0o711), ("0640", 0, 0o640)],
)
def test_symbolic_modes(mode: str, before: int, bits: int) -> None:
    include = "include Puppet::Util::SymbolicFileMode"
    assert run(f"Class.new {{ {include} }}.new.symbolic_mode_to_int('{mode}', {before})") == bits


def test_a_mode_that_puppet_rejects() -> None:
    include = "include Puppet::Util::SymbolicFileMode"
    with pytest.raises(RubyError, match=r"X only works with the '\+' operator"):
        run(f"Class.new {{ {include} }}.new.symbolic_mode_to_int('a=X')")


def test_a_lock_that_another_holds(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    with pytest.raises(RubyError, match="Timeout waiting for exclusive lock"):
        run(
            f"File.open('{tmp_path}/a') {{ |f| f.flock(File::LOCK_EX); "
            f"Puppet::FileSystem.exclusive_open('{tmp_path}/a', nil, 'r', 0.1) {{ |g| g.read }} }}"
        )
    code = f"Puppet::FileSystem.exclusive_open('{tmp_path}/a', nil, 'r') {{ |g| g.read }}"
    assert run(code) == "x"
