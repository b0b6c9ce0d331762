"""A package as managers and modules report it."""

from __future__ import annotations


class Package:
    """Name, version and architecture; unknown fields are None."""

    __slots__ = ("arch", "name", "version")

    def __init__(self, name: str, version: str | None, arch: str | None) -> None:
        self.name = name
        self.version = version
        self.arch = arch

    def has(self, name: str, version: str | None, arch: str | None) -> bool:
        """Return whether the package matches; None matches any value."""
        return (
            self.name == name
            and (version is None or self.version == version)
            and (arch is None or self.arch == arch)
        )

    def __repr__(self) -> str:
        return f"<package {self.name} {self.version} {self.arch}>"
