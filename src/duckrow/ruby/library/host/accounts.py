"""Etc: accounts, groups, processors and strings of the C library."""

from __future__ import annotations

from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.collections.struct import new_struct
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError, argument_error
from duckrow.ruby.values.kinds import Proc, RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    from duckrow.machine.users.records import Group, User
    from duckrow.machine.users.users import Users
    from duckrow.ruby.interpreter import Interpreter

    Key = TypeVar("Key", str, int)
    Record = TypeVar("Record")

_PASSWD = ("name", "passwd", "uid", "gid", "gecos", "dir", "shell")
_GROUP = ("name", "passwd", "gid", "mem")


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the module and its two structures."""
    struct = find_constant(ruby, "Struct")
    passwd = new_struct(ruby, struct, *map(symbol, _PASSWD))
    group = new_struct(ruby, struct, *map(symbol, _GROUP))
    passwd.name, group.name = "Etc::Passwd", "Etc::Group"
    return {
        "Etc": RubyModule("Etc", is_class=False, singleton=METHODS),
        "Etc::Passwd": passwd,
        "Etc::Group": group,
        **_system_string_constants(),
    }


def _system_string_constants() -> dict[str, object]:
    from duckrow.machine.this_process import system_string_names

    return {f"Etc::{name}": number for name, number in system_string_names().items()}


def _users(ruby: Interpreter) -> Users:
    users = ruby.host.machine("Etc").users
    users.reread()
    return users


def _passwd(ruby: Interpreter, user: User) -> object:
    values = (user.name, "x", user.uid, user.gid, user.comment, user.home, user.shell)
    return send(ruby, find_constant(ruby, "Etc::Passwd"), "new", *values)


def _group(ruby: Interpreter, group: Group) -> object:
    values = (group.name, "x", group.gid, list(group.members))
    return send(ruby, find_constant(ruby, "Etc::Group"), "new", *values)


def _found_by(
    key: Callable[[Interpreter, object], Key],
    find: Callable[[Users, Key], Record | None],
    kind: str,
    made: Callable[[Interpreter, Record], object],
) -> Callable[[Interpreter, object, object], object]:
    """Return the method that finds an account or a group by its name or number."""

    def look_up(ruby: Interpreter, _self: object, given: object) -> object:
        wanted = key(ruby, given)
        found = find(_users(ruby), wanted)
        if found is None:
            raise argument_error(f"can't find {kind} for {wanted}")
        return made(ruby, found)

    return look_up


def _each(
    all_: Callable[[Users], Iterable[Record]], made: Callable[[Interpreter, Record], object]
) -> Callable[..., object]:
    """Return the method that calls a block with all accounts or groups, or returns the first."""

    def each(ruby: Interpreter, _self: object, *, block: Proc | None = None) -> object:
        for record in all_(_users(ruby)):
            if block is None:
                return made(ruby, record)
            block(ruby, made(ruby, record))
        return None

    return each


_user_of = _found_by(to_int, lambda users, uid: users.user_of(uid), "user", _passwd)


def _user_of_id(ruby: Interpreter, self: object, uid: object = None) -> object:
    return _user_of(ruby, self, _own_uid() if uid is None else uid)


def _login(ruby: Interpreter, _self: object) -> object:
    user = _users(ruby).user_of(_own_uid())
    return None if user is None else user.name


def _own_uid() -> int:
    from duckrow.machine.this_process import user_id

    return user_id()


def _processors(ruby: Interpreter, _self: object) -> int:
    from duckrow.machine.this_process import cores

    ruby.host.machine("Etc.nprocessors")
    return cores()


def _system_string(ruby: Interpreter, _self: object, number: object) -> object:
    """Return a string of the C library, such as its version."""
    from duckrow.machine.this_process import system_string

    ruby.host.machine("Etc.confstr")
    try:
        return system_string(to_int(ruby, number))
    except OSError as error:
        raise RubyError("Errno::EINVAL", "Invalid argument - confstr") from error


def _kernel(ruby: Interpreter, _self: object) -> dict[object, object]:
    from duckrow.machine.host import Host

    ruby.host.machine("Etc.uname")
    found = Host().uname()
    names = ("sysname", "nodename", "release", "version", "machine")
    return {symbol(name): getattr(found, name) for name in names}


def _nothing(_ruby: Interpreter, _self: object) -> None:
    return None


METHODS: dict[str, Callable[..., object]] = {
    "getpwnam": _found_by(to_s, lambda users, name: users.user(name), "user", _passwd),
    "getpwuid": _user_of_id,
    "getgrnam": _found_by(to_s, lambda users, name: users.group(name), "group", _group),
    "getgrgid": _found_by(to_int, lambda users, gid: users.group_of(gid), "group", _group),
    "passwd": _each(lambda users: users.all_users(), _passwd),
    "group": _each(lambda users: users.all_groups(), _group),
    "getlogin": _login,
    "nprocessors": _processors,
    "confstr": _system_string,
    "uname": _kernel,
    "sysconfdir": lambda _ruby, _self: "/etc",
    "systmpdir": lambda _ruby, _self: "/tmp",  # noqa: S108
    **dict.fromkeys(("setpwent", "endpwent", "setgrent", "endgrent"), _nothing),
}
