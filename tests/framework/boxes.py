"""Boxes: hosts of their own on this one, with their own processes, network and files.

A box sees this host's files below /etc, /opt, /root, /run, /usr and /var; what it writes there is
gone when it ends. Two boxes may be joined by a cable. They need root, unshare, nsenter, ip and
overlays.

    with Box("hub") as hub, Box("pond") as pond:
        connect(hub, pond)                          10.9.0.1 and 10.9.0.2
        hub.install(OURS)
        hub.run("cf-agent", "--bootstrap", "10.9.0.1")
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from shlex import quote
from types import TracebackType
from typing import Any

WORK = "/var/lib/cfengine3"
# The policy of policy servers: that of the package, or another version, configured.
PACKAGED = Path("/usr/share/cfengine3/masterfiles")
MASTERFILES = Path(os.environ.get("MASTERFILES") or PACKAGED)
OURS, REAL = "ours", "real"
HUB, CLIENT = "10.9.0.1", "10.9.0.2"
TOOLS = "agent promises key serverd execd monitord net runagent secret".split()
_EXECUTABLES = Path(sys.executable).parent
_OVERLAID = "etc opt root run usr var"
_BEGIN = """
mount --make-rprivate /
mount -t tmpfs box "$1"
for d in {overlaid}; do
  mkdir -p "$1/up/$d" "$1/work/$d"
  mount -t overlay box -o "lowerdir=/$d,upperdir=$1/up/$d,workdir=$1/work/$d" "/$d" || exit 1
done
ip link set lo up; hostname "$2"
rm -rf {work}/ppkeys/* {work}/state/* {work}/inputs/* /etc/apt/sources.list.d/*
: > /etc/apt/sources.list
ln -sfn {ours} /opt/duckrow
{masterfiles}
echo ready
while :; do sleep 1000 & wait $!; done
"""
_SCRIPT = """#!/bin/sh
export CFENGINE_TEST_OVERRIDE_WORKDIR={work}
exec {program} "$@"
"""
# Run in a box: the files below some directories.
_LIST = """
import hashlib, json, os, sys
found = {}
for top in sys.argv[1:]:
    for above, names, files in os.walk(top):
        for name in names + files:
            path = os.path.join(above, name)
            facts = os.lstat(path)
            if os.path.islink(path):
                content = os.readlink(path)
            elif os.path.isfile(path):
                content = hashlib.sha256(open(path, "rb").read()).hexdigest()
            else:
                content = ""
            found[path] = [oct(facts.st_mode), facts.st_uid, content]
print(json.dumps(found))
"""


@cache
def why_not() -> str:
    """Return why there can be no boxes here; "" if there can."""
    if os.geteuid() != 0:
        return "boxes need root"
    for tool in ("unshare", "nsenter", "ip", "mount"):
        if shutil.which(tool) is None:
            return f"boxes need {tool}"
    try:
        with Box("try"):
            return ""
    except OSError as error:
        return str(error)


@cache
def why_not_framework() -> str:
    """Return why the masterfiles of CFEngine cannot run in boxes."""
    if not (MASTERFILES / "promises.cf").exists() or not Path(WORK).is_dir():
        return "the package cfengine3 is not installed"
    return why_not()


class Box:
    """One box. Leaving it ends all of its processes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._directory = tempfile.mkdtemp(prefix=f"box-{name}-")
        self._first: subprocess.Popen[str] | None = None
        self.pid = 0

    def __enter__(self) -> Box:
        copy = ""
        if MASTERFILES != PACKAGED:
            masters = f"{WORK}/masterfiles"
            copy = f"rm -rf {masters}/*; cp -r {quote(str(MASTERFILES))}/* {masters}"
        script = _BEGIN.format(
            overlaid=_OVERLAID, work=WORK, masterfiles=copy, ours=_EXECUTABLES.parent
        )
        words = ["unshare", "-mnpfu", "--mount-proc", "--kill-child=KILL"]
        self._first = subprocess.Popen(
            [*words, "sh", "-c", script, "box", self._directory, self.name],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._first.stdout is not None
        line = self._first.stdout.readline()
        if line != "ready\n":
            self.end()
            raise OSError(f"no box: {line.strip()}")
        children = Path(f"/proc/{self._first.pid}/task/{self._first.pid}/children").read_text()
        self.pid = int(children.split()[0])
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.end()

    def end(self) -> None:
        """End the box: its first process ignores other signals than KILL."""
        if self._first is None:
            return
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
        else:
            self._first.kill()
        self._first.wait()
        if self._first.stdout is not None:
            self._first.stdout.close()
        self._first = None
        os.rmdir(self._directory)

    def argv(self, *words: str) -> list[str]:
        """Return the command line that runs words in the box."""
        return ["nsenter", "-t", str(self.pid), "-m", "-n", "-p", "-u", *words]

    def run(
        self, *words: str, seconds: float = 300, environment: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, without a terminal; its output holds stderr too."""
        variables = {
            name: value
            for name, value in os.environ.items()
            if name != "CFENGINE_TEST_OVERRIDE_WORKDIR"
        }
        variables |= {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        return subprocess.run(
            self.argv(*words),
            env=variables | (environment or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="surrogateescape",
            check=False,
            timeout=seconds,
        )

    def shell(self, script: str, *words: str) -> str:
        """Run a script of the shell and return its output."""
        done = self.run("sh", "-ec", script, "sh", *words)
        assert done.returncode == 0, done.stdout
        return done.stdout

    def write(self, path: str, text: str, mode: str = "644") -> None:
        """Write a file in the box."""
        subprocess.run(
            self.argv("sh", "-ec", 'cat > "$1"; chmod "$2" "$1"', "sh", path, mode),
            input=text,
            text=True,
            check=True,
        )

    def read(self, path: str) -> str:
        """Return the content of a file in the box."""
        return self.shell('cat "$1"', path)

    def exists(self, path: str) -> bool:
        return self.run("test", "-e", path).returncode == 0

    def install(self, tools: str, *, only: Sequence[str] = TOOLS) -> None:
        """Let /usr/bin have our tools, or those of the package again."""
        for name in only:
            path = f"/usr/bin/cf-{name}"
            if tools == REAL:
                self.shell('[ ! -e "$1.real" ] || mv "$1.real" "$1"', path)
                continue
            self.shell('[ -e "$1.real" ] || mv "$1" "$1.real"', path)
            program = _EXECUTABLES / f"cf-{name}"
            self.write(path, _SCRIPT.format(work=WORK, program=program), "755")

    def files(self, *directories: str) -> dict[str, list[Any]]:
        """Return mode, owner and digest of all files below some directories."""
        found: dict[str, list[Any]] = json.loads(
            self.run("/usr/bin/python3", "-c", _LIST, *directories).stdout
        )
        return found

    def processes(self) -> list[str]:
        """Return the command lines in the box, without those of the box itself."""
        listed = self.run("ps", "-eo", "ppid=,stat=,args=").stdout.splitlines()
        lines = [line.split(None, 2) for line in listed]
        # The first process of a box collects the dead a moment later.
        commands = [args for parent, state, args in lines if (parent, state[0]) != ("1", "Z")]
        own = ("sh -c", "sleep 1000", "ps -eo")
        return sorted(each for each in commands if not each.strip().startswith(own))

    def wait_for(self, path: str, seconds: float = 60) -> None:
        """Wait until a file exists."""
        until = time.monotonic() + seconds
        while not self.exists(path):
            assert time.monotonic() < until, f"{path} does not appear"
            time.sleep(0.1)


def connect(hub: Box, client: Box) -> None:
    """Join two boxes by a cable."""
    # Not in the box: there, this host's number of the other process means nothing.
    words = f"ip link add eth0 type veth peer name eth0 netns {client.pid}".split()
    subprocess.run(["nsenter", "-t", str(hub.pid), "-n", *words], check=True)
    hub.shell(f"ip addr add {HUB}/24 dev eth0; ip link set eth0 up")
    client.shell(f"ip addr add {CLIENT}/24 dev eth0; ip link set eth0 up")
