"""The mounts of fileserver.conf.

    [pond]
    path /srv/pond/%h
    allow *

In `path`, %h stands for the host name of the node, %d for its domain, %H for its whole name and %%
for a percent sign. Who may ask is a question of auth.conf: of `allow` and `deny` only `allow *` is
accepted in silence, as by the reference.
"""

from __future__ import annotations

import re

from duckrow.machine.paths import is_directory, is_readable, read_bytes
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

BUILT_IN = ("modules", "plugins", "pluginfacts", "locales", "tasks", "scripts")
_section = re.compile(r"\[([-\w]+)\]", re.ASCII)
_entry = re.compile(r"\s*(\w+)\s+(.+?)(\s*#.*)?$", re.ASCII)
_percent = re.compile("%(.)")


def read_fileserver_conf(path: str, warn: Callable[[str], None]) -> dict[str, str]:
    """Return the path of each mount by its name. Raises InputError."""
    try:
        text = read_bytes(path).decode("utf-8", "surrogateescape")
    except OSError as error:
        raise InputError(f"Cannot read file server configuration {path}", reason(error)) from None
    found: dict[str, str | None] = {}
    mount = ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        location = f"(file: {path}, line: {number})"
        if section := _section.search(line):
            mount = section[1]
            if mount in found:
                raise InputError(f"{mount} is already mounted at {location}")
            found[mount] = None
            continue
        entry = _entry.match(line)
        if entry is None or not mount:
            raise InputError(f"Invalid entry at {location}: '{line}'")
        name, value = entry[1], entry[2].strip()
        if value.startswith("="):
            raise InputError(
                f"Fileserver configuration file does not use '=' as a separator {location}"
            )
        if name == "path":
            if mount in BUILT_IN:
                warn(f"The '{mount}' module can not have a path. Ignoring attempt to set it")
            else:
                found[mount] = value
        elif name not in ("allow", "deny"):
            raise InputError(f"Invalid argument '{name}' at {location}")
        elif (name, value) != ("allow", "*"):
            warn(f"Entry '{line.strip()}' is unsupported and will be ignored at {location}")
    return _usable(found, path, warn)


def _usable(found: dict[str, str | None], file: str, warn: Callable[[str], None]) -> dict[str, str]:
    """Return the mounts that can be served."""
    usable: dict[str, str] = {}
    for mount, path in found.items():
        if mount in BUILT_IN:
            continue
        if path is None:
            raise InputError(f"Mounts without paths are not usable: [{mount}] in {file}")
        fault = ""
        if not path.startswith("/"):
            fault = "is not an absolute path"
        elif not _percent.search(path):
            if not is_directory(path):
                fault = "does not exist or is not a directory"
            elif not is_readable(path):
                fault = "is not readable"
        if fault:
            warn(f'Removing mount "{mount}": {path} {fault}')
        else:
            usable[mount] = path
    return usable


def expanded(path: str, node: str) -> str:
    """Replace %h, %d, %H and %% in the path of a mount by parts of the name of a node."""
    host, _, domain = node.partition(".")
    parts = {"h": host, "H": node, "d": domain or node, "%": "%"}
    return _percent.sub(lambda match: parts.get(match[1], match[0]), path)
