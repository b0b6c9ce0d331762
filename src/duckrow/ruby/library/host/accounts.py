"""Etc: accounts, groups and processors."""

from __future__ import annotations

from duckrow.ruby.core.basics import to_s
from duckrow.ruby.core.collections.struct import new_struct
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import argument_error
from duckrow.ruby.values.kinds import Proc, RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.users.records import Group, User
    from duckrow.machine.users.users import Users
    from duckrow.ruby.interpreter import Interpreter

_PASSWD = ("name", "passwd", "uid", "gid", "gecos", "dir", "shell")
_GROUP = ("name", "passwd", "gid", "mem")


def _users(ruby: Interpreter) -> Users:
    users = ruby.host.machine("Etc").users
    users.reread()
    return users


def make(ruby: Interpreter) -> dict[str, object]:
    """Return the module and its two structures."""
    from duckrow.ruby.constants import find_constant

    struct = find_constant(ruby, "Struct")
    passwd = new_struct(ruby, struct, *map(symbol, _PASSWD))
    group = new_struct(ruby, struct, *map(symbol, _GROUP))
    passwd.name, group.name = "Etc::Passwd", "Etc::Group"

    def of_user(ruby: Interpreter, user: User) -> object:
        values = (user.name, "x", user.uid, user.gid, user.comment, user.home, user.shell)
        return send(ruby, passwd, "new", *values)

    def of_group(ruby: Interpreter, found: Group) -> object:
        return send(ruby, group, "new", found.name, "x", found.gid, list(found.members))

    def by_name(ruby: Interpreter, _self: object, name: object) -> object:
        word = to_s(ruby, name)
        user = _users(ruby).user(word)
        if user is None:
            raise argument_error(f"can't find user for {word}")
        return of_user(ruby, user)

    def by_uid(ruby: Interpreter, _self: object, uid: object = None) -> object:
        number = _own_uid() if uid is None else to_int(ruby, uid)
        user = _users(ruby).user_of(number)
        if user is None:
            raise argument_error(f"can't find user for {number}")
        return of_user(ruby, user)

    def group_by_name(ruby: Interpreter, _self: object, name: object) -> object:
        word = to_s(ruby, name)
        found = _users(ruby).group(word)
        if found is None:
            raise argument_error(f"can't find group for {word}")
        return of_group(ruby, found)

    def group_by_gid(ruby: Interpreter, _self: object, gid: object) -> object:
        number = to_int(ruby, gid)
        found = _users(ruby).group_of(number)
        if found is None:
            raise argument_error(f"can't find group for {number}")
        return of_group(ruby, found)

    def each_user(ruby: Interpreter, _self: object, *, block: Proc | None = None) -> object:
        for each in _users(ruby).all_users():
            if block is None:
                return of_user(ruby, each)
            block(ruby, of_user(ruby, each))
        return None

    def each_group(ruby: Interpreter, _self: object, *, block: Proc | None = None) -> object:
        for each in _users(ruby).all_groups():
            if block is None:
                return of_group(ruby, each)
            block(ruby, of_group(ruby, each))
        return None

    def login(ruby: Interpreter, _self: object) -> object:
        user = _users(ruby).user_of(_own_uid())
        return None if user is None else user.name

    def processors(ruby: Interpreter, _self: object) -> int:
        from duckrow.machine.this_process import cores

        ruby.host.machine("Etc.nprocessors")
        return cores()

    def kernel(ruby: Interpreter, _self: object) -> dict[object, object]:
        from duckrow.machine.host import Host

        ruby.host.machine("Etc.uname")
        found = Host().uname()
        names = ("sysname", "nodename", "release", "version", "machine")
        return {symbol(name): getattr(found, name) for name in names}

    singleton: dict[str, Callable[..., object]] = {
        "getpwnam": by_name,
        "getpwuid": by_uid,
        "getgrnam": group_by_name,
        "getgrgid": group_by_gid,
        "passwd": each_user,
        "group": each_group,
        "getlogin": login,
        "nprocessors": processors,
        "uname": kernel,
        "sysconfdir": lambda _ruby, _self: "/etc",
        "systmpdir": lambda _ruby, _self: "/tmp",  # noqa: S108
        "setpwent": lambda _ruby, _self: None,
        "endpwent": lambda _ruby, _self: None,
        "setgrent": lambda _ruby, _self: None,
        "endgrent": lambda _ruby, _self: None,
    }
    return {
        "Etc": RubyModule("Etc", is_class=False, singleton=singleton),
        "Etc::Passwd": passwd,
        "Etc::Group": group,
    }


def _own_uid() -> int:
    from duckrow.machine.this_process import user_id

    return user_id()
