"""Resources as they are on a machine."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.machine.memory import MemoryMachine
from duckrow.machine.packages.memory import MemoryPackages
from duckrow.machine.packages.package import Package
from duckrow.puppet.apply.inspect import InspectError, find_all
from duckrow.puppet.apply.ral_catalog import RalCatalog
from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.providers.index import Providers
from duckrow.puppet.providers.package.common import PackageProvider
from duckrow.puppet.resources import find


def test_a_tool_that_cannot_list_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = MemoryMachine()
    assert isinstance(machine.packages, MemoryPackages)
    machine.packages.only.books["pond"] = Package("pond", "1.0")
    said: list[tuple[str, str, str]] = []
    wanted = RalCatalog("pond", "test", Providers(machine), lambda *words: said.append(words), find)
    table = find("package")
    assert table is not None
    default: Any = wanted.providers.default(wanted.behaviour(table))
    instances = PackageProvider.instances
    broken = {"pip"}

    def list_some(self: PackageProvider, machine: Any) -> Any:
        if self.name in broken:
            raise ProviderError(f"{self.name} is out of order")
        return instances(self, machine)

    monkeypatch.setattr(PackageProvider, "instances", list_some)
    ((name, state),) = find_all(wanted, table)
    assert (name, state["ensure"], state["provider"]) == ("pond", "1.0", default.name)
    message = "Could not list package by pip: pip is out of order"
    assert said == [("warning", message, "Puppet")]
    broken.add(default.name)
    with pytest.raises(InspectError, match="is out of order"):
        find_all(wanted, table)
