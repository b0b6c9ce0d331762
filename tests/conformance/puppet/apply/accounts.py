"""Accounts of a host: files that replace /etc and /home in its mount namespace.

The tools that change accounts work on them as on any host. DAY replaces the day on which a password
changed, and the backups of the tools do not count.
"""

from __future__ import annotations

import os
import shutil

TOOLS = ("useradd", "groupadd", "chpasswd", "nsenter")
SHADOW = "etc/shadow"
_BASE = {
    "passwd": "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/bin/sh\n",
    "group": "root:x:0:\nnogroup:x:65534:\n",
    "shadow": "root:*:19000:0:99999:7:::\nnobody:*:19000:0:99999:7:::\n",
    "gshadow": "root:*::\nnogroup:!::\n",
}
_SETTINGS = {
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
# Programs need these to start, and chpasswd needs pam.d.
_COPIED = ("os-release", "debian_version", "ld.so.cache", "ld.so.conf", "pam.d", "alternatives")


def prepare(root: str) -> dict[str, str]:
    """Write /etc and /home of a host; return what replaces what."""
    os.mkdir(f"{root}/etc")
    os.mkdir(f"{root}/home")
    for name, content in {**_SETTINGS, **_BASE}.items():
        os.makedirs(os.path.dirname(f"{root}/etc/{name}"), exist_ok=True)
        with open(f"{root}/etc/{name}", "w") as file:
            file.write(content)
    for name in _BASE:
        os.chmod(f"{root}/etc/{name}", 0o640 if "shadow" in name else 0o644)
    for name in _COPIED:
        if os.path.isdir(f"/etc/{name}"):
            shutil.copytree(f"/etc/{name}", f"{root}/etc/{name}", symlinks=True)
        elif os.path.exists(f"/etc/{name}"):
            shutil.copy(f"/etc/{name}", f"{root}/etc/{name}")
    return {"/etc": "etc", "/home": "home"}


def counts(name: str) -> bool:
    """Tell whether a file of the host is part of an answer."""
    return not name.startswith("etc/") or name.removeprefix("etc/") in _BASE


def without_day(shadow: str) -> str:
    """Replace the days of changes in the content of /etc/shadow."""
    found = []
    for line in shadow.splitlines():
        fields = line.split(":")
        if fields[2] not in ("", "19000"):
            fields[2] = "DAY"
        found.append(":".join(fields) + "\n")
    return "".join(found)
