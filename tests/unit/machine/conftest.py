"""Fake executables that record how they were called."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from duckrow.machine.local import LocalMachine
from duckrow.machine.services.services import Services


class Fakes:
    """A directory of tools; each answers by a pattern of its words, and is written down."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.log = directory / "log"
        self.root = directory / "root"
        (directory / "bin").mkdir()
        self.root.mkdir()
        self.log.write_text("")

    def tool(self, name: str, *answers: tuple[str, str, int], path: Path | None = None) -> None:
        """Make a tool. Words are joined by spaces and tried against each pattern in turn."""
        log = shlex.quote(str(self.log))
        words = f"printf %s {shlex.quote(name)}; for w; do printf ' %s' \"$w\"; done; echo"
        lines = ["#!/bin/sh", f"{{ {words}; }} >> {log}", 'case "$*" in']
        for pattern, output, status in answers:
            quoted = pattern.replace(" ", "\\ ")
            lines.append(f"{quoted}) printf %s {shlex.quote(output)}; exit {status};;")
        lines.append("esac")
        file = path or self.directory / "bin" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(lines) + "\n")
        file.chmod(0o755)

    @property
    def calls(self) -> list[str]:
        """Give the calls so far, and forget them."""
        found = self.log.read_text().splitlines()
        self.log.write_text("")
        return found

    def machine(self, root: Path | None = None) -> LocalMachine:
        """Give a machine that finds only these tools."""
        path = f"{self.directory / 'bin'}"
        return LocalMachine(str(root or "/"), path)

    def managed(self) -> LocalMachine:
        """Give one whose services are those of our root, which these tools take for the host's."""
        machine = self.machine(self.root)
        machine._services = Services(machine.commands, machine.files)
        return machine


@pytest.fixture
def fakes(tmp_path: Path) -> Fakes:
    return Fakes(tmp_path)
