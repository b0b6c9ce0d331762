"""The environment of commands: the caller's variables, except those that change output.

Policies match the output of tools, so it must not be translated or wrapped.
"""

from __future__ import annotations

from duckrow.machine.this_process import environment, was_started_with

_CHANGES_OUTPUT = ("COLUMNS", "LANG", "LANGUAGE", "LC_MESSAGES")


def clean_environment() -> None:
    """Remove these variables from the environment of this process."""
    variables = environment()
    for name in _CHANGES_OUTPUT:
        variables.pop(name, None)
    # Python sets this one itself when it is started in the C locale.
    if variables.get("LC_CTYPE") == "C.UTF-8" and not was_started_with("LC_CTYPE"):
        del variables["LC_CTYPE"]


__all__ = ["clean_environment"]
