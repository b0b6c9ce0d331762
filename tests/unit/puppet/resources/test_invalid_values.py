"""What types of lines in files refuse, in the words that Puppet 7.23 has for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duckrow.machine.memory import MemoryMachine
from duckrow.puppet.apply.ral_catalog import RalCatalog
from duckrow.puppet.providers.index import Providers
from duckrow.puppet.resources import find
from duckrow.puppet.resources.desired import Desired, ResourceError

CASES = json.loads((Path(__file__).parent / "invalid_values.json").read_text())


def filled(type_: str, title: str, given: dict[str, Any]) -> Desired:
    wanted = RalCatalog("pond", "test", Providers(MemoryMachine()), lambda *_: None, find)
    table = find(type_)
    assert table is not None
    return wanted.desired(table, title, given, None, None, (), ())


@pytest.mark.parametrize(("type_", "title", "given", "message"), CASES)
def test_is_rejected(type_: str, title: str, given: dict[str, Any], message: str) -> None:
    with pytest.raises(ResourceError) as caught:
        filled(type_, title, given)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("name", "value", "found"),
    [
        ("minute", 5, ["5"]),
        ("minute", ["*/5", "10-20/2"], ["*/5", "10-20/2"]),
        ("minute", "*", ["absent"]),
        ("weekday", "Sunday", ["0"]),
        ("weekday", ["tue", 7], ["2", "7"]),
        ("month", "December", ["12"]),
        ("command", "  /bin/x  ", "/bin/x"),
    ],
)
def test_times_of_cron(name: str, value: Any, found: Any) -> None:
    assert filled("cron", "pond", {name: value})[name] == found


def test_nothing_but_a_name_is_not_managed() -> None:
    assert filled("host", "pond", {})["ensure"] is None
    assert filled("host", "pond", {"ip": "10.0.0.1"})["ensure"] == "present"


def test_mounts_come_after_what_they_are_in() -> None:
    mount = filled("mount", "/srv/www/", {"ensure": "present"})
    assert mount.name == "/srv/www"
    assert mount["ensure"] == "defined"
    assert list(mount.behaviour.autorequire(mount)) == [("mount", ["/", "/srv"])]


def test_passwords_of_package_sources_are_secret() -> None:
    repo = filled("yumrepo", "pond", {"password": "quack", "enabled": True, "gpgcheck": 0})
    assert repo.is_sensitive("password")
    assert repo.is_sensitive("proxy_password")
    assert (repo["enabled"], repo["gpgcheck"]) == ("True", "0")
