"""rpm: the database of every distribution of its family, and installing from files."""

from __future__ import annotations

from duckrow.machine.errors import CommandFailed
from duckrow.machine.packages.package import SOURCE, Package, PackageTool
from duckrow.machine.processes.tool import checked, output_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FORMAT = "%{NAME} %{EPOCHNUM} %{VERSION} %{RELEASE} %{ARCH}\\n"


class Rpm(PackageTool):
    """rpm itself. Versions are [epoch:]version-release, without the epoch if it is 0."""

    __slots__ = ()

    name = "rpm"
    can = frozenset((SOURCE,))
    needs: tuple[str, ...] = ("rpm",)
    works_in_roots = True
    database = (
        "/var/lib/rpm/rpmdb.sqlite",
        "/var/lib/rpm/rpmdb.sqlite-wal",
        "/var/lib/rpm/Packages",
        "/usr/lib/sysimage/rpm/rpmdb.sqlite",
        "/usr/lib/sysimage/rpm/rpmdb.sqlite-wal",
        "/usr/lib/sysimage/rpm/Packages.db",
    )

    def latest(self, names: Sequence[str]) -> dict[str, str]:
        """Return the versions of package files."""
        found: dict[str, str] = {}
        for path in names:
            result = self._tool("rpm").change("-q", "-p", "--qf", FORMAT, checked(path))
            for package, _ in parse_rpms(result.text):
                found[path] = package.version
        return found

    def _newest(self, offered: Iterable[Package]) -> dict[str, str]:
        """Return the highest offered version of each package."""
        newest: dict[str, str] = {}
        for package in offered:
            known = newest.get(package.name)
            if known is None or self.compare(package.version, known) > 0:
                newest[package.name] = package.version
        return newest

    def _versions(self, name: str, offered: Iterable[Package]) -> list[str]:
        """Return the offered versions of one package, the highest first."""
        from functools import cmp_to_key

        versions = {package.version for package in offered if package.name == name}
        return sorted(versions, key=cmp_to_key(self.compare), reverse=True)

    def provided(self, name: str) -> Package | None:
        words = ("-q", "--whatprovides", "--qf", FORMAT, checked(name))
        result = self._tool("rpm").ask(*self._in_root(), *words)
        found = parse_rpms(result.text) if result.is_success else []
        return found[0][0] if found else None

    def install(
        self,
        name: str,
        version: str | None = None,  # noqa: ARG002
        *,
        source: str | None = None,
        options: Sequence[str] = (),
        replaces_configuration: bool = False,  # noqa: ARG002
    ) -> None:
        if source is None:
            raise ValueError("The source parameter is required when using the rpm provider.")
        how = ("-U", "--oldpackage") if self.installed([name]) else ("-i",)
        self._change(self._tool("rpm"), *self._in_root(), *how, *options, checked(source))

    def remove(self, name: str, *, options: Sequence[str] = ()) -> None:
        names = [checked(name)]
        package = self.installed([name]).get(name)
        if package is not None and package.others:
            names = [f"{package.name}-{each}" for each in (*package.others, package.version)]
        self._change(self._tool("rpm"), *self._in_root(), "-e", *options, *names)

    def compare(self, one: str, other: str) -> int:
        from duckrow.machine.packages.versions import compare_rpm

        return compare_rpm(one, other)

    def _read(self) -> dict[str, Package]:
        result = self._tool("rpm").ask(*self._in_root(), "-qa", "--qf", FORMAT)
        if not result.is_success:
            raise CommandFailed(["rpm", "-qa"], result.status, output_of(result))
        packages: dict[str, Package] = {}
        for package, architecture in parse_rpms(result.text):
            known = packages.get(package.name)
            if known is None:
                packages[package.name] = package
            else:
                # Kernels are installed several times; the newest counts.
                newer, older = package, known
                if self.compare(known.version, package.version) >= 0:
                    newer, older = known, package
                others = (*known.others, *package.others, older.version)
                packages[package.name] = Package(newer.name, newer.version, others=others)
            packages[f"{package.name}.{architecture}"] = package
        return packages

    def _in_root(self) -> tuple[str, ...]:
        return () if self.root == "/" else ("--root", self.root)


def parse_rpms(text: str) -> list[tuple[Package, str]]:
    """Read lines of name, epoch, version, release and architecture."""
    found: list[tuple[Package, str]] = []
    for line in text.splitlines():
        fields = line.split(" ")
        if len(fields) == 5:
            name, epoch, version, release, architecture = fields
            whole = (
                f"{version}-{release}"
                if epoch in ("0", "(none)")
                else f"{epoch}:{version}-{release}"
            )
            found.append((Package(name, whole), architecture))
    return found


def without_architecture(name: str) -> str:
    """Return name.arch without the architecture."""
    main, _, ending = name.rpartition(".")
    known = ("x86_64", "i686", "i586", "i386", "noarch", "aarch64", "ppc64le", "s390x", "armv7hl")
    return main if ending in known else name
