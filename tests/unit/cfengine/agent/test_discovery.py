"""Families are computed on demand, and all of them when classes or variables are listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from duckrow.cfengine.agent.discovery import HardClasses, HostFinder
from duckrow.cfengine.agent.host.found import Found
from duckrow.cfengine.agent.prepare import make_context
from duckrow.cfengine.evaluation.classes.table import Classes
from duckrow.cfengine.evaluation.messages.log import Log
from duckrow.cfengine.evaluation.options import Options


class Watched(HostFinder):
    """Has a class and a variable of each family, and records which families were computed."""

    __slots__ = ("asked",)

    def __init__(self) -> None:
        super().__init__(Options(), Log())
        self.asked: list[str] = []

    def _ask(self, name: str) -> Found:
        self.asked.append(name)
        found = Found()
        found.define(f"of_{name}", "source=agent")
        found.put({"kernel": "host", "interfaces": ("ipv4", "lo")}.get(name, name), "value")
        return found


def make() -> tuple[HardClasses, Watched]:
    finder = Watched()
    hard = HardClasses(finder)
    finder.on_classes = hard.add
    return hard, finder


def test_a_known_name_computes_no_family() -> None:
    hard, finder = make()
    hard.add({"any": ("source=agent",)})
    assert "any" in hard
    assert hard.get("any").tags == ("source=agent", "hardclass")
    assert finder.asked == []


def test_an_unknown_name_computes_the_families_that_could_define_it() -> None:
    hard, finder = make()
    assert "of_kernel" in hard
    assert "times" not in finder.asked
    assert "interfaces" not in finder.asked
    assert "Sunday" not in hard
    assert "times" in finder.asked
    assert "ipv4_1" not in hard
    assert "interfaces" in finder.asked
    assert len(finder.asked) == len(set(finder.asked))


def test_addresses_look_like_addresses() -> None:
    for name in ("192_0_2_1", "fe80__1", "mac_00", "net_iface_lo", "ipv6_x"):
        hard, finder = make()
        assert name not in hard
        assert "interfaces" in finder.asked


def test_listing_computes_all_families() -> None:
    hard, finder = make()
    assert {each.name for each in hard.values()} == {f"of_{name}" for name in finder.asked}
    assert len(finder.asked) == 7
    assert len(hard) == len(list(hard)) == len(hard.keys()) == len(hard.items()) == 7
    assert hard.pop("of_times").name == "of_times"
    assert hard.pop("of_times", None) is None


def test_many_unknown_names_compute_all_families() -> None:
    finder = Watched()
    classes = Classes()
    hard = HardClasses(finder, classes)
    classes.hard = hard
    finder.on_classes = hard.add
    assert not any(f"soft{number}" in classes.hard for number in range(100))
    assert len(finder.asked) == 7
    assert type(classes.hard) is dict
    assert set(classes.hard) == {f"of_{name}" for name in finder.asked}


def test_a_variable_computes_its_family() -> None:
    _, finder = make()
    found = finder.find("sys", "host")
    assert found is not None
    assert found.value == "value"
    assert finder.asked == ["kernel"]
    assert finder.find("sys", ("ipv4", "lo")) is not None
    assert finder.find("sys", "nobody") is None
    assert finder.find("other", "host") is None
    assert finder.asked == ["kernel", "interfaces"]
    assert "host" in list(finder.keys("sys"))


@pytest.mark.parametrize(
    ("level", "modes"),
    [
        ("notice", set()),
        ("info", {"inform_mode"}),
        ("debug", {"inform_mode", "verbose_mode", "debug_mode", "opt_debug"}),
    ],
)
def test_a_run_has_classes_of_its_own(tmp_path: Path, level: str, modes: set[str]) -> None:
    options = Options()
    options.work_directory = str(tmp_path)
    options.is_dry_run = level == "info"
    context = make_context(options, Log(level), "common")
    names = {each.name for each in context.classes.all()}
    assert {"any", "common", "cfengine_3_21_0", "feature_xml", "linux"} <= names
    assert "agent" not in names
    assert {name for name in names if name.endswith(("_mode", "opt_debug"))} == modes
    assert ("opt_dry_run" in names) == options.is_dry_run
