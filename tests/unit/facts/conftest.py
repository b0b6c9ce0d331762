"""A host made of a few files, commands that are scripts, and interfaces that are data."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from duckrow.machine.host import Host
from duckrow.machine.netlink import Link, Source


class FakeHost(Host):
    """Everything that does not come from files is an attribute."""

    __slots__ = ("canonical", "given_links", "given_sources", "names_of_kernel", "spaces")

    def __init__(self, root: str, environment: Mapping[str, str] | None = None) -> None:
        super().__init__(root, environment or {"PATH": "/bin"})
        self.names_of_kernel = ("Linux", "pond", "6.1.0-18-amd64", "#1 SMP", "x86_64")
        self.given_links: list[Link] = []
        self.given_sources: list[Source] = []
        self.canonical: str | None = None
        self.spaces: dict[str, tuple[int, int, int]] = {}

    def uname(self) -> os.uname_result:
        return os.uname_result(self.names_of_kernel)

    def space(self, path: str) -> tuple[int, int, int]:
        if path not in self.spaces:
            raise FileNotFoundError(path)
        return self.spaces[path]

    def links(self) -> list[Link]:
        return self.given_links

    def sources(self) -> list[Source]:
        return self.given_sources

    def canonical_name(self, name: str) -> str | None:
        return self.canonical

    def zone(self) -> str:
        return "CET"

    def user(self) -> int:
        return 0


MakeHost = Callable[..., FakeHost]


@pytest.fixture
def make_host(tmp_path: Path) -> MakeHost:
    """Make a host of files by path; those below /bin are programs."""

    def make(
        files: Mapping[str, str | bytes] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> FakeHost:
        for path, content in (files or {}).items():
            file = Path(f"{tmp_path}{path}")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)
            if path.startswith("/bin/"):
                file.chmod(0o755)
        return FakeHost(str(tmp_path), environment)

    return make
