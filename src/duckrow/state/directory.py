"""Where state is kept: /var/lib/duckrow for root, a directory of their own for others."""

from __future__ import annotations

from duckrow.machine.this_process import effective_user, environment, home

FOR_ROOT = "/var/lib/duckrow"


def state_directory(root: str = "/") -> str:
    """Return the directory of state, which is below a scratch root if there is one."""
    if root not in ("", "/"):
        return f"{root.rstrip('/')}{FOR_ROOT}"
    if effective_user() == 0:
        return FOR_ROOT
    return f"{environment().get('XDG_STATE_HOME') or home() + '/.local/state'}/duckrow"


def usual_work_directory() -> str:
    """Return the work directory of the CFEngine agent if no other is chosen."""
    return f"{FOR_ROOT}/cfengine" if effective_user() == 0 else f"{home()}/.cfagent"
