"""Puppet::Util and its neighbours: util.rb, with the answers of Puppet 7.23 in util.txt."""

from __future__ import annotations

from pathlib import Path

from duckrow.machine.local import LocalMachine
from duckrow.puppet.ruby_host.host import MachineHost
from duckrow.ruby.unit import load_ruby

HERE = Path(__file__).parent


def test_the_answers_are_those_of_puppet() -> None:
    host = MachineHost(LocalMachine(), (), lambda _level, _message: None, dict, {})
    unit = load_ruby((HERE / "util.rb").read_bytes(), str(HERE / "util.rb"))
    made = unit.run(host.interpreter(), None)
    assert made == (HERE / "util.txt").read_text().splitlines()


def test_modules_are_found(tmp_path: Path) -> None:
    (tmp_path / "pond" / "lib").mkdir(parents=True)
    (tmp_path / "pond" / "metadata.json").write_text('{"version": "1.2.3"}')
    directories = [str(tmp_path / "pond" / "lib")]
    settings = {"environment": "marsh"}
    host = MachineHost(LocalMachine(), directories, lambda _level, _message: None, dict, settings)

    def run(code: str) -> object:
        return load_ruby(code.encode(), "example.rb").run(host.interpreter(), None)

    assert run("Puppet::Module.find('pond').path") == str(tmp_path / "pond")
    assert run("Puppet::Module.find('pond', 'marsh').metadata['version']") == "1.2.3"
    assert run("Puppet::Module.find('sea')") is None
    assert run("Puppet.lookup(:current_environment).name.to_s") == "marsh"
    assert run("Puppet.lookup(:current_environment).modulepath") == [str(tmp_path)]
