"""A type of its own, whose resources live in a dict, and runs over catalogs written as data."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.puppet.apply.ral_catalog import RalCatalog
from duckrow.puppet.apply.ral_from_data import ral_from_data
from duckrow.puppet.apply.run import CatalogRun, RunOptions
from duckrow.puppet.providers.base import ABSENT, Behaviour, Provider, ProviderError
from duckrow.puppet.providers.index import Providers
from duckrow.puppet.resources import find
from duckrow.puppet.resources.behaviour import behaviour_of
from duckrow.puppet.resources.desired import ResourceError
from duckrow.puppet.resources.table import ResourceTypeTable
from duckrow.state.report import LogLine
from duckrow.state.run import Run

TABLE = ResourceTypeTable(
    "nest",
    properties={"ensure": "present absent", "eggs": "", "colour": "white brown"},
    parameters={"name": "", "trouble": "", "deep": "true false yes no", "provider": ""},
    features={"colour": "paint"},
)


class NestType(Behaviour):
    """Nests refresh; their eggs are numbers."""

    can_refresh = True
    providers = ("dict",)

    def munge_eggs(self, desired: Any, value: Any) -> int:
        if not str(value).isdigit():
            raise ValueError(f"eggs are counted, not '{value}'")
        return int(value)

    def autorequire(self, desired: Any) -> Any:
        yield "nest", [desired.name.rpartition("/")[0]]


class DictProvider(Provider):
    """Keeps nests in `machine.nests`."""

    name = "dict"

    def prefetch(self, machine: Any, many: Any) -> None:
        machine.prefetched.append([each.name for each in many])

    def read(self, machine: Any, desired: Any) -> dict[str, Any]:
        if desired["trouble"] == "read":
            raise ProviderError("the fox was here")
        return dict(machine.nests.get(desired.name, {"ensure": ABSENT}))

    def create(self, machine: Any, desired: Any, state: Any) -> None:
        self._mind(desired)
        machine.nests[desired.name] = {"ensure": "present", "eggs": desired["eggs"] or 0}

    def remove(self, machine: Any, desired: Any, state: Any) -> None:
        machine.nests.pop(desired.name)

    def set(self, machine: Any, desired: Any, name: str, value: Any, state: Any) -> None:
        self._mind(desired)
        machine.nests[desired.name][name] = value

    def _mind(self, desired: Any) -> None:
        if desired["trouble"] == "once":
            desired.values["trouble"] = "gone"
            raise ProviderError("not yet")
        if desired["trouble"] == "write":
            raise ProviderError("no more twigs")
        if desired["trouble"] == "tell":
            raise ProviderError(f"cannot count to {desired['eggs']}")

    def refresh(self, machine: Any, desired: Any) -> None:
        if desired["trouble"] == "refresh":
            raise ProviderError("asleep")
        machine.refreshed.append(desired.name)


class Pond:
    """Stands in for a machine."""

    root = "/"

    def __init__(self) -> None:
        self.nests: dict[str, dict[str, Any]] = {}
        self.refreshed: list[str] = []
        self.prefetched: list[list[str]] = []

    def settle(self) -> None:
        pass


class World:
    """A pond, and runs on it."""

    def __init__(self) -> None:
        self.pond = Pond()
        self.lines: list[LogLine] = []
        self.wanted: RalCatalog | None = None

    def catalog(self, resources: list[dict[str, Any]], run: CatalogRun) -> RalCatalog:
        """Make a catalog; `in` names the containers of a resource."""
        items, edges = [], []
        for given in resources:
            item = {"type": "Nest", "tags": [], **given}
            around = item.pop("in", [])
            ref = f"{item['type']}[{item['title']}]"
            edges += [{"source": each, "target": ref} for each in around]
            items.append(item)
        data = {"name": "pond", "environment": "test", "resources": items, "edges": edges}

        def find_table(name: str) -> ResourceTypeTable | None:
            return TABLE if name == "nest" else find(name)

        return ral_from_data(data, run.providers, run.log, find_table)

    def run(
        self, *resources: dict[str, Any], state: str | None = None, **options: Any
    ) -> CatalogRun:
        """Apply resources."""
        self.lines = []
        options.setdefault("has_default_schedules", False)
        whole = Run(
            "pond",
            "test",
            self.lines.append,
            is_noop=options.get("is_noop", False),
            level=options.pop("level", "notice"),
        )
        if state is not None:
            whole.open_state(state)
        run = CatalogRun(whole, self.pond, RunOptions(**options), "pond.pp")  # type: ignore[arg-type]
        run.providers = Providers(self.pond, {("nest", "dict"): DictProvider})  # type: ignore[arg-type]
        try:
            self.wanted = self.catalog(list(resources), run)
        except ResourceError as error:
            run.log("err", str(error))
        else:
            run.apply(self.wanted)
        if state is not None:
            run.close()
            assert whole.close() is None
        return run

    def said(self) -> list[str]:
        """Give what was said, but for how long it took."""
        return [
            f"{line.level} {line.source}: {line.message}"
            for line in self.lines
            if not line.message.startswith("Applied catalog")
        ]


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    nest = NestType(TABLE)
    monkeypatch.setattr(
        "duckrow.puppet.apply.ral_catalog.behaviour_of",
        lambda table: nest if table.name == "nest" else behaviour_of(table),
    )
    return World()


def nest(title: str, **parameters: Any) -> dict[str, Any]:
    """Describe a nest."""
    around = parameters.pop("around", [])
    tags = parameters.pop("tags", [])
    secret = parameters.pop("secret", [])
    return {
        "title": title,
        "tags": tags,
        "in": around,
        "parameters": {"ensure": "present", **parameters},
        "sensitive_parameters": secret,
    }


@pytest.fixture(name="nest")
def _nest() -> Any:
    return nest
