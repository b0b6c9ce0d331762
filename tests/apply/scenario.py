"""A scenario: files that are there before, a manifest, and what two runs make of them.

ROOT in a manifest stands for a directory that is made for the scenario.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any

# Lines that say something about the run and not about the resources.
_NOISE = re.compile(r"^(Notice: (Compiled|Applied) catalog|Error: Facter: |Info: )")
_LINE = re.compile(r"^(Debug|Info|Notice|Warning|Error): ")
# Which file the system refused is told in other words.
_SYSTEM = re.compile(r"(Could not set '\w+' on ensure: (No such file or|Is a) directory).*")
_PLACE = re.compile(r" \((file: [^)]*|line: \d+)\)$", re.MULTILINE)


class Scenario:
    """One of them."""

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        self.name = name
        self._data = data

    def manifest(self, root: str) -> str:
        """Give the manifest for a directory."""
        return str(self._data["manifest"]).replace("ROOT", root)

    def prepare(self, root: str) -> None:
        """Make the files that are there before."""
        os.chmod(root, 0o755)
        for name, what in self._data.get("before", {}).items():
            path = f"{root}/{name}"
            kind = what.get("kind", "file")
            if kind == "link":
                os.symlink(what["target"], path)
                continue
            if kind == "directory":
                os.mkdir(path)
            else:
                with open(path, "w") as file:
                    file.write(what["content"])
            default = "0755" if kind == "directory" else "0644"
            os.chmod(path, int(what.get("mode", default), 8))


def read_scenarios(directory: str) -> list[Scenario]:
    """Give the scenarios of a directory."""
    with open(f"{directory}/scenarios.json") as file:
        return [Scenario(name, data) for name, data in json.load(file).items()]


def digest_tree(root: str) -> dict[str, list[Any]]:
    """Say what every file below a directory is."""
    found: dict[str, list[Any]] = {}
    for parent, directories, files in os.walk(root):
        for name in (*directories, *files):
            path = f"{parent}/{name}"
            stat = os.lstat(path)
            content = None
            if os.path.islink(path):
                content = os.readlink(path).replace(root, "ROOT")
            elif os.path.isfile(path):
                with open(path, encoding="utf-8", errors="surrogateescape") as file:
                    content = file.read().replace(root, "ROOT")
            mode = f"{stat.st_mode:o}"
            found[os.path.relpath(path, root)] = [mode, stat.st_uid, stat.st_gid, content]
    return dict(sorted(found.items()))


def run_of(status: int, log: str, tree: dict[str, list[Any]], root: str) -> dict[str, Any]:
    """Give what counts of a run: lines are sorted, since two streams have no order."""
    lines = log.replace(root, "ROOT").splitlines()
    return {"status": status, "log": normal_lines(lines), "tree": tree}


def normal_lines(lines: list[str]) -> list[str]:
    """Give lines of a log without what differs from run to run."""
    found = set()
    for line in lines:
        # What has no level goes on from a line before: traces of errors within errors.
        if _LINE.match(line) and not _NOISE.match(line):
            # `puppet apply` remembers no values from run to run, and so never says this.
            line = _PLACE.sub("", line.removesuffix(" (corrective)"))
            found.add(_SYSTEM.sub(r"\1", line))
    return sorted(found)
