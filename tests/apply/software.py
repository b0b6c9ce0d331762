"""Packages and services of a scenario, on a machine that is thrown away.

Each command runs in a mount namespace in which directories of the scenario stand in for those of
the host. Packages are real: built here, offered by a repository of files, installed by apt and dpkg
into /opt. Of services the tools are ours; they write down what they are told.

    python -m tests.apply.software [NAME…]      records what the reference does
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from .record import FACTS
from .scenario import digest_tree, normal_lines

HERE = Path(__file__).parent / "software"
# Name, version, more lines of the control file.
PACKAGES = (
    ("pond", "1.0", ""),
    ("pond", "1.1", ""),
    ("pond", "2.0~rc1", ""),
    ("reed", "3:0.5-2", "Depends: pond\n"),
    ("mallard", "7", "Provides: duck\n"),
)
# What stands in for what: directories and files of the host, and of the scenario.
OVER = {
    "/opt": "opt",
    "/mnt": "repository",
    "/etc/apt": "apt/etc",
    "/var/lib/apt": "apt/lib",
    "/var/lib/dpkg": "dpkg",
    "/var/cache": "cache",
    "/var/log": "log",
}
APT_CONF = 'APT::Sandbox::User "root";\nAcquire::Languages "none";\n'
# The reference still uses an option that says yes to everything.
_OPTION = re.compile(r"--(force-yes|allow-downgrades) ")
_LIST = "${db:Status-Want} ${db:Status-Status} ${Package} ${Version}\n"

# A tool that writes down its words and answers from files below ROOT/state.
TOOL = """#!/bin/sh
name=${0##*/}
last=
for word; do case $word in --*) ;; *) last=$word ;; esac; done
case "$*" in
*status*|is-active*|is-enabled*|show*|*--query*|cat*|list*) ;;
*) echo "$name $*" >> ROOT/told ;;
esac
"""
SYSTEMCTL = (
    TOOL
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
SERVICE = TOOL + '[ "$2" = status ] && { test -e ROOT/state/$1.running || exit 3; }\n'
UPDATE_RC = (
    TOOL
    + """
case "$*" in
*" defaults") : > ROOT/state/$1.enabled ;;
*" disable") rm -f ROOT/state/$1.enabled ;;
esac
"""
)
INVOKE_RC = TOOL + "test -e ROOT/state/$3.enabled && exit 104; exit 101\n"
SCRIPT = """#!/bin/sh
name=${0##*/}
unit=ROOT/state/$name
test "$1" = status || echo "$name $*" >> ROOT/told
case $1 in
start) test -e $unit.bad && { echo "no eggs"; exit 1; }; : > $unit.running ;;
stop) rm -f $unit.running ;;
status) test -e $unit.running || exit 3 ;;
esac
exit 0
"""
SERVICE_TOOLS = {
    "systemctl": ("/usr/bin/systemctl", SYSTEMCTL),
    "journalctl": ("/usr/bin/journalctl", "#!/bin/sh\necho 'pond: no eggs'\n"),
    "service": ("/usr/sbin/service", SERVICE),
    "update-rc.d": ("/usr/sbin/update-rc.d", UPDATE_RC),
    "invoke-rc.d": ("/usr/sbin/invoke-rc.d", INVOKE_RC),
}


class Case:
    """A scenario, in a directory."""

    def __init__(self, name: str, data: dict[str, Any], root: str) -> None:
        self.name = name
        self.root = root
        self._data = data
        self._over = {} if self.kind != "apt" else dict(OVER)

    @property
    def kind(self) -> str:
        """What the machine is: apt, systemd, scripts or plain."""
        return str(self._data["kind"])

    def prepare(self) -> None:
        """Make the machine, and what is to be there before."""
        os.chmod(self.root, 0o755)
        if self.kind == "apt":
            shutil.copytree(_template(), self.root, symlinks=True, dirs_exist_ok=True)
        else:
            self._make_services()
        for command in self._data.get("before", ()):
            self.run(["sh", "-c", command.replace("ROOT", self.root)]).check_returncode()

    def manifest(self) -> str:
        """Give the manifest."""
        return str(self._data["manifest"]).replace("ROOT", self.root)

    @property
    def options(self) -> list[str]:
        """Give more options of the command."""
        return list(self._data.get("options", ()))

    def run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        """Run a command where the host is this machine."""
        steps = [f"mount --bind '{self.root}/{own}' '{path}'" for path, own in self._over.items()]
        if self.kind in ("systemd", "scripts"):
            # Where nothing says so, the machine is not run by systemd.
            steps.append("mount -t tmpfs none /run")
        if self.kind == "systemd":
            steps.append("mkdir -p /run/systemd/system")
        script = " && ".join([*steps, 'exec "$@"'])
        around = ["unshare", "-m", "--propagation", "private", "sh", "-c", script, "sh"]
        return subprocess.run(
            [*around, *command],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"},
        )

    def outcome(self, status: int, log: str) -> dict[str, Any]:
        """Say what came of a run."""
        lines = _OPTION.sub("--OPTION ", log.replace(self.root, "ROOT")).splitlines()
        found: dict[str, Any] = {"status": status, "log": normal_lines(lines)}
        if self.kind == "apt":
            found["tree"] = digest_tree(f"{self.root}/opt")
            found["packages"] = self.run(["dpkg-query", "-W", "-f", _LIST]).stdout.splitlines()
            found["manual"] = self.run(["apt-mark", "showmanual"]).stdout.splitlines()
            return found
        found["state"] = digest_tree(f"{self.root}/state")
        told = Path(self.root, "told")
        found["told"] = told.read_text().replace(self.root, "ROOT").splitlines()
        told.write_text("")
        return found

    def make_repository(self) -> None:
        """Make a machine without packages, and packages that it could have."""
        for name in (
            *("opt", "apt/etc/apt.conf.d", "apt/etc/preferences.d", "apt/etc/trusted.gpg.d"),
            *("apt/lib/lists/partial", "cache/apt/archives/partial", "log/apt", "repository"),
            *("dpkg/info", "dpkg/updates", "dpkg/triggers", "cache/debconf"),
        ):
            os.makedirs(f"{self.root}/{name}")
        Path(self.root, "dpkg/status").write_text("")
        Path(self.root, "apt/etc/apt.conf.d/90own").write_text(APT_CONF)
        Path(self.root, "apt/etc/sources.list").write_text("deb [trusted=yes] file:/mnt ./\n")
        index = "".join(_build(f"{self.root}/repository", *each) for each in PACKAGES)
        Path(self.root, "repository/Packages").write_text(index)
        self.run(["apt-get", "-q", "update"]).check_returncode()

    def _make_services(self) -> None:
        os.mkdir(f"{self.root}/state")
        os.mkdir(f"{self.root}/scripts")
        Path(self.root, "told").write_text("")
        self._write("scripts/pond", SCRIPT)
        if self.kind == "plain":
            return
        for name, (path, text) in SERVICE_TOOLS.items():
            self._write(f"tool-{name}", text)
            # A tool that the host lacks cannot be stood in for.
            if os.path.exists(path):
                self._over[path] = f"tool-{name}"
        if self.kind == "systemd":
            Path(self.root, "comm").write_text("systemd\n")
            self._over["/proc/1/comm"] = "comm"

    def _write(self, name: str, text: str) -> None:
        path = Path(self.root, name)
        path.write_text(text.replace("ROOT", self.root))
        path.chmod(0o755)


@cache
def _template() -> str:
    """Make a machine once; each scenario has a copy of it."""
    root = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    Case("template", {"kind": "apt"}, root).make_repository()
    return root


def _build(directory: str, name: str, version: str, more: str) -> str:
    """Build a package with a file and a configuration file; give its entry in the index."""
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


def is_possible() -> bool:
    """Tell whether this machine has what the scenarios need."""
    tools = ("unshare", "apt-get", "apt-cache", "apt-mark", "dpkg", "dpkg-deb", "mount")
    if os.geteuid() != 0 or not all(shutil.which(tool) for tool in tools):
        return False
    done = subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False)
    needed = [*OVER, *(path for name, (path, _) in SERVICE_TOOLS.items() if name != "journalctl")]
    return done.returncode == 0 and all(os.path.exists(path) for path in needed)


def read_cases() -> dict[str, Any]:
    """Give the scenarios as they are written."""
    found: dict[str, Any] = json.loads((HERE / "cases.json").read_text())
    return found


def _record(name: str, data: dict[str, Any]) -> list[dict[str, Any]]:
    runs = []
    with tempfile.TemporaryDirectory() as root, tempfile.TemporaryDirectory() as own:
        case = Case(name, data, root)
        case.prepare()
        places = [f"--confdir={own}/c", f"--vardir={own}/v", f"--rundir={own}/r"]
        places += [f"--publicdir={own}/p", f"--logdir={own}/l"]
        # Facts of the host take the reference seconds, and no scenario asks for any.
        os.makedirs(f"{own}/v/yaml/facts")
        Path(own, "v/yaml/facts/pond.yaml").write_text(FACTS)
        places += ["--facts_terminus=yaml", "--certname=pond"]
        options = ["--color=false", "--detailed-exitcodes", *places, *case.options]
        for _ in range(2):
            done = case.run(["puppet", "apply", *options, "-e", case.manifest()])
            runs.append(case.outcome(done.returncode, done.stdout + done.stderr))
    return runs


def main() -> None:
    """Record all scenarios, or those that are named, or those that are new."""
    path = HERE / "recorded.json"
    recorded = json.loads(path.read_text()) if path.exists() else {}
    for name, data in read_cases().items():
        if name in sys.argv[1:] or (len(sys.argv) == 1 and name not in recorded):
            recorded[name] = _record(name, data)
            path.write_text(json.dumps(recorded, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
