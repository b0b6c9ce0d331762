"""Why a file cannot be used: who this process is, and who owns the file."""

from __future__ import annotations

import os.path

from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import status
from duckrow.machine.this_process import effective_user


def who_may_use(path: str) -> str:
    """Return a sentence with the user of this process and the owner of a path.

    Where the path cannot be seen it is the directory above that keeps this process out.
    """
    while path not in ("", "/"):
        try:
            owner = status(path).st_uid
        except OSError:
            path = os.path.dirname(path)
        else:
            return f"this process runs as {_name(effective_user())}; {_name(owner)} owns {path}"
    return f"this process runs as {_name(effective_user())}"


def _name(uid: int) -> str:
    found = LocalMachine().users.user_of(uid)
    return str(uid) if found is None else found.name
