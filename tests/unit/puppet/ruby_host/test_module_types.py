"""The types of installed modules: what is read from their files is what running them defines."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.puppet.ruby_code.types.load import load_table
from duckrow.puppet.ruby_host.entry import enter
from duckrow.puppet.ruby_host.host import MachineHost
from duckrow.puppet.ruby_host.objects import class_at
from duckrow.puppet.ruby_host.types.known import classes, name_of
from duckrow.puppet.ruby_host.types.type_class import key_attributes
from duckrow.ruby.dispatch import send
from duckrow.ruby.values.kinds import RubyModule, symbol

MODULES = Path("/usr/share/puppet/modules")
FILES = sorted(MODULES.glob("*/lib/puppet/type/*.rb"))
# Facts that files of types and providers ask for while they are read.
FACTS = {
    "kernel": "Linux",
    "osfamily": "Debian",
    "operatingsystem": "Debian",
    "os": {"name": "Debian", "family": "Debian", "release": {"major": "12"}},
}


class Settings(dict[str, object]):
    """Every setting is empty."""

    def __missing__(self, _name: str) -> str:
        return ""


@pytest.fixture(scope="module")
def host() -> MachineHost:
    libraries = [str(path) for path in sorted(MODULES.glob("*/lib"))]
    return MachineHost(
        LocalMachine(), libraries, lambda _level, _message: None, lambda: FACTS, Settings()
    )


def read(file: Path) -> ResourceTypeTable | None:
    def find(path: str) -> bytes:
        return Path(path).read_bytes()

    has_provider = any(MODULES.glob(f"*/lib/puppet/provider/{file.stem}"))
    return load_table(file.stem, str(file), file.read_bytes(), find, None, has_provider)


def run(host: MachineHost, name: str) -> RubyModule:
    def load(ruby: object) -> object:
        return send(ruby, class_at(ruby, "Puppet::Type"), "type", symbol(name))  # type: ignore[arg-type]

    found = enter(host, load)
    assert isinstance(found, RubyModule)
    return found


@pytest.mark.skipif(not FILES, reason="no modules are installed")
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-5]}-{file.stem}")
def test_type_read_and_run(host: MachineHost, file: Path) -> None:
    table = read(file)
    type_ = run(host, file.stem)
    assert table is not None
    assert set(table.properties) == {name_of(each).name for each in classes(type_, "properties")}
    assert set(table.parameters) == {name_of(each).name for each in classes(type_, "parameters")}
    names = [each.name for each in key_attributes(type_)] or ["name"]
    assert sorted(table.namevars) == sorted(names)
