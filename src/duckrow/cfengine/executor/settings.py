"""What cf-execd knows of a policy: body executor control, and the host at that time.

The values are plain, so that they can come from the process that reads the policy.
"""

from __future__ import annotations

import marshal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ENDLESS = 999_999_999
_MINUTES = [f"Min{minute:02}" for minute in range(0, 60, 5)]


class Settings:
    """The settings of cf-execd, with the defaults of the reference."""

    __slots__ = (
        "address",
        "addresses",
        "allowed_users",
        "classes",
        "command",
        "expire_minutes",
        "facility",
        "host_name",
        "hub",
        "key_digest",
        "local_run_command",
        "mail_exclude",
        "mail_from",
        "mail_include",
        "mail_lines",
        "mail_server",
        "mail_subject",
        "mail_to",
        "schedule",
        "splay_seconds",
    )

    def __init__(self) -> None:
        self.schedule: list[str] = list(_MINUTES)
        self.splay_seconds = 0
        self.facility = "LOG_USER"
        # exec_command; empty for the failsafe policy and then the agent.
        self.command = ""
        self.expire_minutes = 120
        self.mail_to = ""
        self.mail_from = ""
        self.mail_server = ""
        self.mail_subject = ""
        self.mail_lines = 30
        self.mail_include: list[str] = []
        self.mail_exclude: list[str] = []
        # Who may ask at the socket for a run, and cfruncommand, which it starts.
        self.allowed_users: list[str] = []
        self.local_run_command = ""
        # The classes of the host and of the policy, but those of the time.
        self.classes: frozenset[str] = frozenset()
        self.host_name = ""
        self.address = ""
        self.addresses = ""
        self.hub = ""
        self.key_digest = ""

    def packed(self) -> bytes:
        """Return the settings as bytes."""
        return marshal.dumps([getattr(self, name) for name in self.__slots__])


def unpacked(content: bytes) -> Settings:
    """Return the settings that a process of our own has packed."""
    found = Settings()
    values: list[Any] = marshal.loads(content)  # noqa: S302
    for name, value in zip(Settings.__slots__, values, strict=True):
        setattr(found, name, value)
    return found
