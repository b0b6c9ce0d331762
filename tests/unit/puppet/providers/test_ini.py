"""ini_setting and ini_subsetting: texts with settings, and what becomes of them."""

from __future__ import annotations

from typing import Any

import pytest

from duckrow.machine.memory import MemoryMachine
from duckrow.puppet.providers.base import Change
from duckrow.puppet.providers.ini_setting.ruby import Ruby as Setting
from duckrow.puppet.providers.ini_setting.text import IniStyle, IniText
from duckrow.puppet.providers.ini_subsetting.items import Items
from duckrow.puppet.providers.ini_subsetting.ruby import Ruby as Subsetting
from duckrow.puppet.resources import ini_setting, ini_subsetting
from duckrow.puppet.resources.desired import Desired


def put(text: str, section: str, setting: str, value: str, style: IniStyle | None = None) -> str:
    found = IniText(text, style or IniStyle())
    found.set(section, setting, value)
    assert found.value(section, setting) == value
    assert IniText(str(found), style or IniStyle()).value(section, setting) == value
    return str(found)


@pytest.mark.parametrize(
    ("before", "section", "after"),
    [
        ("", "s", "[s]\na = 1\n"),
        ("", "", "a = 1\n"),
        ("x = 1", "s", "x = 1\n\n[s]\na = 1\n"),
        ("[t]\nb = 1\n", "", "a = 1\n\n[t]\nb = 1\n"),
        ("[s]\n  b=1\n\n[t]\n", "s", "[s]\n  b=1\n  a = 1\n\n[t]\n"),
        ("[s]\na=0\n", "s", "[s]\na=1\n"),
        ("[s]\n;a = 0\nb = 1\n", "s", "[s]\n;a = 0\na = 1\nb = 1\n"),
        ("[s]\nb = 1\n[s]\nc = 1\n", "s", "[s]\nb = 1\n[s]\nc = 1\na = 1\n"),
    ],
)
def test_setting(before: str, section: str, after: str) -> None:
    assert put(before, section, "a", "1") == after


@pytest.mark.parametrize(
    "separator", ["=", ":", " = ", " ", "|", ".", "*", "->", "::=", "+=", "\t"]
)
def test_every_separator_is_found_again(separator: str) -> None:
    style = IniStyle(separator)
    text = put("", "s", "key", "value", style)
    assert text == f"[s]\nkey{separator}value\n"
    assert put(text, "s", "key", "other", style) == f"[s]\nkey{separator}other\n"


def test_last_setting_takes_its_section_with_it() -> None:
    text = IniText("[s]\na = 1\n[t]\n# note\nb = 1\n", IniStyle())
    text.remove("s", "a")
    text.remove("t", "b")
    assert str(text) == "[t]\n# note\n"


def wanted(module: Any, provider: Any, **given: Any) -> Desired:
    desired = Desired(module.BEHAVIOUR, "it", {"path": "/i", **given})
    desired.provider = provider()
    module.BEHAVIOUR.fill(desired)
    return desired


def planned(machine: MemoryMachine, desired: Desired) -> list[Change]:
    return list(desired.provider.plan(desired.provider.read(machine, desired), desired))


def test_values_are_hidden_unless_differences_are_shown() -> None:
    machine = MemoryMachine({"/i": b"[s]\na = old\n"})
    desired = wanted(ini_setting, Setting, section="s", setting="a", value="new")
    (change,) = planned(machine, desired)
    hidden = "[redacted sensitive information]"
    assert change.message_after() == f"value changed {hidden} to {hidden}"
    change.carry_out(machine)
    assert machine.files.read("/i") == b"[s]\na = new\n"
    assert planned(machine, desired) == []


def test_section_is_not_made_where_that_is_not_wanted() -> None:
    given = {"section": "s", "setting": "a", "value": "1"}
    desired = wanted(ini_setting, Setting, **given, force_new_section_creation=False)
    assert planned(MemoryMachine(), desired) == []


def test_refresh_sets_what_is_only_set_then() -> None:
    machine = MemoryMachine({"/i": b"a = 1\n"})
    desired = wanted(ini_setting, Setting, setting="a", value="2", refreshonly=True)
    assert planned(machine, desired) == []
    desired.provider.refresh(machine, desired)
    assert machine.files.read("/i") == b"a = 2\n"


@pytest.mark.parametrize(
    ("where", "other", "after"),
    [
        ("end", None, "one two new"),
        ("start", None, "new one two"),
        ("before", "two", "one new two"),
        ("after", "one", "one new two"),
        ("after", "none", "one two new"),
        ("index", "1", "one new two"),
        ("index", "9", "one two new"),
    ],
)
def test_items(where: str, other: str | None, after: str) -> None:
    items = Items("one two", is_exact=True)
    items.put("new", "", where, other)
    assert str(items) == after


def test_quotes_stay_around_items() -> None:
    items = Items('"-Xmx1g -v"')
    items.put("-Xmx", "2g")
    assert str(items) == '"-Xmx2g -v"'
    assert items.value("-Xmx") == "2g"


def test_subsetting_is_removed_once() -> None:
    machine = MemoryMachine({"/i": b"a = x y\n"})
    desired = wanted(ini_subsetting, Subsetting, ensure="absent", setting="a", subsetting="x")
    (change,) = planned(machine, desired)
    change.carry_out(machine)
    assert machine.files.read("/i") == b"a = y\n"
    assert planned(machine, desired) == []
