"""Files that Ruby code reads by their URL."""

from __future__ import annotations

from pathlib import Path

from duckrow.machine.memory import MemoryMachine
from duckrow.puppet.ruby_host.files import lib_directories
from duckrow.puppet.ruby_host.host import MachineHost
from duckrow.ruby.nesting import main_object
from duckrow.ruby.unit import load_ruby

CODE = """
found = Puppet::FileServing::Content.indirection.find('%s')
found && [found.content, Puppet::FileServing::Metadata.indirection.find('%s').ftype]
"""


def found(directory: Path, url: str) -> object:
    for module in ("pond", "reed"):
        (directory / module / "files").mkdir(parents=True)
        (directory / module / "files" / "duck").write_text(f"quack of {module}\n")
    (directory / "pond" / "lib").mkdir()
    host = MachineHost(
        MemoryMachine({"/etc/duck": b"host\n"}),
        lib_directories([str(directory)]),
        lambda _level, _message: None,
        dict,
        {},
    )
    ruby = host.interpreter()
    return load_ruby((CODE % (url, url)).encode(), "x.rb").run(ruby, main_object(ruby))


def test_a_file_of_a_module(tmp_path: Path) -> None:
    assert found(tmp_path, "puppet:///modules/pond/duck") == ["quack of pond\n", "file"]


def test_a_module_without_ruby_has_files_too(tmp_path: Path) -> None:
    assert found(tmp_path, "puppet:///modules/reed/duck") == ["quack of reed\n", "file"]


def test_a_file_of_the_host(tmp_path: Path) -> None:
    assert found(tmp_path, "file:///etc/duck") == ["host\n", "file"]


def test_a_missing_file_is_nil(tmp_path: Path) -> None:
    assert found(tmp_path, "puppet:///modules/pond/swan") is None
