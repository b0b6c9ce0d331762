"""Attributes of bodies of the kind executor."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import (
    ANY_TEXT,
    ANYTHING,
    COUNT,
    FACILITY,
    MAIL_ADDRESS,
    PATH,
    SMALL_COUNT,
)

ATTRIBUTES: dict[str, tuple[str | None, ...]] = {
    "agent_expireafter": ("int", "0,10080"),
    "exec_command": ("string", PATH),
    "executorfacility": ("option", FACILITY),
    "mailfilter_exclude": ("slist", ANYTHING),
    "mailfilter_include": ("slist", ANYTHING),
    "mailfrom": ("string", MAIL_ADDRESS),
    "mailmaxlines": ("int", SMALL_COUNT),
    "mailsubject": ("string", ANYTHING),
    "mailto": ("string", MAIL_ADDRESS),
    "runagent_socket_allow_users": ("slist", ANYTHING),
    "schedule": ("slist", ANYTHING),
    "smtpserver": ("string", ANY_TEXT),
    "splaytime": ("int", COUNT),
}
