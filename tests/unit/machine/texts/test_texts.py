"""Files of records: read, changed in one place, and the rest as it was, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duckrow.machine.texts.aliases import Alias, parse_aliases
from duckrow.machine.texts.crontab import Job, Variable, parse_crontab
from duckrow.machine.texts.fstab import parse_fstab
from duckrow.machine.texts.hosts import Host, parse_hosts
from duckrow.machine.texts.lines import Lines
from duckrow.machine.texts.mount_lines import Mount
from duckrow.machine.texts.ssh_keys import (
    AuthorizedKey,
    KnownHost,
    parse_authorized_keys,
    parse_known_hosts,
)

PARSERS: list[Callable[[bytes], Lines[Any]]] = [
    parse_hosts,
    parse_fstab,
    parse_crontab,
    parse_authorized_keys,
    parse_known_hosts,
    parse_aliases,
]


@pytest.mark.parametrize("parse", PARSERS)
@given(content=st.binary(max_size=200))
def test_unchanged_content_stays_as_it_is(
    parse: Callable[[bytes], Lines[Any]], content: bytes
) -> None:
    assert parse(content).content == content


@given(
    lines=st.lists(
        st.text(alphabet="ab1*#=:@,\\ \t\"'\r\x0b\xa0\u2028\udcff", max_size=30), max_size=8
    )
)
@pytest.mark.parametrize("parse", PARSERS)
def test_removing_takes_away_one_line(
    parse: Callable[[bytes], Lines[Any]], lines: list[str]
) -> None:
    content = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
    text = parse(content)
    count = len(text.lines)
    for record in list(text):
        text.remove(record)
        count -= 1
        assert len(text.lines) == count
    assert list(parse(text.content)) == []


def test_hosts() -> None:
    content = b"# local\n127.0.0.1\tlocalhost  me # \xff\n\n::1 ip6-localhost"
    hosts = parse_hosts(content)
    first, second = hosts
    assert (first.address, first.name, first.aliases) == ("127.0.0.1", "localhost", ("me",))
    assert first.comment == "\udcff"
    hosts.change(second, Host("::1", "six", ("a", "b"), "why"))
    hosts.add(Host("10.0.0.1", "duck"))
    assert hosts.content == (
        b"# local\n127.0.0.1\tlocalhost  me # \xff\n\n::1\tsix\ta b\t# why\n10.0.0.1\tduck\n"
    )
    hosts.remove(first)
    assert hosts.content.startswith(b"# local\n\n::1")
    assert hosts.find(lambda host: host.name == "duck") is not None
    assert hosts.find(lambda host: host.name == "none") is None


def test_no_record_ends_its_line() -> None:
    hosts = parse_hosts(b"")
    with pytest.raises(ValueError, match="one line"):
        hosts.add(Host("10.0.0.1", "duck", comment="a\n10.0.0.2 evil"))
    with pytest.raises(ValueError, match="one line"):
        parse_crontab(b"").add(Job(("@daily",), "true\n* * * * * evil"))
    with pytest.raises(ValueError, match="one line"):
        parse_authorized_keys(b"").add(AuthorizedKey("ssh-rsa", "AAAA", "me\nssh-rsa BBBB evil"))
    assert hosts.content == b""


def test_line_ends_of_another_system_stay() -> None:
    hosts = parse_hosts(b"127.0.0.1 aa\r\n127.0.0.2 bb\r\n")
    first, _ = hosts
    hosts.change(first, Host("127.0.0.1", "cc"))
    assert hosts.content == b"127.0.0.1\tcc\r\n127.0.0.2 bb\r\n"
    hosts.rewrite()
    assert hosts.content == b"127.0.0.1\tcc\r\n127.0.0.2\tbb\r\n"


def test_fstab() -> None:
    content = (
        b"# <file system>\nUUID=1 / ext4 errors=remount-ro 0 1\n//srv/a\\040b /mnt/a\\040b cifs\n"
    )
    table = parse_fstab(content)
    root, share = table
    assert (root.path, root.options, root.check) == ("/", "errors=remount-ro", "1")
    assert (share.device, share.path, share.options) == ("//srv/a b", "/mnt/a b", "defaults")
    table.change(share, Mount("//srv/a b", "/mnt/a b", "cifs", "ro"))
    table.add(Mount("tmpfs", "/tmp/\udcff\\", "tmpfs"))
    assert table.content.endswith(
        b"//srv/a\\040b\t/mnt/a\\040b\tcifs\tro\t0\t0\n"
        b"tmpfs\t/tmp/\xff\\134\ttmpfs\tdefaults\t0\t0\n"
    )
    assert [mount.path for mount in parse_fstab(table.content)][2] == "/tmp/\udcff\\"
    with pytest.raises(ValueError, match="empty"):
        table.add(Mount("", "/x"))


@given(path=st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0"), min_size=1))
def test_any_path_survives_fstab(path: str) -> None:
    table = parse_fstab(b"")
    table.add(Mount("dev", "/" + path, "auto"))
    assert [mount.path for mount in parse_fstab(table.content)] == ["/" + path]


def test_crontab() -> None:
    content = (
        b"# m h\nMAILTO=\"me@example.org\"\nX = 'a b' \n*/5 * * * *   run  it % 1\n@daily x\n"
        b"bad line\n"
    )
    table = parse_crontab(content)
    entries = list(table)
    assert len(entries) == 4
    mail, other, often, daily = entries
    assert isinstance(mail, Variable)
    assert (mail.name, mail.value) == ("MAILTO", "me@example.org")
    assert isinstance(other, Variable)
    assert (other.name, other.value) == ("X", "a b")
    assert isinstance(often, Job)
    assert (often.times, often.command) == (("*/5", "*", "*", "*", "*"), "run  it % 1")
    assert isinstance(daily, Job)
    assert (daily.times, daily.command, daily.user) == (("@daily",), "x", None)
    table.add(Job(("0", "1", "*", "*", "*"), "A=1 cmd"), comment="# Name: duck")
    table.remove(daily)
    assert table.content.endswith(b"bad line\n# Name: duck\n0 1 * * * A=1 cmd\n")
    new = list(table)[-1]
    table.remove(new, comment="# Name: duck")
    assert table.content.endswith(b"run  it % 1\nbad line\n")
    with pytest.raises(ValueError, match="not a time"):
        table.add(Job(("0", "1"), "x"))


def test_a_crontab_of_the_system() -> None:
    table = parse_crontab(b"17 *  * * * root  cd / && run\n@reboot duck quack\n", has_users=True)
    first, second = table
    assert isinstance(first, Job)
    assert (first.user, first.command) == ("root", "cd / && run")
    assert isinstance(second, Job)
    assert (second.times, second.user, second.command) == (("@reboot",), "duck", "quack")


def test_authorized_keys() -> None:
    content = (
        b"# mine\nssh-rsa AAAA me@home with spaces\n"
        b'command="echo \\"a, b\\" c",no-pty ssh-ed25519 BBBB\nnonsense\n'
    )
    keys = parse_authorized_keys(content)
    first, second = keys
    assert (first.kind, first.key, first.comment) == ("ssh-rsa", "AAAA", "me@home with spaces")
    assert second.options == ('command="echo \\"a, b\\" c"', "no-pty")
    assert (second.kind, second.key, second.comment) == ("ssh-ed25519", "BBBB", "")
    keys.change(second, AuthorizedKey("ssh-ed25519", "CCCC", "x", second.options))
    assert b'\ncommand="echo \\"a, b\\" c",no-pty ssh-ed25519 CCCC x\nnonsense\n' in keys.content


def test_known_hosts() -> None:
    hosts = parse_known_hosts(
        b"a.example.org,10.0.0.1 ssh-rsa AAAA\n@revoked * ssh-rsa BBBB note\n"
    )
    first, second = hosts
    assert (first.names, first.kind) == (("a.example.org", "10.0.0.1"), "ssh-rsa")
    assert (second.marker, second.comment) == ("@revoked", "note")
    hosts.add(KnownHost(("b",), "ssh-ed25519", "CCCC"))
    assert hosts.content.endswith(b"note\nb ssh-ed25519 CCCC\n")


def test_aliases() -> None:
    content = b'# mail\npostmaster: root\nteam: a,\n\tb, "|/bin/x y"\nlist: :include: /etc/list\n'
    aliases = parse_aliases(content)
    first, team, listed = aliases
    assert (first.name, first.recipients) == ("postmaster", ("root",))
    assert team.recipients == ("a", "b", "|/bin/x y")
    assert listed.file == "/etc/list"
    aliases.change(team, Alias("team", ("a", "|/bin/x y")))
    assert b'\nteam: a,"|/bin/x y"\nlist' in aliases.content
