"""archive: fetched, checked and put in place, or left as it was."""

from __future__ import annotations

from hashlib import md5
from typing import Any

import pytest

from duckrow.machine.memory import MemoryMachine
from duckrow.machine.web.request import MemoryWeb
from duckrow.puppet.providers.archive.curl import Curl
from duckrow.puppet.providers.archive.extract import command_line
from duckrow.puppet.providers.archive.ruby import Ruby
from duckrow.puppet.providers.base import Change, ProviderError
from duckrow.puppet.resources.archive import BEHAVIOUR
from duckrow.puppet.resources.desired import Desired, ResourceError

URL = "http://pond.example/duck"


def wanted(path: str = "/srv/duck", **given: Any) -> Desired:
    desired = Desired(BEHAVIOUR, path, given)
    desired.provider = Ruby()
    BEHAVIOUR.fill(desired)
    return desired


def planned(machine: MemoryMachine, desired: Desired) -> list[Change]:
    return list(desired.provider.plan(desired.provider.read(machine, desired), desired))


def machine_with(contents: dict[str, bytes]) -> MemoryMachine:
    machine = MemoryMachine()
    assert isinstance(machine.web, MemoryWeb)
    machine.web.contents.update(contents)
    return machine


def test_fetched_from_a_server() -> None:
    machine, desired = machine_with({URL: b"quack"}), wanted(source=URL, username="u", password="p")
    (change,) = planned(machine, desired)
    change.carry_out(machine)
    assert machine.files.read("/srv/duck") == b"quack"
    assert change.message_after() == f"download archive from {URL} to /srv/duck  with cleanup"
    assert planned(machine, desired) == []
    assert isinstance(machine.web, MemoryWeb)
    assert (machine.web.asked[0].username, machine.web.asked[0].password) == ("u", "p")


def test_wrong_checksum_leaves_what_was_there() -> None:
    machine = MemoryMachine({"/srv/duck": b"old", "/s": b"quack"})
    desired = wanted(source="/s", checksum_type="md5", checksum="0" * 32)
    (change,) = planned(machine, desired)
    with pytest.raises(ProviderError, match="Download file checksum mismatch"):
        change.carry_out(machine)
    assert machine.files.read("/srv/duck") == b"old"


def test_checksum_comes_from_an_address() -> None:
    digest = md5(b"quack", usedforsecurity=False).hexdigest()
    sums = f"{digest}  duck\n".encode()
    machine = machine_with({URL: b"quack", f"{URL}.md5": sums})
    desired = wanted(source=URL, checksum_url=f"{URL}.md5", checksum_type="md5")
    for change in planned(machine, desired):
        change.carry_out(machine)
    assert planned(machine, desired) == []


def test_missing_on_the_server() -> None:
    (change,) = planned(machine := machine_with({}), wanted(source=URL))
    with pytest.raises(ProviderError, match="HTTP Error Code 404"):
        change.carry_out(machine)
    assert machine.files.facts("/srv/duck") is None


@pytest.mark.parametrize(
    ("path", "given", "line"),
    [
        ("/a b.tar", {}, "tar xf '/a b.tar'"),
        ("/a.tar.gz", {}, "tar xzf /a.tar.gz"),
        ("/a.txz", {}, "unxz -dc /a.txz | tar xf -"),
        ("/a.zip", {"extract_flags": {"zip": "-qo"}}, "unzip -qo /a.zip"),
        ("/a", {"extract_command": "tool %s -x"}, "tool /a -x"),
    ],
)
def test_how_it_is_extracted(path: str, given: dict[str, Any], line: str) -> None:
    assert command_line(wanted(path, **given), path) == line


def test_secrets_are_no_words_of_a_command() -> None:
    machine = MemoryMachine(answers={("curl",): (0, b"quack")})
    desired = wanted(source=URL, username="u", password='se"cret')
    desired.provider = Curl()
    found = bytearray()
    desired.provider.fetch(machine, desired, URL, found.extend)
    assert bytes(found) == b"quack"
    (command,) = machine.commands.asked
    assert "cret" not in " ".join(command.argv)
    assert command.stdin == b'user = "u:se\\"cret"\n'


def test_other_names_win() -> None:
    desired = wanted(source="/a", url=URL, target="/x", digest_type="md5", digest_string="0" * 32)
    names = ("source", "extract_path", "checksum_type", "checksum")
    assert [desired[name] for name in names] == [URL, "/x", "md5", "0" * 32]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"source": "nowhere"}, "invalid source url: nowhere"),
        ({"extract_path": "x"}, "archive extract_path must be absolute: x"),
        ({"checksum": "zz"}, 'Invalid value "zz"'),
    ],
)
def test_rejected(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ResourceError, match=message):
        wanted(**given)
