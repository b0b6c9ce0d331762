"""os-release: the distribution of a host. The values keep their quotes.

facter drops every quote in a value and CFEngine undoes escapes, so each removes the quotes in its
own way.
"""

from __future__ import annotations

PATHS = ("/etc/os-release", "/usr/lib/os-release")


def parse_os_release(text: str) -> dict[str, str]:
    """Return the values by name, as they are written; comments and other lines are left out."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        name, equals, value = line.strip().partition("=")
        if equals and not name.startswith("#"):
            found[name.strip()] = value
    return found


def is_quoted(value: str) -> bool:
    """Return whether a value begins and ends with the same quote."""
    return len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
