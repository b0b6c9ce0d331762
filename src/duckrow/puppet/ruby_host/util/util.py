"""Puppet::Util and its smaller modules: Package, Platform, POSIX, SUIDManager, Json, Yaml."""

from __future__ import annotations

import re
from time import monotonic

from duckrow.puppet.ruby_code import puppet as compiled
from duckrow.puppet.ruby_host.host import machine_host
from duckrow.puppet.ruby_host.util.execution import METHODS as EXECUTION
from duckrow.puppet.ruby_host.util.logs import log, once
from duckrow.puppet.runtime.versions import compare_versions
from duckrow.ruby.constants import find_constant
from duckrow.ruby.core.basics import to_s, truthy
from duckrow.ruby.core.convert import to_int
from duckrow.ruby.dispatch import send
from duckrow.ruby.errors import RubyError
from duckrow.ruby.library.host.commands import change_environment
from duckrow.ruby.library.host.stat import find_executable
from duckrow.ruby.values.class_names import class_name
from duckrow.ruby.values.keys import from_key
from duckrow.ruby.values.kinds import Proc, RubyModule, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.ruby.interpreter import Interpreter

    Methods = dict[str, Callable[..., object]]

_RESERVED = rb"[^A-Za-z0-9\-_.!~*'()/;:@&=+$,]"


def which(ruby: Interpreter, _self: object, name: object) -> str | None:
    """Return the path of a command, or nil."""
    directories = [each.rstrip("/") for each in ruby.host.environment.get("PATH", "").split(":")]
    return find_executable(ruby, "Puppet::Util.which", to_s(ruby, name), directories)


def versioncmp(
    ruby: Interpreter, _self: object, one: object, other: object, ignores: object = False
) -> int:
    """Compare two versions."""
    return compare_versions(to_s(ruby, one), to_s(ruby, other), truthy(ignores))


def _is_absolute(ruby: Interpreter, self: object, path: object, platform: object = None) -> bool:
    if not isinstance(path, str):
        log(
            ruby,
            "warning",
            f"Cannot check if {to_s(ruby, path)} is an absolute path because it is a "
            f"'{class_name(path)}' and not a String'",
        )
        return False
    return compiled.is_absolute(ruby, self, path, platform)


def with_env(
    ruby: Interpreter, _self: object, values: object, *_: object, block: Proc | None = None
) -> object:
    """Run a block with other environment variables."""
    environment = ruby.host.environment
    before = dict(environment)
    if isinstance(values, dict):
        change_environment(ruby, environment, values)
    try:
        return None if block is None else block(ruby)
    finally:
        environment.clear()
        environment.update(before)


def _of_file(ruby: Interpreter, name: str, *arguments: object) -> object:
    """Call a method of File."""
    from duckrow.ruby.library.host.files import METHODS as FILE

    return FILE[name](ruby, None, *arguments)


def _replace_file(
    ruby: Interpreter, self: object, path: object, *rest: object, block: Proc | None = None
) -> object:
    from duckrow.puppet.ruby_host.util.replacing import replace_file

    return replace_file(ruby, self, path, *rest, block=block)


def _with_umask(
    ruby: Interpreter, _self: object, mask: object, *, block: Proc | None = None
) -> object:
    before = _of_file(ruby, "umask", mask)
    try:
        return None if block is None else block(ruby)
    finally:
        _of_file(ruby, "umask", before)


def _get_env(ruby: Interpreter, _self: object, name: object, *_: object) -> str | None:
    return ruby.host.environment.get(to_s(ruby, name))


def _set_env(
    ruby: Interpreter, _self: object, name: object, value: object = None, *_: object
) -> None:
    send(ruby, find_constant(ruby, "ENV"), "[]=", to_s(ruby, name), value)


def _symbolize(ruby: Interpreter, _self: object, hash_: object) -> dict[object, object]:
    made: dict[object, object] = {}
    for key, value in hash_.items() if isinstance(hash_, dict) else ():
        name = from_key(key)
        made[symbol(name) if isinstance(name, str) else key] = value
    del ruby
    return made


def _benchmark(
    ruby: Interpreter, _self: object, *arguments: object, block: Proc | None = None
) -> object:
    """Run a block; log the last argument with the seconds that it took."""
    start = monotonic()
    result = None if block is None else block(ruby)
    seconds = monotonic() - start
    level = arguments[0] if arguments else None
    if level not in (None, symbol("none")) and len(arguments) > 1:
        log(ruby, to_s(ruby, level), f"{to_s(ruby, arguments[-1])} in {seconds:.2f} seconds")
    return result if level is None else seconds


def _uri_encode(ruby: Interpreter, _self: object, path: object, *_: object) -> str | None:
    if path is None:
        return None
    text = to_s(ruby, path)
    head, mark, query = text.partition("?")
    return _escaped(head) + mark + _escaped(query)


def _escaped(text: str) -> str:
    data = text.encode("utf-8", "surrogateescape")
    return re.sub(_RESERVED, lambda match: b"%%%02X" % match[0][0], data).decode()


def _uri_to_path(ruby: Interpreter, _self: object, uri: object) -> str | None:
    if uri is None or isinstance(uri, str):
        return None
    return _unescape(ruby, None, send(ruby, uri, "path"))


def _unescape(ruby: Interpreter, _self: object, text: object) -> str:
    from urllib.parse import unquote

    return unquote(to_s(ruby, text), errors="surrogateescape")


def _path_to_uri(ruby: Interpreter, self: object, path: object) -> object:
    if path is None:
        return None
    uri = find_constant(ruby, "URI")
    return send(ruby, uri, "parse", f"file://{_uri_encode(ruby, self, path)}")


def _pretty_backtrace(_ruby: Interpreter, _self: object, *_: object) -> str:
    return ""


def _exit_on_fail(
    ruby: Interpreter, _self: object, *_: object, block: Proc | None = None
) -> object:
    return None if block is None else block(ruby)


# ---- accounts


def account_id(ruby: Interpreter, value: object, kind: str) -> int | None:
    """Return the id of a user or group by name or number; nil if there is none."""
    users = machine_host(ruby).machine("Puppet::Util").users
    users.reread()
    text = to_s(ruby, value)
    number = int(text) if re.fullmatch(r"\d+", text) else None
    if kind == "user":
        user = users.user(text) if number is None else users.user_of(number)
        return None if user is None else user.uid
    group = users.group(text) if number is None else users.group_of(number)
    return None if group is None else group.gid


def _uid(ruby: Interpreter, _self: object, user: object) -> int | None:
    return account_id(ruby, user, "user")


def _gid(ruby: Interpreter, _self: object, group: object) -> int | None:
    return account_id(ruby, group, "group")


def _groups_of(ruby: Interpreter, _self: object, user: object) -> list[str]:
    users = machine_host(ruby).machine("Puppet::Util::POSIX.groups_of").users
    return [group.name for group in users.groups_with(to_s(ruby, user))]


def _as_user(
    ruby: Interpreter,
    _self: object,
    user: object = None,
    group: object = None,
    *,
    block: Proc | None = None,
) -> object:
    """Run a block with the rights of a user, as far as files go."""
    del group
    users = machine_host(ruby).machine("Puppet::Util::SUIDManager.asuser").users
    if block is None:
        return None
    if user is None:
        return block(ruby)
    uid = account_id(ruby, user, "user")
    account = None if uid is None else users.user_of(uid)
    if account is None:
        raise RubyError("Puppet::Error", f"No such user {to_s(ruby, user)}")
    with users.acting_as(account):
        return block(ruby)


def _own(name: str) -> Callable[..., object]:
    def asked(ruby: Interpreter, _self: object) -> object:
        return send(ruby, find_constant(ruby, "Process"), name)

    return asked


# ---- data


def _load_file(loads: Callable[..., object]) -> Callable[..., object]:
    def load(ruby: Interpreter, self: object, path: object, *_: object) -> object:
        return loads(ruby, self, _of_file(ruby, "read", path))

    return load


def _load_if_valid(loads: Callable[..., object]) -> Callable[..., object]:
    def load(ruby: Interpreter, self: object, path: object, *rest: object) -> object:
        try:
            return loads(ruby, self, path, *rest)
        except RubyError as error:
            log(ruby, "debug", f"Could not retrieve file {to_s(ruby, path)}: {error.message}")
            return None

    return load


def _safe_load(ruby: Interpreter, _self: object, text: object, *_: object) -> object:
    made = send(ruby, find_constant(ruby, "YAML"), "safe_load", text)
    return False if made is None and not to_s(ruby, text).strip() else made


def _dump_yaml(ruby: Interpreter, _self: object, value: object, path: object) -> object:
    text = send(ruby, find_constant(ruby, "YAML"), "dump", value)
    return _of_file(ruby, "write", path, text)


JSON: Methods = {"load": compiled.load_json, "dump": compiled.dump_json}
JSON["load_file"] = _load_file(JSON["load"])
JSON["load_file_if_valid"] = _load_if_valid(JSON["load_file"])
YAML: Methods = {"safe_load": _safe_load, "dump": _dump_yaml}
YAML["safe_load_file"] = _load_file(_safe_load)
YAML["safe_load_file_if_valid"] = _load_if_valid(YAML["safe_load_file"])
YAML["load_file"] = YAML["safe_load_file"]

UTIL: Methods = {
    **EXECUTION,
    "which": which,
    "absolute_path?": _is_absolute,
    "withenv": with_env,
    "withumask": _with_umask,
    "get_env": _get_env,
    "set_env": _set_env,
    "get_environment": lambda ruby, _self, *_: dict(ruby.host.environment),
    "symbolizehash": _symbolize,
    "benchmark": _benchmark,
    "uri_encode": _uri_encode,
    "uri_query_encode": lambda ruby, _self, text: (
        None if text is None else _escaped(to_s(ruby, text))
    ),
    "uri_unescape": _unescape,
    "uri_to_path": _uri_to_path,
    "path_to_uri": _path_to_uri,
    "pretty_backtrace": _pretty_backtrace,
    "replace_file": _replace_file,
    "exit_on_fail": _exit_on_fail,
    "deterministic_rand": lambda ruby, _self, seed, limit: to_s(
        ruby, compiled.random_below(ruby, None, seed, limit)
    ),
    "deterministic_rand_int": compiled.random_below,
    "versioncmp": versioncmp,
    "uid": _uid,
    "gid": _gid,
}
POSIX: Methods = {"uid": _uid, "gid": _gid, "groups_of": _groups_of}
SUID: Methods = {
    "uid": _own("uid"),
    "euid": _own("euid"),
    "gid": _own("gid"),
    "egid": _own("egid"),
    "root?": lambda ruby, _self: to_int(ruby, _own("uid")(ruby, None)) == 0,
    "asuser": _as_user,
}
WARNINGS: Methods = {f"{name}_once": once(name) for name in ("notice", "debug", "warn")}
WARNINGS["warnonce"] = WARNINGS.pop("warn_once")
PLATFORM: Methods = {
    "windows?": lambda _ruby, _self: False,
    "solaris?": lambda _ruby, _self: False,
    "jruby?": lambda _ruby, _self: False,
    "fips_enabled?": lambda _ruby, _self: False,
    "default_paths": lambda _ruby, _self: [],
}


def _module(name: str, methods: Methods) -> RubyModule:
    return RubyModule(name, is_class=False, methods=methods, singleton=methods)


def make(_ruby: Interpreter) -> dict[str, object]:
    """Return the modules."""
    package: Methods = {"versioncmp": versioncmp}
    tables = {
        "Puppet::Util": UTIL,
        "Puppet::Util::Package": package,
        "Puppet::Util::POSIX": POSIX,
        "Puppet::Util::SUIDManager": SUID,
        "Puppet::Util::Platform": PLATFORM,
        "Puppet::Util::Json": JSON,
        "Puppet::Util::Yaml": YAML,
        "Puppet::Util::Warnings": WARNINGS,
    }
    return {name: _module(name, table) for name, table in tables.items()}
