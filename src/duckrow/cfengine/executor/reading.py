"""Read the settings of cf-execd from a policy.

This needs the whole interpreter of policies, so the daemon does it in a process that ends.
"""

from __future__ import annotations

from duckrow.cfengine.agent.daemon_policy import with_policy
from duckrow.cfengine.evaluation.control import control_list, control_text
from duckrow.cfengine.executor.settings import Settings
from duckrow.cfengine.values.numbers import read_integer
from duckrow.machine.this_process import user_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.messages.log import Log
    from duckrow.cfengine.evaluation.options import Options

_TIME = "time_based"
_LARGEST = 0xFFFFFFFF
# The address of a host without a network.
_LOOPBACK = "127.0.0.1"
_TEXTS = {
    "executorfacility": "facility",
    "exec_command": "command",
    "mailto": "mail_to",
    "mailfrom": "mail_from",
    "mailsubject": "mail_subject",
    "smtpserver": "mail_server",
}
_LISTS = {
    "schedule": "schedule",
    "mailfilter_include": "mail_include",
    "mailfilter_exclude": "mail_exclude",
    "runagent_socket_allow_users": "allowed_users",
}
_NUMBERS = {"agent_expireafter": "expire_minutes", "mailmaxlines": "mail_lines"}


def read_policy(options: Options, log: Log, given: Mapping[str, list[str]]) -> Settings | None:
    """Read a policy, or failsafe.cf instead of an invalid one; log why and return None."""
    found = read_settings(options, log, given)
    if found is not None:
        return found
    from duckrow.cfengine.agent.failsafe import find_failsafe

    failsafe = find_failsafe(options, log, given)
    return None if failsafe is None else read_settings(failsafe[0], log, failsafe[1])


def read_settings(options: Options, log: Log, given: Mapping[str, list[str]]) -> Settings | None:
    """Read a policy; log why and return None if it is invalid."""
    return with_policy(options, log, given, "executor", _settings_of)


def _settings_of(context: Context) -> Settings:
    found = Settings()
    for name, field in _TEXTS.items():
        text = control_text(context, "executor", name)
        if text is not None:
            setattr(found, field, text)
    for name, field in _LISTS.items():
        items = control_list(context, "executor", name)
        if items is not None:
            setattr(found, field, [str(each) for each in items if each != "cf_null"])
    for name, field in _NUMBERS.items():
        number = _number(context, name)
        if number is not None:
            setattr(found, field, number)
    found.local_run_command = control_text(context, "server", "cfruncommand") or ""
    found.host_name = context.text_of("sys.fqhost") or "localhost"
    found.address = context.text_of("sys.ipv4") or _LOOPBACK
    found.addresses = " ".join(_items(context, "sys.ip_addresses"))
    found.hub = context.text_of("sys.policy_hub") or "(none)"
    found.key_digest = context.text_of("sys.key_digest") or ""
    fraction = splay_fraction(found.host_name, found.address, user_id())
    found.splay_seconds = int((_number(context, "splaytime") or 0) * 60 * fraction)
    found.classes = frozenset(
        each.qualified_name for each in context.classes.all() if _TIME not in each.tags
    )
    return found


def _number(context: Context, name: str) -> int | None:
    text = control_text(context, "executor", name)
    return None if text is None else read_integer(text, context.log.write)


def _items(context: Context, name: str) -> list[str]:
    found = context.variable(name)
    value = None if found is None else found.value
    return [str(each) for each in value] if isinstance(value, list | tuple) else []


def splay_fraction(host_name: str, address: str, user: int) -> float:
    """Return a number from 0 to 1 that is always the same for a host."""
    return min(_hash(f"{host_name}+{address}+{user}".encode()), _LARGEST - 1) / _LARGEST


def _hash(content: bytes) -> int:
    """Return Jenkins's one-at-a-time hash."""
    found = 0
    for byte in content:
        found = (found + byte) & _LARGEST
        found = (found + (found << 10)) & _LARGEST
        found ^= found >> 6
    found = (found + (found << 3)) & _LARGEST
    found ^= found >> 11
    return (found + (found << 15)) & _LARGEST
