"""`puppet agent` of duckrow and of the reference, side by side, with the same server.

Compared are the requests in their order, the exit codes, the reports, and the files that both
leave; at the end each of them continues where the other stopped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from tests.unit.puppet.agent.lab import JSON, Lab

OURS = os.path.join(os.path.dirname(sys.executable), "puppet")
REFERENCE = "/usr/bin/puppet"
pytestmark = [
    pytest.mark.reference,
    pytest.mark.skipif(shutil.which(REFERENCE) is None, reason="Puppet is not installed"),
]
DIRECTORIES = ("conf", "var", "run", "log", "ssl", "public")
BROKEN = b'{"message": "Server Error: no pond", "issue_kind": "RUNTIME_ERROR"}'


class Host:
    """The directories of one agent, and the server that it asks."""

    def __init__(self, root: Path) -> None:
        root.mkdir()
        self.root = root
        self.lab = lab = Lab(root)
        for name in ("conf", "var", "made"):
            (root / name).mkdir()
        made = root / "made"
        lab.files["plugins"] = {"facter/pond.rb": b"Facter.add(:pond) { setcode { 'deep' } }\n"}
        lab.files["pluginfacts"] = {"role.txt": b"role=duck\n"}
        lab.files["modules"] = {"pond/a": b"a\n", "pond/d/b": b"b\n", "pond/d/deep/c": b"c\n"}
        source = "puppet:///modules/pond"
        values = {"ensure": "directory", "source": f"{source}/d", "recurse": True}
        lab.resources = [
            lab.resource("Filebucket", "main", {"path": False}),
            lab.file(f"{made}/text", "quack\n"),
            lab.resource("File", f"{made}/a", {"source": f"{source}/a", "backup": "main"}),
            lab.resource("File", f"{made}/d", values),
        ]

    def run(self, program: str, *words: str) -> dict[str, Any]:
        """Run an agent; return what is compared."""
        self.lab.seen.clear()
        self.lab.reports.clear()
        options = ["--certname", "huey.lab", "--server", "localhost", "--color=false"]
        options += ["--serverport", str(self.lab.port)]
        for name in DIRECTORIES:
            options += [f"--{name}dir", str(self.root / name)]
        command = [program, "agent", "--test", *options, *words]
        code = subprocess.run(command, capture_output=True, check=False).returncode
        (report,) = self.lab.reports or [{}]
        metrics = report.get("metrics", {})
        changes = {item[0]: item[2] for item in metrics.get("changes", {}).get("values", ())}
        keys = ("status", "noop", "noop_pending", "corrective_change", "cached_catalog_status")
        return {
            "exit code": code,
            # The reference fetches a content twice if it shows a diff.
            "requests": [self.masked(text) for text, _ in groupby(map(repr, self.lab.seen))],
            "keys of the report": sorted(report),
            "changes": changes,
            **{name: report.get(name) for name in keys},
        }

    def masked(self, text: str) -> str:
        return text.replace(str(self.root), "ROOT")

    def files(self) -> dict[str, str]:
        """Return the files that both agents write, with their modes."""
        found = {}
        for top in ("ssl", "var/lib", "var/facts.d", "made", "public"):
            for path in sorted((self.root / top).rglob("*")):
                if path.is_file():
                    found[str(path.relative_to(self.root))] = oct(path.stat().st_mode & 0o7777)
        return found


def scenario(host: Host, program: str) -> list[dict[str, Any]]:
    """Run through the life of a node."""
    lab = host.lab
    lab.signs = False
    found = [host.run(program, "--waitforcert", "0")]
    lab.authority.sign("huey.lab")
    found += [host.run(program), host.run(program)]
    (host.root / "made/a").write_text("changed")
    found += [host.run(program, "--noop"), host.run(program)]
    lab.special["/puppet/v3/catalog"] = lambda _: (500, JSON, BROKEN)
    found.append(host.run(program))
    del lab.special["/puppet/v3/catalog"]
    lab.environment = "nest"
    found += [host.run(program), host.run(program)]
    lab.environment = "production"
    found += [host.run(program, "--environment", "unknown"), host.run(program)]
    lab.resources.append(lab.file(f"{host.root}/none/x", "x"))
    found.append(host.run(program))
    return found


def test_both_agents_do_the_same(tmp_path: Path) -> None:
    ours, theirs = Host(tmp_path / "ours"), Host(tmp_path / "theirs")
    with ours.lab.serving(), theirs.lab.serving():
        assert scenario(ours, OURS) == scenario(theirs, REFERENCE)
        assert ours.files() == theirs.files()
        # Each continues where the other stopped.
        assert ours.run(REFERENCE)["requests"] == theirs.run(OURS)["requests"]
        assert ours.run(OURS)["exit code"] == theirs.run(REFERENCE)["exit code"] == 4
