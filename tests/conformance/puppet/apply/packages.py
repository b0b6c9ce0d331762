"""Packages of a host: built here and offered by a repository of files.

apt and dpkg install them into /opt.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

TOOLS = ("apt-get", "apt-cache", "apt-mark", "dpkg", "dpkg-deb", "mount", "nsenter")
ENVIRONMENT = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
# Name, version, more lines of the control file.
_PACKAGES = (
    ("pond", "1.0", ""),
    ("pond", "1.1", ""),
    ("pond", "2.0~rc1", ""),
    ("reed", "3:0.5-2", "Depends: pond\n"),
    ("mallard", "7", "Provides: duck\n"),
)
# Directories, and those of the host that replace them.
_MOUNTS = {
    "/opt": "opt",
    "/mnt": "repository",
    "/etc/apt": "apt/etc",
    "/var/lib/apt": "apt/lib",
    "/var/lib/dpkg": "dpkg",
    "/var/cache": "cache",
    "/var/log": "log",
}
_APT_CONF = 'APT::Sandbox::User "root";\nAcquire::Languages "none";\n'
# The reference still uses an older option that accepts everything.
_OPTION = re.compile(r"--(force-yes|allow-downgrades) ")
_LIST = r"dpkg-query -W -f '${db:Status-Want} ${db:Status-Status} ${Package} ${Version}\n'"


def prepare(root: str) -> dict[str, str]:
    """Write a host without packages; return what replaces what."""
    shutil.copytree(_template(), root, symlinks=True, dirs_exist_ok=True)
    return _MOUNTS


def installed(inside: list[str]) -> dict[str, list[str]]:
    """Describe the packages of a host; `inside` runs a command there."""
    script = f"{_LIST}; echo --; apt-mark showmanual"
    done = subprocess.run([*inside, "sh", "-c", script], capture_output=True, text=True, check=True)
    names = ("packages:", "manually installed:")
    parts = done.stdout.split("--\n")
    return {
        name: [name, *(f"  {line}" for line in part.splitlines())]
        for name, part in zip(names, parts, strict=True)
    }


def without_option(message: str) -> str:
    """Return a message of apt without an option that differs."""
    return _OPTION.sub("--OPTION ", message)


@cache
def _template() -> str:
    """Make a host once; each case has a copy of it."""
    root = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    for name in (
        *("opt", "apt/etc/apt.conf.d", "apt/etc/preferences.d", "apt/etc/trusted.gpg.d"),
        *("apt/lib/lists/partial", "cache/apt/archives/partial", "log/apt", "repository"),
        *("dpkg/info", "dpkg/updates", "dpkg/triggers", "cache/debconf"),
    ):
        os.makedirs(f"{root}/{name}")
    Path(root, "dpkg/status").write_text("")
    Path(root, "apt/etc/apt.conf.d/90own").write_text(_APT_CONF)
    Path(root, "apt/etc/sources.list").write_text("deb [trusted=yes] file:/mnt ./\n")
    index = "".join(_build(f"{root}/repository", *each) for each in _PACKAGES)
    Path(root, "repository/Packages").write_text(index)
    steps = [f"mount --bind '{root}/{own}' '{path}'" for path, own in _MOUNTS.items()]
    script = " && ".join([*steps, "apt-get -q update"])
    command = ["unshare", "-m", "--propagation", "private", "sh", "-c", script]
    subprocess.run(command, capture_output=True, check=True, env={**os.environ, **ENVIRONMENT})
    return root


def _build(directory: str, name: str, version: str, more: str) -> str:
    """Build a package with a file and a configuration file; return its entry in the index."""
    tree = Path(directory, f"tree-{name}-{version}")
    own = tree / "opt" / name
    own.mkdir(parents=True)
    (tree / "DEBIAN").mkdir()
    (own / "version").write_text(f"{version}\n")
    (own / "conf").write_text(f"settings of {version}\n")
    (tree / "DEBIAN" / "conffiles").write_text(f"/opt/{name}/conf\n")
    control = (
        f"Package: {name}\nVersion: {version}\nArchitecture: all\n{more}"
        "Maintainer: nobody <nobody@example.org>\nDescription: a test\n"
    )
    (tree / "DEBIAN" / "control").write_text(control)
    for path in [tree, *tree.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    file = Path(directory, f"{name}_{version.replace(':', '%3a')}.deb")
    command = ["dpkg-deb", "--root-owner-group", "-Znone", "-b", str(tree), str(file)]
    subprocess.run(command, check=True, capture_output=True)
    shutil.rmtree(tree)
    content = file.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    return f"{control}Filename: ./{file.name}\nSize: {len(content)}\nSHA256: {digest}\n\n"
