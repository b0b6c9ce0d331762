"""From a Puppetfile to the releases of all modules that it needs."""

from __future__ import annotations

from os.path import dirname, isabs, join

from duckrow.machine.archives.members import ArchiveError
from duckrow.machine.archives.tar import TARBALLS, read_from_tar
from duckrow.machine.files.temporary import temporary_directory
from duckrow.machine.in_parallel import in_parallel
from duckrow.machine.module_path import modules_below
from duckrow.machine.paths import is_directory
from duckrow.puppet.module_sources.candidates import Candidates
from duckrow.puppet.module_sources.directories import DirectorySource, release_at
from duckrow.puppet.module_sources.forge import Forge
from duckrow.puppet.module_sources.git import GitRepository, release_in
from duckrow.puppet.module_sources.install import download
from duckrow.puppet.module_sources.release import (
    FORGE,
    GIT,
    LOCAL,
    TARBALL,
    Origin,
    Release,
    read_metadata,
    release_of,
)
from duckrow.source.errors import InputError, reason
from duckrow.source.module_names import short_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from duckrow.machine.machine import Machine
    from duckrow.puppet.module_sources.candidates import Source
    from duckrow.puppet.module_sources.puppetfile import Entry, Puppetfile
    from duckrow.puppet.module_sources.several import Choice


def choose(
    puppetfile: Puppetfile,
    machine: Machine,
    directories: Sequence[str],
    forge: str,
    *,
    allows_several: bool = False,
    ignored: Collection[str] = (),
) -> Choice:
    """Choose a release of every module. Raises InputError.

    Modules come from directories, and from the Forge at a URL if there is one. What others need of
    the modules in `ignored`, by name, does not count.
    """
    sources: list[Source] = []
    beside = DirectorySource(directories)
    if directories:
        sources.append(beside)
    if forge:
        sources.append(Forge(forge, machine.web))
    fixed: dict[str, Release] = {}

    def fix(entry: Entry) -> None:
        try:
            release = _fixed(entry, puppetfile, machine)
        except InputError as error:
            where = f"{puppetfile.path}:{entry.line}"
            raise InputError(f"{where}: {error}", error.why, error.hint) from None
        if release.directory != entry.directory:
            raise InputError(
                f"{puppetfile.path}:{entry.line}: {entry.location} holds the module "
                f"{release.name}, not {entry.name}"
            )
        if "-" not in entry.name:
            entry.name = release.name
        elif release.name != entry.name:
            release = Release(entry.name, release.version, release.dependencies, release.origin)
        fixed[entry.name] = release

    for _ in in_parallel(fix, [each for each in puppetfile.entries if each.kind != FORGE]):
        pass
    for entry in puppetfile.entries:
        if "-" not in entry.name and entry.name not in fixed:
            entry.name = beside.full_name(entry.name)
            if "-" not in entry.name and forge:
                raise InputError(
                    f"{puppetfile.path}:{entry.line}: no source has a module {entry.name}",
                    hint="the Forge knows modules by author and name: 'author/name'",
                )
    free = {short_name(each) for each in ignored}
    candidates = Candidates(puppetfile, fixed, sources, free)
    candidates.load([entry.name for entry in puppetfile.entries], _at_once)
    chosen = candidates.resolve(allows_several=allows_several)
    missing = free.difference([each.directory for each in chosen.releases])
    if missing:
        raise InputError(f"there is no module {min(missing)} whose ranges could be ignored")
    for release in chosen.releases:
        if release.origin.kind == FORGE and not release.origin.digest:
            raise InputError(f"{forge} has no digest of {release.name} {release.version}")
    return chosen


def _at_once(work: Callable[[str], object], names: list[str]) -> None:
    for _ in in_parallel(work, names):
        pass


def _fixed(entry: Entry, puppetfile: Puppetfile, machine: Machine) -> Release:
    """Return the release that an entry of git, of a tarball or of a directory names."""
    above = dirname(puppetfile.path) or "."
    if entry.kind == LOCAL:
        moduledir = _below(above, puppetfile.moduledir)
        missing = join(moduledir, entry.directory)
        path = modules_below(moduledir).get(entry.directory, missing)
        if path is missing:
            return Release(entry.name, None, [], Origin(LOCAL, path))
        release = release_at(path, entry.name)
        release.origin = Origin(LOCAL, path)
        return release
    if entry.kind == GIT:
        url = _below(above, entry.location) if entry.location.startswith(".") else entry.location
        with temporary_directory("duckrow-git-") as scratch:
            repository = GitRepository(url, scratch, machine.commands)
            return release_in(repository, entry.ref, entry.default, entry.name)
    if entry.kind == TARBALL:
        return _tarball(entry, above, machine)
    path = _below(above, entry.location)
    if not is_directory(path):
        raise InputError(f"{path} is not a directory")
    return release_at(path, entry.name)


def _tarball(entry: Entry, above: str, machine: Machine) -> Release:
    location = entry.location
    if "://" not in location:
        location = _below(above, location)
    with temporary_directory("duckrow-tarball-") as scratch:
        path = f"{scratch}/module{next((each for each in TARBALLS if location.endswith(each)), '')}"
        try:
            digest = download(machine, location, path)
            if entry.sha256 and digest != f"sha256:{entry.sha256}":
                raise InputError(
                    f"{location} has the digest {digest}, and the Puppetfile asks for "
                    f"sha256:{entry.sha256}"
                )
            content = read_from_tar(path, "metadata.json")
        except ArchiveError as error:
            raise InputError(str(error).replace(path, location)) from None
        except OSError as error:
            raise InputError(f"cannot read {location}: {reason(error)}") from None
    metadata = read_metadata(content, f"{location}: metadata.json")
    return release_of(metadata, Origin(TARBALL, location, digest), entry.name)


def _below(directory: str, path: str) -> str:
    """Return a path of a Puppetfile, which begins in the directory of the Puppetfile."""
    if isabs(path) or directory == ".":
        return path
    return join(directory, path)
