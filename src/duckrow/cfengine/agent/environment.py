"""What commands of a policy inherit: the caller's variables without those that change output.

Policies match what tools write, so it must not be translated or folded.
"""

from __future__ import annotations

import os

_CHANGES_OUTPUT = ("COLUMNS", "LANG", "LANGUAGE", "LC_MESSAGES")


def clean_environment() -> None:
    """Take out of this process's environment what its commands shall not see."""
    for name in _CHANGES_OUTPUT:
        os.environ.pop(name, None)
    # Python sets this one itself when it is started in the C locale.
    if os.environ.get("LC_CTYPE") == "C.UTF-8" and not _was_given("LC_CTYPE"):
        del os.environ["LC_CTYPE"]


def _was_given(name: str) -> bool:
    """Tell whether this process was started with a variable."""
    try:
        with open("/proc/self/environ", "rb") as file:
            return any(each.startswith(name.encode() + b"=") for each in file.read().split(b"\0"))
    except OSError:
        return True


__all__ = ["clean_environment"]
