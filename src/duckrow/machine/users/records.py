"""The lines of passwd, group, shadow and gshadow, as data.

A line that is invalid or refers to a directory service (`+@group`) is ignored.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class User:
    """A line of passwd, without the password."""

    __slots__ = ("comment", "gid", "home", "name", "shell", "uid")

    def __init__(
        self, name: str, uid: int, gid: int, comment: str = "", home: str = "", shell: str = ""
    ) -> None:
        self.name = name
        self.uid = uid
        self.gid = gid
        self.comment = comment
        self.home = home
        self.shell = shell

    def __repr__(self) -> str:
        """Show it as id does."""
        return f"<user {self.name} {self.uid}:{self.gid}>"


class Group:
    """A line of group."""

    __slots__ = ("gid", "members", "name")

    def __init__(self, name: str, gid: int, members: tuple[str, ...] = ()) -> None:
        self.name = name
        self.gid = gid
        self.members = members

    def __repr__(self) -> str:
        """Show name and number."""
        return f"<group {self.name} {self.gid}>"


class Secret:
    """A line of shadow. Ages are in days, None where the field is empty.

    The hash is in `password` and never printed.
    """

    __slots__ = ("changed", "expires", "inactive", "maximum", "minimum", "name", "password", "warn")

    def __init__(
        self,
        name: str,
        password: str,
        changed: int | None = None,
        minimum: int | None = None,
        maximum: int | None = None,
        warn: int | None = None,
        inactive: int | None = None,
        expires: int | None = None,
    ) -> None:
        self.name = name
        self.password = password
        self.changed = changed
        self.minimum = minimum
        self.maximum = maximum
        self.warn = warn
        self.inactive = inactive
        self.expires = expires

    def __repr__(self) -> str:
        """Show only the user's name."""
        return f"<secret of {self.name}>"


class GroupSecret:
    """A line of gshadow."""

    __slots__ = ("administrators", "members", "name", "password")

    def __init__(
        self, name: str, password: str, administrators: tuple[str, ...], members: tuple[str, ...]
    ) -> None:
        self.name = name
        self.password = password
        self.administrators = administrators
        self.members = members

    def __repr__(self) -> str:
        """Show only the group's name."""
        return f"<secret of group {self.name}>"


def parse_passwd(content: bytes) -> list[User]:
    """Read passwd."""
    return [
        User(f[0], int(f[2]), int(f[3]), f[4], f[5], f[6])
        for f in _lines(content, 7)
        if f[2].isdigit() and f[3].isdigit()
    ]


def parse_group(content: bytes) -> list[Group]:
    """Read group."""
    return [Group(f[0], int(f[2]), _names(f[3])) for f in _lines(content, 4) if f[2].isdigit()]


def parse_shadow(content: bytes) -> list[Secret]:
    """Read shadow."""
    return [Secret(f[0], f[1], *map(_days, f[2:8])) for f in _lines(content, 8)]


def parse_gshadow(content: bytes) -> list[GroupSecret]:
    """Read gshadow."""
    return [GroupSecret(f[0], f[1], _names(f[2]), _names(f[3])) for f in _lines(content, 4)]


def _lines(content: bytes, least: int) -> Iterator[list[str]]:
    for line in content.decode("utf-8", "surrogateescape").split("\n"):
        fields = line.split(":")
        if len(fields) >= least and fields[0] and fields[0][0] not in "+-#":
            yield fields


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for name in text.split(",") if name)


def _days(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None
