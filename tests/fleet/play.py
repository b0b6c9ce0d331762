"""A node's life with a real Puppet agent: one function that plays it against any server.

`play` returns what each step left: exit code, managed files, messages of errors, and the status of
the report that the server stored. Against puppetserver it records the answers that duckrow must
give (`record.py`); against `duckrow serve` it is the test.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

SITE = """
file { '%(top)s': ensure => directory }
file { '%(top)s/motd': content => "%(greeting)s ${trusted['certname']}\\n", backup => %(backup)s }
"""
TRUSTED = """
$role = $trusted['extensions']['pp_role']
file { '%(top)s/role': content => "${role} ${trusted['authenticated']}\\n" }
"""
SOURCES = """
file { '%(top)s/duck.txt': source => 'puppet:///modules/pond/duck.txt', mode => '0640' }
file { '%(top)s/tree':
  ensure => directory, recurse => true, source => 'puppet:///modules/pond/tree'
}
file { '%(top)s/facts': content => "${facts['pond_depth']} ${facts['pond_color']}\\n" }
file { '%(top)s/template': content => epp('pond/lake.epp', { 'name' => 'Duck Lake' }) }
"""
FAILS = """
exec { '/bin/false': }
file { '%(top)s/never': content => 'x', require => Exec['/bin/false'] }
"""
BROKEN = "fail('the pond is frozen')\n"
BUCKET = "filebucket { main: server => 'localhost', port => %(port)d, path => false }\n"
MODULE = {
    "files/duck.txt": "quack\n",
    "files/tree/a": "first\n",
    "files/tree/deep/b": "second\n",
    "lib/facter/pond_depth.rb": "Facter.add(:pond_depth) { setcode { 'deep' } }\n",
    "facts.d/pond.txt": "pond_color=green\n",
    "templates/lake.epp": "<%- | String $name | -%>\nWelcome to <%= $name %>\n",
}


class Lab:
    """A server under test: where it listens, where its code is, and how its CA is administered."""

    def __init__(
        self, port: int, codedir: Path, reportdir: Path, ca: Callable[[str, str], int]
    ) -> None:
        self.port = port
        self.codedir = codedir
        self.reportdir = reportdir
        self.ca = ca  # an action (sign, revoke, clean) and a name

    def write(self, environment: str, site: str) -> None:
        """Write an environment."""
        top = self.codedir / "environments" / environment
        for name, text in MODULE.items():
            path = top / "modules/pond" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o755 if "facts.d" in name else 0o644)
        (top / "manifests").mkdir(exist_ok=True)
        (top / "manifests/site.pp").write_text(site)


class Agent:
    """A real agent with directories of its own."""

    def __init__(self, program: list[str], lab: Lab, folder: Path, name: str) -> None:
        self.program = program
        self.lab = lab
        self.folder = folder
        self.name = name
        self.variables: dict[str, str] = {}  # of its environment
        (folder / "conf").mkdir(parents=True)

    def run(self, *more: str, environment: str = "first") -> tuple[int, str]:
        """Run the agent once; return the exit code and the output."""
        own = [
            word
            for each in ("conf", "var", "run", "log", "ssl")
            for word in (f"--{each}dir", f"{self.folder}/{each}")
        ]
        words = [*self.program, "agent", *own, "--certname", self.name, "--server", "localhost"]
        words += ["--serverport", str(self.lab.port), "--ca_server", "localhost"]
        words += ["--ca_port", str(self.lab.port), "--no-daemonize", "--onetime", "--verbose"]
        words += ["--color=false", "--no-usecacheonfailure", "--detailed-exitcodes"]
        words += ["--waitforcert", "0", "--http_read_timeout", "120"]
        if environment:
            words += ["--environment", environment]
        words += more
        done = subprocess.run(
            words,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
            env={**os.environ, **self.variables},
        )
        return done.returncode, done.stdout + done.stderr


def play(program: list[str], lab: Lab, folder: Path, name: str) -> dict[str, dict[str, object]]:
    """Play a node's life; return what each step left."""
    agent = Agent(program, lab, folder / "agent", name)
    top = folder / "managed"
    steps: dict[str, dict[str, object]] = {}
    words = {"top": top, "greeting": "Hello", "backup": "false", "port": lab.port}

    def site(*texts: str, environment: str = "first", **changed: str) -> None:
        lab.write(environment, "".join(texts) % {**words, **changed})

    def step(title: str, *more: str, environment: str = "first") -> None:
        before = _reports(lab, name)
        code, output = agent.run(*more, environment=environment)
        steps[title] = {
            "exit code": code,
            "files": _files(top, name),
            "errors": _errors(output, name, folder, lab.port),
            "report": _statuses(lab, name, before),
        }
        (folder / f"{len(steps)}.log").write_text(output)

    (folder / "agent/conf/csr_attributes.yaml").write_text(
        "extension_requests:\n  pp_role: duckling\n"
    )
    site("notify { 'production': }\n", environment="production")
    site(SITE)
    step("not signed yet")
    steps["sign"] = {"exit code": lab.ca("sign", name)}
    step("first run")
    step("steady run")
    site(SITE, TRUSTED, greeting="Bye")
    step("changed code")
    step("no-op of a change", "--noop", environment="first")
    site(SITE, greeting="Again")
    step("no-op of another change", "--noop")
    site(SITE, SOURCES)
    plain = "--no-static_catalogs"
    step("sources, facts and templates", plain)
    step("sources again", plain)
    (lab.codedir / "environments/first/modules/pond/files/tree/a").write_text("changed\n")
    step("a changed source", plain)
    shutil.rmtree(top)
    step("static catalog")
    site(SITE, BUCKET, greeting="Into the bucket", backup="main")
    step("a backup in the bucket of the server")
    site(SITE, FAILS)
    step("a resource fails")
    site(BROKEN)
    step("a compile fails")
    site("$x = \n")
    step("a syntax error")
    site(SITE)
    step("an environment that does not exist", environment="nosuch")
    site(SITE, environment="second", greeting="Second")
    step("another environment", environment="second")
    steps["revoke"] = {"exit code": lab.ca("revoke", name)}
    step("revoked")
    steps["clean"] = {"exit code": lab.ca("clean", name)}
    return steps


def expected(program: list[str]) -> Path:
    """Return the file with what an agent of this version leaves."""
    version = subprocess.check_output([*program, "--version"], text=True)
    return Path(__file__).with_name(f"puppet-{version.partition('.')[0]}.json")


def _files(top: Path, name: str) -> dict[str, str]:
    found = {}
    for path in sorted(top.rglob("*")):
        mode = oct(path.lstat().st_mode & 0o7777)[2:]
        text = path.read_text().replace(name, "NAME") if path.is_file() else ""
        found[str(path.relative_to(top))] = f"{mode} {text}"
    return found


def _errors(output: str, name: str, folder: Path, port: int) -> list[str]:
    """Return the messages of errors, without what differs from run to run."""
    lines = [line for line in output.splitlines() if line.startswith("Error:")]
    lines = [line for line in lines if "Facter" not in line]
    hidden = [
        (r"/[^ ]*/environments/", "CODE/environments/"),
        (re.escape(name), "NAME"),
        (re.escape(str(folder)), "FOLDER"),
        (str(port), "PORT"),
        (r"[0-9A-F:]{59,}", "FINGERPRINT"),
        (r"after [0-9.]+ seconds", "after N seconds"),
    ]
    for pattern, word in hidden:
        lines = [re.sub(pattern, word, line) for line in lines]
    return lines


def _reports(lab: Lab, name: str) -> set[tuple[str, int]]:
    """Return the files of reports with their times: a second report of a minute replaces a file."""
    return {(str(each), each.stat().st_mtime_ns) for each in (lab.reportdir / name).glob("*.yaml")}


def _statuses(lab: Lab, name: str, before: set[tuple[str, int]]) -> list[str]:
    """Return the statuses of the reports that the server stored since.

    A processor works after the agent has its answer, so a report may come a moment later.
    """
    found = []
    end = time.monotonic() + 2
    while not (new := _reports(lab, name) - before) and time.monotonic() < end:
        time.sleep(0.05)
    for each, _ in sorted(new):
        text = Path(each).read_text()
        match = re.search(r"^status: (\w+)$", text, re.MULTILINE)
        found.append(match[1] if match else "?")
    return found
