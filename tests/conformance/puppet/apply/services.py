"""Services of a host: tools that record their arguments and read states from the directory `state`.

`state/pond.running` and `state/pond.enabled` are states of the service pond. With `state/pond.bad`
it fails to start, and with `state/pond.changed` systemd needs a reload.
"""

from __future__ import annotations

import os

KINDS = ("systemd", "scripts", "services")
_RECORD = """#!/bin/sh
name=${0##*/}
last=
for word; do case $word in --*) ;; *) last=$word ;; esac; done
case "$*" in
*status*|is-active*|is-enabled*|show*|*--query*|cat*|list*) ;;
*) echo "$name $*" >> ROOT/commands ;;
esac
"""
_SYSTEMCTL = (
    _RECORD
    + """
unit=ROOT/state/$last
case "$1" in
is-active) test -e $unit.running && echo active || { echo inactive; exit 3; } ;;
is-enabled) test -e $unit.enabled || exit 1
    cat $unit.enabled
    case $(cat $unit.enabled) in enabled|static|indirect|alias) ;; *) exit 1 ;; esac ;;
show) test -e $unit.changed && echo NeedDaemonReload=yes || echo NeedDaemonReload=no ;;
daemon-reload) rm -f ROOT/state/*.changed ;;
cat) test -e $unit.enabled ;;
start|restart) test -e $unit.bad && { echo "Job for $last.service failed." >&2; exit 1; }
    : > $unit.running ;;
stop) rm -f $unit.running ;;
enable) echo enabled > $unit.enabled ;;
disable) echo disabled > $unit.enabled ;;
mask) echo masked > $unit.enabled ;;
unmask) if grep -q masked $unit.enabled 2>/dev/null; then echo disabled > $unit.enabled; fi ;;
esac
"""
)
_SERVICE = _RECORD + '[ "$2" = status ] && { test -e ROOT/state/$1.running || exit 3; }\n'
_UPDATE_RC = (
    _RECORD
    + """
case "$*" in
*" defaults") : > ROOT/state/$1.enabled ;;
*" disable") rm -f ROOT/state/$1.enabled ;;
esac
"""
)
_INVOKE_RC = _RECORD + "test -e ROOT/state/$3.enabled && exit 104; exit 101\n"
_SCRIPT = """#!/bin/sh
name=${0##*/}
unit=ROOT/state/$name
test "$1" = status || echo "$name $*" >> ROOT/commands
case $1 in
start) test -e $unit.bad && { echo "no eggs"; exit 1; }; : > $unit.running ;;
stop) rm -f $unit.running ;;
status) test -e $unit.running || exit 3 ;;
esac
exit 0
"""
_JOURNALCTL = "/usr/bin/journalctl"
_TOOLS = {
    "/usr/bin/systemctl": _SYSTEMCTL,
    _JOURNALCTL: "#!/bin/sh\necho 'pond: no eggs'\n",
    "/usr/sbin/service": _SERVICE,
    "/usr/sbin/update-rc.d": _UPDATE_RC,
    "/usr/sbin/invoke-rc.d": _INVOKE_RC,
}
# Without /run/systemd/system the host does not run systemd.
STEPS = {
    "systemd": ["mount -t tmpfs none /run", "mkdir -p /run/systemd/system"],
    "scripts": ["mount -t tmpfs none /run"],
}


def prepare(root: str, kind: str) -> dict[str, str]:
    """Write the tools of a host; return what replaces what."""
    os.mkdir(f"{root}/state")
    os.mkdir(f"{root}/scripts")
    _write(root, "scripts/pond", _SCRIPT)
    mounts: dict[str, str] = {}
    if kind == "services":
        return mounts
    for path, text in _TOOLS.items():
        name = f"tool-{os.path.basename(path)}"
        _write(root, name, text)
        # Only a file that exists can be replaced.
        if os.path.exists(path):
            mounts[path] = name
    if kind == "systemd":
        _write(root, "comm", "systemd\n")
        mounts["/proc/1/comm"] = "comm"
    return mounts


def _write(root: str, name: str, text: str) -> None:
    with open(f"{root}/{name}", "w") as file:
        file.write(text.replace("ROOT", root))
    os.chmod(f"{root}/{name}", 0o755)


def needed(kind: str) -> list[str]:
    """Return the files that a host of a kind replaces and that must exist."""
    return [path for path in _TOOLS if path != _JOURNALCTL] if kind in STEPS else []


def take_commands(root: str) -> list[str]:
    """Return the commands that changed services since the last call."""
    try:
        with open(f"{root}/commands") as file:
            commands = file.read().splitlines()
    except FileNotFoundError:
        return []
    os.unlink(f"{root}/commands")
    return commands
