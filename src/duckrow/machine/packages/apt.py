"""Debian packages from repositories: apt-get installs, apt-cache queries, dpkg has the database."""

from __future__ import annotations

from errno import ENOTSUP

from duckrow.machine.errors import CommandFailed
from duckrow.machine.packages.dpkg import QUIET, Dpkg, debian_name
from duckrow.machine.packages.package import (
    HOLD,
    LATEST,
    PURGE,
    SOURCE,
    VERSIONS,
    checked_version,
)
from duckrow.machine.processes.tool import Tool, checked, output_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Apt(Dpkg):
    """apt-get, never interactive."""

    __slots__ = ()

    name = "apt"
    can = frozenset((VERSIONS, LATEST, HOLD, PURGE, SOURCE))
    needs: tuple[str, ...] = ("apt-get", "apt-cache", "dpkg", "dpkg-query")
    lists = (
        "/var/lib/apt/lists",
        "/etc/apt/sources.list",
        "/etc/apt/sources.list.d",
        "/etc/apt/preferences",
        "/etc/apt/preferences.d",
    )

    def latest(self, names: Sequence[str]) -> dict[str, str]:
        """Return all candidates with one call."""
        if not names:
            return {}
        wanted = [debian_name(name) for name in names]
        result = self._ask("policy", *wanted)
        found: dict[str, str] = {}
        name = ""
        for line in result.splitlines():
            if line and not line[0].isspace() and line.endswith(":"):
                name = line[:-1]
            elif line.startswith("  Candidate: ") and not line.endswith("(none)"):
                found[name] = line[13:].strip()
        # apt-cache may answer a name with the native architecture without the architecture.
        plain = {name: found.get(name) or found.get(name.partition(":")[0]) for name in names}
        return {name: version for name, version in plain.items() if version is not None}

    def available(self, name: str) -> list[str]:
        """Return all versions of all repositories, newest first."""
        from functools import cmp_to_key

        versions: set[str] = set()
        for line in self._ask("madison", debian_name(name)).splitlines():
            fields = [field.strip() for field in line.split("|")]
            if len(fields) == 3 and fields[0] == name.partition(":")[0]:
                versions.add(fields[1])
        return sorted(versions, key=cmp_to_key(self.compare), reverse=True)

    def install(
        self,
        name: str,
        version: str | None = None,
        *,
        source: str | None = None,
        options: Sequence[str] = (),
        replaces_configuration: bool = False,
    ) -> None:
        configuration = "--force-confnew" if replaces_configuration else "--force-confold"
        words = ["-q", "-y", "-o", f"DPkg::Options::={configuration}"]
        if source is not None:
            # apt takes a path for a file only when it has a slash.
            target = checked(source) if "/" in source else f"./{source}"
        elif version is not None:
            words.append("--allow-downgrades")
            target = f"{debian_name(name)}={checked_version(version)}"
        else:
            target = debian_name(name)
        was_held = self._is_held(name)
        if was_held:
            self.unhold(name)
        try:
            self._change(self._apt_get(), *self._options(), *words, *options, "install", target)
        finally:
            if was_held:
                self.hold(name)

    def remove(self, name: str, *, options: Sequence[str] = ()) -> None:
        self._remove("remove", name, options)

    def purge(self, name: str, *, options: Sequence[str] = ()) -> None:
        self._remove("purge", name, options)

    def refresh(self) -> None:
        self._change(self._apt_get(), *self._options(), "-q", "update")

    def preseed(self, answers: bytes) -> None:
        """Preseed answers to the questions of packages."""
        if self.root != "/":
            raise OSError(ENOTSUP, f"Answers for packages in {self.root} cannot be given")
        Tool(self._commands, "debconf-set-selections").change("-", stdin=answers)

    def mark_manual(self, name: str) -> None:
        """Mark a package as installed manually, so that it is never removed automatically."""
        self._change(self._tool("apt-mark"), *self._options(), "manual", debian_name(name))

    def _remove(self, how: str, name: str, options: Sequence[str]) -> None:
        was_held = self._is_held(name)
        if was_held:
            self.unhold(name)
        words = (*self._options(), "-q", "-y", *options)
        self._change(self._apt_get(), *words, how, debian_name(name))

    def _ask(self, *words: str) -> str:
        result = self._tool("apt-cache").ask(*self._options(), *words)
        if not result.is_success:
            raise CommandFailed(["apt-cache", *words], result.status, output_of(result))
        return result.text

    def _apt_get(self) -> Tool:
        return Tool(self._commands, "apt-get", QUIET)

    def _options(self) -> list[str]:
        """Return the options that keep apt in a scratch root."""
        if self.root == "/":
            return []
        return [
            "-o",
            f"Dir={self.root}",
            "-o",
            f"Dir::State::Status={self.root}/var/lib/dpkg/status",
            "-o",
            f"DPkg::Options::=--root={self.root}",
        ]


class Aptitude(Apt):
    """aptitude instead of apt-get; it does not fail for packages that it cannot find."""

    __slots__ = ()

    name = "aptitude"
    needs: tuple[str, ...] = ("aptitude", "apt-cache", "dpkg", "dpkg-query")

    def _change(self, tool: Tool, *words: str, stdin: bytes | None = None) -> None:
        if tool.name != "apt-get":
            super()._change(tool, *words, stdin=stdin)
            return
        tool = Tool(self._commands, "aptitude", QUIET)
        words = tuple(word for word in words if word not in ("-q", "--allow-downgrades"))
        try:
            result = tool.change(*words, stdin=stdin)
        finally:
            self.forget()
        if "install" in words and b"Couldn't find any package" in result.output.content:
            raise CommandFailed([tool.path or tool.name, *words], result.status, output_of(result))
