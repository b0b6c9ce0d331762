"""Lines of passwd and its neighbours."""

from __future__ import annotations

from duckrow.machine.users.records import (
    parse_group,
    parse_gshadow,
    parse_passwd,
    parse_shadow,
)


def test_passwd() -> None:
    users = parse_passwd(
        b"root:x:0:0:root:/root:/bin/bash\n+@net::::::\nbroken\n#a:x:1:1:::\n"
        b"d\xff:x:7:8:Duck, D.:/home/d:/bin/sh\nbad:x:y:0:::\n"
    )
    assert [(user.name, user.uid, user.gid) for user in users] == [
        ("root", 0, 0),
        ("d\udcff", 7, 8),
    ]
    assert (users[1].comment, users[1].home, users[1].shell) == ("Duck, D.", "/home/d", "/bin/sh")


def test_group() -> None:
    groups = parse_group(b"root:x:0:\nadm:x:4:a,b,\n")
    assert [(group.name, group.gid, group.members) for group in groups] == [
        ("root", 0, ()),
        ("adm", 4, ("a", "b")),
    ]


def test_shadow_shows_no_hash() -> None:
    (secret,) = parse_shadow(b"duck:$6$salt$hash:19000:0:99999:7::20000:\n")
    assert secret.password == "$6$salt$hash"
    assert (secret.changed, secret.minimum, secret.maximum) == (19000, 0, 99999)
    assert (secret.warn, secret.inactive, secret.expires) == (7, None, 20000)
    assert "salt" not in repr(secret)


def test_gshadow() -> None:
    (secret,) = parse_gshadow(b"adm:hash:boss:a,b\n")
    assert (secret.administrators, secret.members) == (("boss",), ("a", "b"))
    assert "hash" not in repr(secret)
