"""Fill a directory with the modules of a lock.

1. Modules that are right are left alone: a module has a note of its release and of its files, and
   both must still be true. A note of all archives lists their digests.
2. All others are fetched and checked in a staging directory. Only when every one is complete do
   they take their places; if anything fails before, the directory has not changed.
3. The signatures of a package lie beside it, and come and go with it.
"""

from __future__ import annotations

import json
from os.path import basename

from duckrow.data.errors import DataError
from duckrow.data.json import load
from duckrow.machine.archives.members import ArchiveError
from duckrow.machine.archives.tar import unpack_tar
from duckrow.machine.files.staging import Staging, remove_left_behind
from duckrow.machine.files.whole import (
    copy_file,
    copy_tree,
    file_digest,
    remove_file,
    tree_digest,
    write_new,
)
from duckrow.machine.in_parallel import in_parallel
from duckrow.machine.paths import absolute, exists, is_directory, names_in, read_bytes, write_text
from duckrow.machine.web.request import Request
from duckrow.puppet.module_sources.forge import AGENT
from duckrow.puppet.module_sources.git import GitRepository
from duckrow.puppet.module_sources.release import ARCHIVE, DIRECTORY, GIT, LOCAL
from duckrow.source.errors import InputError, reason
from duckrow.source.module_names import SIGNATURE, is_archive_name, modules_in, versions_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from duckrow.machine.machine import Machine
    from duckrow.puppet.module_sources.lock import Lock, Locked

NOTE = ".duckrow-module.json"  # in the directory of an installed module
ARCHIVES_NOTE = ".duckrow-archives.json"  # beside installed archives: their names by digest
LARGEST_DOWNLOAD = 256 << 20

INSTALL, REPLACE, KEEP, LEAVE, MISSING = "install", "replace", "keep", "local", "missing"


class Step:
    """What happens to one module of a lock."""

    __slots__ = ("action", "before", "foreign", "has_version", "module", "stale")

    def __init__(self, module: Locked, action: str, *, has_version: bool) -> None:
        self.module = module
        self.has_version = has_version  # whether its directory is named NAME@VERSION
        self.action = action
        self.before = ""  # the version that is replaced, if it is known
        self.stale: list[str] = []  # entries of the directory that make way
        self.foreign: list[str] = []  # those of them, and of its own, that duckrow did not make

    @property
    def entry(self) -> str:
        """The name that the module gets in the directory."""
        module = self.module
        if module.origin.kind != ARCHIVE:
            version = f"@{module.version}" if self.has_version else ""
            return f"{module.directory}{version}"
        ending = module.origin.location[-4:]
        version = f"-{module.version}" if module.version else ""
        return f"{module.directory}{version}{ending}"


def plan(lock: Lock, into: str) -> list[Step]:
    """Return what an installation would do."""
    names = names_in(into) if is_directory(into) else []
    present: dict[str, list[str]] = {}
    for module, name in [*modules_in(names), *_installed_versions(into, names)]:
        present.setdefault(module, []).append(name)
    archives = _read_note(f"{into}/{ARCHIVES_NOTE}")
    steps = []
    for each in lock.modules:
        is_there = each.directory in present
        has_version = lock.has_several(each.name)
        steps.append(Step(each, LEAVE if is_there else MISSING, has_version=has_version))
    own = {step.entry for step in steps}
    for step in steps:
        if step.module.origin.kind == LOCAL:
            continue
        # What makes way for several versions makes way once.
        here = present.pop(step.module.directory, [])
        here = [name for name in here if name == step.entry or name not in own]
        if step.entry in names and step.entry not in here:
            here = [step.entry, *here]
        _plan_step(step, into, here, archives)
    return steps


def _installed_versions(into: str, names: list[str]) -> list[tuple[str, str]]:
    """Return the directories NAME@VERSION that duckrow installed, each after its module."""
    return [
        (module, name)
        for module, name in versions_in(names)
        if not is_archive_name(name) and exists(f"{into}/{name}/{NOTE}")
    ]


def _plan_step(step: Step, into: str, present: list[str], archives: dict[str, object]) -> None:
    """Decide what happens to a module that has these entries in the directory."""
    step.action = INSTALL
    step.stale = [name for name in present if name != step.entry]
    if step.entry in present and _is_right(step.module, f"{into}/{step.entry}"):
        step.action = REPLACE if step.stale else KEEP
    elif present:
        step.action = REPLACE
    if step.action == REPLACE:
        replaced = step.entry if step.entry in present else present[0]
        step.before = _version_at(f"{into}/{replaced}")
        step.foreign = [name for name in present if _is_foreign(f"{into}/{name}", archives)]


def _is_right(module: Locked, path: str) -> bool:
    """Return whether a module is installed as a lock says, and unchanged."""
    try:
        if module.origin.kind == ARCHIVE:
            return file_digest(path) == module.origin.digest and _has_its_signatures(module, path)
        files = tree_digest(path, NOTE)
    except OSError:
        return False
    if module.origin.kind == DIRECTORY and files == module.origin.digest:
        return True
    note = _read_note(f"{path}/{NOTE}")
    return note.get("source") == module.origin.digest and note.get("files") == files


def _has_its_signatures(module: Locked, path: str) -> bool:
    """Return whether the signatures beside an archive are those of its origin, if that has any."""
    origin = module.origin.location + SIGNATURE
    if not exists(origin):
        return True
    return exists(path + SIGNATURE) and read_bytes(path + SIGNATURE) == read_bytes(origin)


def _is_foreign(path: str, archives: dict[str, object]) -> bool:
    """Return whether an entry is not as an installation left it: it belongs to someone else."""
    try:
        if is_directory(path):
            return _read_note(f"{path}/{NOTE}").get("files") != tree_digest(path, NOTE)
        return file_digest(path) not in archives
    except OSError:
        return True


def _read_note(path: str) -> dict[str, object]:
    try:
        found = load(read_bytes(path))
    except (OSError, DataError):
        return {}
    return found if isinstance(found, dict) else {}


def _version_at(path: str) -> str:
    try:
        found = load(read_bytes(f"{path}/metadata.json"))
        return str(found.get("version", "")) if isinstance(found, dict) else ""
    except (OSError, DataError, ArchiveError):
        return ""


class Installation:
    """One installation into a directory."""

    __slots__ = ("_machine", "_verify", "into", "steps")

    def __init__(
        self,
        lock: Lock,
        into: str,
        machine: Machine,
        verify: Callable[[str], None] | None = None,
    ) -> None:
        """Plan an installation; `verify` raises InputError for a module that must not be there."""
        self.into = into
        self._machine = machine
        self._verify = verify
        try:
            self.steps = plan(lock, into)
        except OSError as error:
            raise InputError(f"cannot read {into}: {reason(error)}") from None

    @property
    def changes(self) -> list[Step]:
        """The steps that change something."""
        return [step for step in self.steps if step.action in (INSTALL, REPLACE)]

    def reject_foreign(self) -> None:
        """Reject to replace modules that duckrow did not install, or that were changed since."""
        found = [f"{self.into}/{name}" for step in self.steps for name in step.foreign]
        if found:
            raise InputError(
                f"cannot replace {', '.join(found)}",
                why="duckrow did not install it, or its files have changed since",
                hint="--force replaces it; move it away to keep it",
            )

    def run(self) -> Iterator[Step]:
        """Install everything; yield each step when its module is fetched and checked."""
        steps = self.changes
        for step in self.steps:
            if step.action == KEEP:
                self._expect_verified(step, f"{self.into}/{step.entry}")
        if not steps:
            remove_left_behind(absolute(self.into))
            return
        try:
            with Staging(absolute(self.into)) as staging:

                def fetch(step: Step) -> Step:
                    self._fetch(step, staging)
                    return step

                yield from in_parallel(fetch, steps)
                entries = self._note_archives(staging)
                stale = [name for step in steps for name in step.stale]
                for step in steps:
                    self._place(step, staging, entries, stale)
                staging.publish(entries, stale)
        except OSError as error:
            where = f" {error.filename}" if error.filename else ""
            raise InputError(
                f"cannot install into {self.into}", why=f"{reason(error)}{where}"
            ) from None

    def _place(
        self, step: Step, staging: Staging, entries: dict[str, str], stale: list[str]
    ) -> None:
        """Add what a step puts into the directory, and what it takes away, signatures included."""
        path = f"{staging.path}/{step.entry}"
        self._expect_verified(step, path)
        entries[step.entry] = path
        if exists(path + SIGNATURE):
            entries[step.entry + SIGNATURE] = path + SIGNATURE
        gone = [name + SIGNATURE for name in (step.entry, *step.stale)]
        stale += [name for name in gone if name not in entries and exists(f"{self.into}/{name}")]

    def _expect_verified(self, step: Step, path: str) -> None:
        """Reject a module that lacks a signature it needs; the error names its origin."""
        if self._verify is None:
            return
        module = step.module
        try:
            self._verify(path)
        except InputError as error:
            text = str(error).replace(path, module.origin.location)
            raise InputError(f"{module.shown} is rejected: {text}", error.why) from None

    def _note_archives(self, staging: Staging) -> dict[str, str]:
        """Write the next note of archives; return it by its name, or nothing if none is new.

        It takes its place before the archives do. Until they are gone, it lists the old ones too.
        """
        new = [step for step in self.changes if step.module.origin.kind == ARCHIVE]
        if not new:
            return {}
        names = frozenset(names_in(self.into))
        before = _read_note(f"{self.into}/{ARCHIVES_NOTE}")
        note = {digest: name for digest, name in before.items() if name in names}
        note |= {step.module.origin.digest: step.entry for step in new}
        path = f"{staging.path}/{ARCHIVES_NOTE}"
        write_text(path, json.dumps(note, indent=2, sort_keys=True) + "\n")
        return {ARCHIVES_NOTE: path}

    def _fetch(self, step: Step, staging: Staging) -> None:
        """Make the new entry of a module in the staging directory, checked."""
        module, entry = step.module, step.entry
        origin = module.origin
        scratch = staging.new_directory(f"{entry}.scratch")
        try:
            if origin.kind == ARCHIVE:
                copied = f"{staging.path}/{entry}"
                _must_exist(module)
                copy_file(origin.location, copied)
                _expect(module, file_digest(copied))
                if exists(origin.location + SIGNATURE):
                    copy_file(origin.location + SIGNATURE, copied + SIGNATURE)
                return
            target = staging.new_directory(entry)
            if origin.kind == DIRECTORY:
                _must_exist(module)
                copy_tree(origin.location, target)
                _expect(module, tree_digest(target))
            else:
                tarball = f"{scratch}/{module.directory}.tar"
                if origin.kind == GIT:
                    self._export(module, scratch, tarball)
                else:
                    self._download(module, tarball)
                unpack_tar(tarball, target)
        except ArchiveError as error:
            text = str(error).replace(f"{scratch}/", "")
            raise InputError(f"{module.shown} is rejected: {text}", why=origin.location) from None
        path = f"{target}/{NOTE}"
        remove_file(path)  # the origin may itself be an installed module
        note = {
            "name": module.name,
            "version": module.version,
            "source": origin.digest,
            "files": tree_digest(target),
        }
        write_text(path, json.dumps(note, indent=2) + "\n")

    def _export(self, module: Locked, scratch: str, tarball: str) -> None:
        commit = module.origin.digest.removeprefix("commit:")
        repository = GitRepository(
            module.origin.location, f"{scratch}/repository", self._machine.commands
        )
        found = repository.fetch(commit)
        _expect(module, f"commit:{found}")
        repository.export(commit, tarball)

    def _download(self, module: Locked, path: str) -> None:
        """Copy a tar file from a path or a URL, and check its digest before it is opened."""
        if "://" not in module.origin.location:
            _must_exist(module)
        download(self._machine, module.origin.location, path)
        _expect(module, file_digest(path, module.origin.digest.partition(":")[0]))


def download(machine: Machine, url: str, path: str) -> str:
    """Write the file at a URL to a new path; return its digest. Raises InputError or OSError."""
    location = url.removeprefix("file://")
    if location != url or "://" not in url:
        copy_file(location, path)
        return file_digest(path)
    return write_new(path, _pieces(machine, url))


def _pieces(machine: Machine, url: str) -> Iterator[bytes]:
    """Return the content at a URL in pieces; InputError if it cannot be had in full."""
    size = 0
    try:
        with machine.web.ask(Request(url, headers={"user-agent": AGENT})) as answer:
            if not answer.is_success:
                raise InputError(f"cannot fetch {url}: {answer.status} {answer.reason}")
            for piece in answer.pieces():
                size += len(piece)
                if size > LARGEST_DOWNLOAD:
                    raise InputError(f"{url} is larger than {LARGEST_DOWNLOAD >> 20} MB")
                yield piece
    except OSError as error:
        raise InputError(f"cannot fetch {url}", why=reason(error)) from None


def _must_exist(module: Locked) -> None:
    if not exists(module.origin.location):
        raise InputError(f"{module.shown} is no longer at {module.origin.location}")


def _expect(module: Locked, digest: str) -> None:
    """Reject content that is not the content that was locked."""
    if digest != module.origin.digest:
        raise InputError(
            f"{module.shown} is not what was locked",
            why=f"{basename(module.origin.location)} has the digest {digest}, and the lock says "
            f"{module.origin.digest}",
            hint="duckrow module lock again, if the change is meant",
        )
