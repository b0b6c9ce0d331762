"""Directories of modules: pond/, pond@1.2.0/, pond-1.2.0.par, duck-pond-1.2.0.tar.gz."""

from __future__ import annotations

from duckrow.machine.archives.tar import TARBALLS, read_from_tar
from duckrow.machine.files.whole import file_digest, tree_digest
from duckrow.machine.paths import is_directory, is_file, names_in, read_bytes
from duckrow.puppet.module_sources.release import (
    ARCHIVE,
    DIRECTORY,
    TARBALL,
    Origin,
    Release,
    read_metadata,
    release_of,
)
from duckrow.source.errors import InputError, reason
from duckrow.source.module_names import is_module_name, module_of, short_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class DirectorySource:
    """Releases in directories; each directory is listed once."""

    __slots__ = ("_found", "_paths", "directories")

    def __init__(self, directories: Sequence[str]) -> None:
        self.directories = tuple(directories)
        self._found: dict[str, Release] = {}
        self._paths: dict[str, list[str]] = {}  # by the name of a module without its author
        for directory in directories:
            if not is_directory(directory):
                raise InputError(f"{directory} is not a directory")
            for name in names_in(directory):
                module = _module_of(name)
                if module:
                    self._paths.setdefault(module, []).append(f"{directory}/{name}")

    @property
    def shown(self) -> str:
        return " or ".join(self.directories)

    def releases(self, name: str) -> list[Release]:
        """Return the releases of a module."""
        return [each for each in self._all(short_name(name)) if each.name == name]

    def full_name(self, short: str) -> str:
        """Return the name with the author that a module has here, or the short name."""
        names = sorted({each.name for each in self._all(short)})
        if len(names) > 1:
            raise InputError(f"there are several modules {short}: {', '.join(names)}")
        return names[0] if names else short

    def _all(self, short: str) -> list[Release]:
        found = []
        for path in self._paths.get(short, ()):
            release = self._found.get(path)
            if release is None:
                release = self._found[path] = release_at(path, short)
                if release.directory != short:  # the name of the directory decides, as in Puppet
                    release.name = short
            found.append(release)
        return found


def _module_of(name: str) -> str:
    """Return the module, without its author, that a name in a directory may hold; "" for none."""
    ending = next((each for each in TARBALLS if name.endswith(each)), "")
    if ending:
        parts = name.removesuffix(ending).split("-", 2)  # author-name-version
        name = parts[1] if len(parts) > 2 else ""
    else:
        name = module_of(name)
    return name if is_module_name(name) else ""


def release_at(path: str, short: str) -> Release:
    """Return the release that a directory, a package or a tarball holds."""
    try:
        if path.endswith(TARBALLS):
            content = read_from_tar(path, "metadata.json")
            origin = Origin(TARBALL, path, file_digest(path))
        elif is_directory(path) and not is_file(path):
            content = _metadata_below(path)
            origin = Origin(DIRECTORY, path, tree_digest(path))
        else:
            content = _metadata_below(path)
            origin = Origin(ARCHIVE, path, file_digest(path))
    except OSError as error:
        raise InputError(f"cannot read {path}: {reason(error)}") from None
    return release_of(read_metadata(content, f"{path}/metadata.json"), origin, short)


def _metadata_below(path: str) -> bytes | None:
    try:
        return read_bytes(f"{path}/metadata.json")
    except FileNotFoundError:
        return None
