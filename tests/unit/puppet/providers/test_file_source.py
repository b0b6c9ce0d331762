"""file: contents that come from elsewhere, and labels of SELinux."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from duckrow.machine.memory import MemoryMachine
from duckrow.machine.web.request import MemoryWeb
from duckrow.puppet.providers.base import Change, ProviderError
from duckrow.puppet.providers.file.posix import Posix
from duckrow.puppet.providers.file.recurse import _reject_many
from duckrow.puppet.providers.file.times import is_as_new
from duckrow.puppet.resources.desired import Desired, ResourceError
from duckrow.puppet.resources.file import BEHAVIOUR

URL = "http://pond.example/duck"
DIGEST = sha256(b"quack").hexdigest()


def wanted(path: str = "/a", **given: Any) -> Desired:
    desired = Desired(BEHAVIOUR, path, given)
    desired.provider = Posix()
    BEHAVIOUR.fill(desired)
    return desired


def planned(machine: MemoryMachine, desired: Desired) -> list[Change]:
    return list(desired.provider.plan(desired.provider.read(machine, desired), desired))


def applied(machine: MemoryMachine, **given: Any) -> list[str]:
    changes = planned(machine, wanted(**given))
    for change in changes:
        change.carry_out(machine)
    assert planned(machine, wanted(**given)) == []
    return [change.message_after() for change in changes]


def on_web(headers: dict[str, str], content: bytes = b"quack") -> MemoryMachine:
    machine = MemoryMachine({"/a": b"old"})
    assert isinstance(machine.web, MemoryWeb)
    machine.web.contents[URL] = content
    machine.web.headers[URL] = headers
    return machine


def test_server_that_tells_a_checksum() -> None:
    machine = on_web({"x-checksum-sha256": DIGEST})
    (told,) = applied(machine, source=URL)
    assert told.endswith(f"to '{{sha256}}{DIGEST}'")
    assert machine.files.read("/a") == b"quack"


def test_server_that_lies_about_a_checksum_changes_nothing() -> None:
    machine = on_web({"x-checksum-sha256": DIGEST}, b"other")
    (change,) = planned(machine, wanted(source=URL))
    with pytest.raises(ProviderError, match="File written to disk did not match desired checksum"):
        change.carry_out(machine)
    assert machine.files.read("/a") == b"old"


def test_server_that_tells_a_time() -> None:
    new, old = "Fri, 01 Jan 2100 00:00:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT"
    assert planned(on_web({"last-modified": old}), wanted(source=URL)) == []
    (change,) = planned(on_web({"last-modified": new}), wanted(source=URL))
    assert change.message_after().endswith("to '{mtime}2100-01-01 00:00:00 UTC'")


def test_server_without_the_file() -> None:
    with pytest.raises(ProviderError, match=r"source\(s\) http://pond.example/goose"):
        planned(MemoryMachine(), wanted(source="http://pond.example/goose"))


def test_content_of_a_known_checksum_is_not_asked_for() -> None:
    machine = on_web({})
    machine.files.replace("/a", b"quack")
    assert planned(machine, wanted(source=URL, ensure="file", checksum_value=DIGEST)) == []
    assert isinstance(machine.web, MemoryWeb)
    assert machine.web.asked == []


@pytest.mark.parametrize(
    ("current", "desired", "expected"),
    [
        ("{mtime}2026-01-01 01:00:00 +0100", "{mtime}2026-01-01 00:00:00 UTC", True),
        ("{mtime}2026-01-01 00:59:59 +0100", "{mtime}2026-01-01 00:00:00 UTC", False),
        ("{sha256}1", "{sha256}2", False),
        (None, "{mtime}2026-01-01 00:00:00 UTC", False),
    ],
)
def test_times(current: str | None, desired: str, expected: bool) -> None:
    assert is_as_new(current, desired) is expected


def test_labels_are_set_where_there_are_any() -> None:
    machine = MemoryMachine({"/a": b"x", "/sys/fs/selinux/enforce": b"1"})
    machine.files.set_context("/a", "system_u:object_r:tmp_t:s0")
    assert applied(machine, seltype="etc_t") == ["seltype changed 'tmp_t' to 'etc_t'"]
    assert machine.files.context("/a") == "system_u:object_r:etc_t:s0"


def test_policy_says_what_labels_are_unless_it_is_not_asked() -> None:
    answers = {("matchpathcon",): (0, b"system_u:object_r:etc_t:s0\n")}
    contents = {"/a": b"x", "/sys/fs/selinux/enforce": b"1"}
    machine = MemoryMachine(contents, answers)  # type: ignore[arg-type]
    machine.files.set_context("/a", "system_u:object_r:tmp_t:s0")
    assert planned(machine, wanted(selinux_ignore_defaults=True)) == []
    assert [change.property for change in planned(machine, wanted())] == ["seltype"]


def test_labels_are_not_looked_at_elsewhere() -> None:
    assert planned(MemoryMachine({"/a": b"x"}), wanted(seltype="etc_t")) == []


def test_too_many_files() -> None:
    _reject_many(wanted(max_files=3), "/d", 3)
    _reject_many(wanted(max_files=-1), "/d", 5000)
    with pytest.raises(ProviderError, match="contains 4 entries, which exceeds the limit of 3"):
        _reject_many(wanted(max_files=3), "/d", 4)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"ctime": "1"}, "ctime is read-only"),
        ({"checksum_value": "12"}, "Checksum value '12' is not a valid checksum type sha256"),
    ],
)
def test_rejected(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ResourceError, match=message):
        wanted(**given)
