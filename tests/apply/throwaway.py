"""Accounts of a scenario: throw-away files that take the place of /etc and /home in a namespace.

The tools that change accounts work on them as on any machine. What they leave is written with DAY
for today, and without the copies that they keep of what was there before.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import Any

BASE = {
    "passwd": ["root:x:0:0:root:/root:/bin/sh", "nobody:x:65534:65534:nobody:/nonexistent:/bin/sh"],
    "group": ["root:x:0:", "nogroup:x:65534:"],
    "shadow": ["root:*:19000:0:99999:7:::", "nobody:*:19000:0:99999:7:::"],
    "gshadow": ["root:*::", "nogroup:!::"],
}
SETTINGS = {
    "login.defs": (
        "UID_MIN 1000\nUID_MAX 60000\nSYS_UID_MIN 100\nSYS_UID_MAX 999\nGID_MIN 1000\n"
        "GID_MAX 60000\nSYS_GID_MIN 100\nSYS_GID_MAX 999\nUMASK 022\nHOME_MODE 0755\n"
        "PASS_MAX_DAYS 99999\nPASS_MIN_DAYS 0\nPASS_WARN_AGE 7\nUSERGROUPS_ENAB yes\n"
        "ENCRYPT_METHOD SHA512\n"
    ),
    "default/useradd": "SHELL=/bin/sh\nCREATE_MAIL_SPOOL=no\nSKEL=/etc/skel\n",
    "skel/.profile": "# quack\n",
    "nsswitch.conf": "passwd: files\ngroup: files\nshadow: files\ngshadow: files\n",
}
# What programs need to start at all, and what chpasswd asks.
COPIED = ("os-release", "debian_version", "ld.so.cache", "ld.so.conf", "pam.d", "alternatives")
KEPT = ("passwd", "group", "shadow", "gshadow")
_SETUP = 'mount --bind "$0/etc" /etc && mount --bind "$0/home" /home && exec "$@"'


def prepare(root: str, more: dict[str, Any]) -> None:
    """Write the files of accounts: a few, and those that a scenario has."""
    os.mkdir(f"{root}/etc")
    os.mkdir(f"{root}/home")
    for name, content in SETTINGS.items():
        os.makedirs(os.path.dirname(f"{root}/etc/{name}"), exist_ok=True)
        with open(f"{root}/etc/{name}", "w") as file:
            file.write(content)
    for name, lines in BASE.items():
        with open(f"{root}/etc/{name}", "w") as file:
            file.write("".join(f"{line}\n" for line in [*lines, *more.get(name, ())]))
        os.chmod(f"{root}/etc/{name}", 0o640 if "shadow" in name else 0o644)
    for name in COPIED:
        if os.path.isdir(f"/etc/{name}"):
            shutil.copytree(f"/etc/{name}", f"{root}/etc/{name}", symlinks=True)
        elif os.path.exists(f"/etc/{name}"):
            shutil.copy(f"/etc/{name}", f"{root}/etc/{name}")


def inside(root: str, command: list[str]) -> list[str]:
    """Give a command that sees these accounts and no others."""
    return ["unshare", "-m", "--propagation", "private", "sh", "-c", _SETUP, root, *command]


def is_possible() -> bool:
    """Tell whether this machine lets us do so."""
    if os.geteuid() != 0 or not shutil.which("useradd", path="/usr/sbin:/sbin"):
        return False
    try:
        done = subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


def is_told(path: str) -> bool:
    """Tell whether a path below the root is part of the outcome."""
    return not path.startswith("etc/") or path.removeprefix("etc/") in KEPT


def told(path: str, content: str) -> str:
    """Give a content without the day on which it was written."""
    if path != "etc/shadow":
        return content
    found = []
    for line in content.splitlines():
        fields = line.split(":")
        if fields[2] not in ("", "19000"):
            fields[2] = "DAY"
        found.append(":".join(fields) + "\n")
    return "".join(found)
