"""One version of a module: what it needs, and where it lies."""

from __future__ import annotations

from functools import lru_cache

from duckrow.data.errors import DataError
from duckrow.data.json import load
from duckrow.puppet.values.semver import SemVer
from duckrow.puppet.values.semver_range import SemVerRange
from duckrow.ruby.values.errors import InvalidValueError
from duckrow.source.errors import InputError
from duckrow.source.module_names import short_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# Kinds of origins.
FORGE, TARBALL, GIT, DIRECTORY, ARCHIVE, LOCAL = (
    "forge",
    "tarball",
    "git",
    "directory",
    "archive",
    "local",
)
KINDS = (FORGE, TARBALL, GIT, DIRECTORY, ARCHIVE, LOCAL)

ANY = ">= 0.0.0"  # every release, and no pre-release


class Origin:
    """Where a release lies: a kind, a URL or path, and the digest of its content.

    The digest is `sha256:…` or `md5:…` of a file, `sha256:…` of the tree of a directory, and
    `commit:…` of a git repository. A local module has none: nothing is installed for it.
    """

    __slots__ = ("digest", "kind", "location")

    def __init__(self, kind: str, location: str, digest: str = "") -> None:
        self.kind = kind
        self.location = location
        self.digest = digest


class Dependency:
    """A module that a release needs, and the range of versions as it is written."""

    __slots__ = ("name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = forge_name(name)
        self.text = text

    @property
    def range(self) -> SemVerRange | None:
        """The range; None if its text is no range. Most are never asked for."""
        return range_of(self.text)


class Release:
    """One version of a module; `version` is None if the module does not name one."""

    __slots__ = ("dependencies", "name", "origin", "version")

    def __init__(
        self, name: str, version: SemVer | None, dependencies: list[Dependency], origin: Origin
    ) -> None:
        self.name = name
        self.version = version
        self.dependencies = dependencies
        self.origin = origin

    @property
    def directory(self) -> str:
        """The name of its directory: pond for duck-pond."""
        return short_name(self.name)

    @property
    def version_text(self) -> str:
        return "" if self.version is None else str(self.version)


def forge_name(name: str) -> str:
    """Return the name of a module as the Forge writes it: duck-pond for duck/pond."""
    return name.replace("/", "-", 1)


def release_of(metadata: Mapping[str, object], origin: Origin, name: str = "") -> Release:
    """Make a release from the content of a metadata.json; `name` counts if it has none."""
    written = metadata.get("name")
    dependencies: list[Dependency] = []
    listed = metadata.get("dependencies")
    for each in listed if isinstance(listed, list) else ():
        if isinstance(each, dict) and isinstance(each.get("name"), str):
            required = each.get("version_requirement")
            text = required if isinstance(required, str) else ANY
            dependencies.append(Dependency(each["name"], text))
    return Release(
        forge_name(written) if isinstance(written, str) and written else name,
        version_of(str(metadata.get("version"))),
        dependencies,
        origin,
    )


@lru_cache(4096)  # modules have the same few thousand versions and ranges
def version_of(text: str) -> SemVer | None:
    """Return a version; None for a text that is none."""
    try:
        return SemVer.parse(text)
    except InvalidValueError:
        return None


@lru_cache(4096)
def range_of(text: str) -> SemVerRange | None:
    """Return a range; None for a text that is none."""
    try:
        return SemVerRange.parse(text)
    except InvalidValueError:
        return None


def read_metadata(content: bytes | None, shown: str) -> dict[str, object]:
    """Return the content of a metadata.json; a module without the file has none."""
    if content is None:
        return {}
    try:
        found = load(content)
    except DataError as error:
        raise InputError(f"{shown} is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise InputError(f"{shown} is not a JSON object")
    return found
