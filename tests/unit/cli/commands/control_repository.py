"""A small control repository with a tag `before`, and `duckrow diff` between it and HEAD."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., tuple[int, str, str]]

SITE = """
node /^web/ { include pond }
node /^db/ { include lake }
node default { }
"""
POND = """
class pond($depth) {
  file { '/tmp/pond': content => epp('pond/pond.epp', { depth => $depth }) }
  file { '/tmp/reeds': source => 'puppet:///modules/pond/reeds' }
  file { '/tmp/mud': mode => '0644' }
}
"""
FILES = {
    "hiera.yaml": "version: 5\nhierarchy:\n"
    "  - name: all\n    paths: ['nodes/%{trusted.certname}.yaml', 'common.yaml']\n",
    "data/common.yaml": "---\npond::depth: 3\n",
    "manifests/site.pp": SITE,
    "modules/pond/manifests/init.pp": POND,
    "modules/pond/templates/pond.epp": "depth <%= $depth %>\n",
    "modules/pond/files/reeds": "green\nreeds\n",
    "modules/lake/manifests/init.pp": "class lake { notify { lake: } }\n",
}
NODES = ("--node", "web1,web2,db1,other")


def git(directory: Path, *words: str) -> None:
    subprocess.run(
        ["git", "-c", "user.email=duck@example.com", "-c", "user.name=duck", *words],
        cwd=directory,
        check=True,
        capture_output=True,
    )


class Repository:
    """A control repository with a tag `before`, and its command."""

    def __init__(self, path: Path, duckrow: Run) -> None:
        self.path = path
        self._run = duckrow
        for name, text in FILES.items():
            self.write(name, text)
        git(path, "init", "-q")
        self.commit()
        git(path, "tag", "before")

    def write(self, name: str, text: str) -> None:
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def commit(self) -> None:
        git(self.path, "add", "-A")
        git(self.path, "commit", "-q", "--allow-empty", "-m", "a change")

    def diff(self, *words: str) -> tuple[int, dict[str, Any]]:
        self.commit()
        code, out, _ = self.text("--format", "json", *words)
        return code, json.loads(out)

    def text(self, *words: str) -> tuple[int, str, str]:
        where = ("--repository", str(self.path), "--jobs", "1", "--no-cache")
        return self._run("diff", "before", "HEAD", *where, *(words or NODES))


def items(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [item for group in data["groups"] for item in group["changes"]]
