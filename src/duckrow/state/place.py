"""Where state is kept: /var/lib/duckrow for root, a directory of one's own for others."""

from __future__ import annotations

import os


def state_directory(root: str = "/") -> str:
    """Give the directory of state, below a throw-away root if there is one."""
    if root not in ("", "/"):
        return f"{root.rstrip('/')}/var/lib/duckrow"
    if os.geteuid() == 0:
        return "/var/lib/duckrow"
    base = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return f"{base}/duckrow"


def make_directory(path: str) -> None:
    """Make a directory that is nobody else's business; those above it are ordinary."""
    if os.path.isdir(path):
        return
    parent = os.path.dirname(path)
    if parent and not os.path.isdir(parent):
        os.makedirs(parent, 0o755, exist_ok=True)
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        if not os.path.isdir(path):
            raise
