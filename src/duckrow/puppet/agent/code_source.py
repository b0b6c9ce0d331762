"""The code of an agent without a server: an environment in a git repository or in a package.

    git+URL[@REF]   a branch, a tag or a commit; git checks the signature of the tag or the commit
    FILE.par        a package of `duckrow module pack DIR`; a key of module_trust has signed it

Nothing of the code is used before its signature has been checked. Each version has a directory of
its own below statedir, which is complete when it has its name. If the repository cannot be reached,
the last version is used again; its tag or commit is kept, so that its signature is checked again.
"""

from __future__ import annotations

from duckrow.machine.archives.archive import Archive
from duckrow.machine.archives.members import ArchiveError
from duckrow.machine.archives.tar import unpack_tar
from duckrow.machine.files.private import make_private_directory, replace_file
from duckrow.machine.files.temporary import temporary_directory
from duckrow.machine.local import LocalMachine
from duckrow.machine.paths import (
    absolute,
    is_directory,
    is_file,
    make_directories,
    names_in,
    read_bytes,
)
from duckrow.puppet.agent.errors import AgentError
from duckrow.puppet.agent.metadata import is_safe
from duckrow.puppet.module_sources.git import GitRepository, MissingRefError, is_commit
from duckrow.puppet.packages.signatures import Trust
from duckrow.puppet.packages.verify import verify_contents
from duckrow.source.addresses import without_password
from duckrow.source.errors import InputError, reason
from duckrow.source.short_digest import short_sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.resources.desired import Log
    from duckrow.puppet.settings.settings import Settings

_GIT, _PACKAGE = "git+", ".par"
_CURRENT, _SIGNED = "current", "signed"
_LARGEST_OBJECT = 1 << 20  # bytes of a commit or a tag


class CodeSource:
    """A repository or a package, `shown` without its password. `signers` is a file of SSH keys."""

    __slots__ = ("_is_unsigned", "_signers", "_text", "shown")

    def __init__(self, text: str, signers: str = "", *, is_unsigned: bool = False) -> None:
        self._text, self.shown = text, without_password(text)
        if not text.startswith(_GIT) and not text.endswith(_PACKAGE):
            raise InputError(
                f"--from takes git+URL@REF or a package, not '{self.shown}'",
                hint="git+https://git.example.com/site.git@production, or site.par",
            )
        if signers and not is_file(signers):
            raise InputError(f"cannot read {signers}: it is not a file")
        self._signers = absolute(signers) if signers else ""
        self._is_unsigned = is_unsigned

    def find(self, settings: Settings, log: Log) -> str:
        """Return a directory of environments that holds the newest version of the code."""
        directory = (
            f"{absolute(settings['statedir'])}/duckrow_code/{short_sha256(self._text.encode())}"
        )
        environment = str(settings["environment"])
        try:
            make_private_directory(directory)
            if self._text.startswith(_GIT):
                key = self._find_commit(directory, environment, log)
            else:
                key = self._find_package(directory, environment, settings, log)
            replace_file(f"{directory}/{_CURRENT}", key.encode(), 0o600)
            _tidy(directory, key)
        except OSError as error:
            raise AgentError(f"cannot use {self.shown}: {reason(error)}") from None
        except ArchiveError as error:
            raise AgentError(f"cannot use {self.shown}: {error}") from None
        return f"{directory}/{key}"

    def _find_commit(self, directory: str, environment: str, log: Log) -> str:
        url, ref = url_and_ref(self._text.removeprefix(_GIT))
        with temporary_directory("duckrow-git-") as scratch:
            repository = GitRepository(url, f"{scratch}/repository", LocalMachine().commands)
            try:
                commit = repository.fetch(ref)
            except MissingRefError:
                raise  # the repository answers, and has no such code
            except InputError as error:
                return self._find_last(directory, environment, repository, ref, error, log)
            if not self._is_unsigned:
                log("info", repository.check_signature(ref or "HEAD", self._signers))
            if is_commit(ref) and commit != ref:
                raise AgentError(
                    f"{repository.shown} answered with the commit {commit} instead of {ref}"
                )
            log("info", f"Using {repository.shown} at commit {commit}")
            if not is_directory(f"{directory}/{commit}/{environment}"):
                tarball = f"{scratch}/code.tar"
                repository.export(commit, tarball)
                new = _new_directory(directory)
                make_directories(f"{new}/{environment}", 0o755)
                unpack_tar(tarball, f"{new}/{environment}")
                _publish(new, f"{directory}/{commit}")
            replace_file(f"{directory}/{_SIGNED}", repository.signed_object(), 0o600)
        return commit

    def _find_last(
        self,
        directory: str,
        environment: str,
        repository: GitRepository,
        ref: str,
        error: InputError,
        log: Log,
    ) -> str:
        """Return the version of the last run, since there is no newer one."""
        key = _last(directory, environment)
        if key is None:
            raise error
        log("err", str(error))
        if not self._is_unsigned:
            # It may have been taken without a check, or the key is no longer one that may sign.
            try:
                stored = read_bytes(f"{directory}/{_SIGNED}", _LARGEST_OBJECT)
                is_of_key = repository.take_object(stored) == key
            except FileNotFoundError:
                is_of_key = False
            if not is_of_key:
                raise AgentError(
                    f"cannot use the last version {key}",
                    why="its signature is not stored",
                    hint="run again when the repository answers",
                )
            log("info", repository.check_signature(ref or "HEAD", self._signers))
        log("notice", f"Using the last version: {key}")
        return key

    def _find_package(self, directory: str, environment: str, settings: Settings, log: Log) -> str:
        path = absolute(self._text)
        _, index = verify_contents(path)
        if not self._is_unsigned:
            trusted = settings.get("module_trust")
            if not trusted:
                raise AgentError(
                    f"cannot check who has signed {self.shown}",
                    why="the setting module_trust names no directory of public keys",
                    hint="--module-trust DIR; --unsigned accepts code without a signature",
                )
            log("info", f"{self.shown} is signed by {Trust(str(trusted)).check(path, index)}")
        key = short_sha256(index)  # which has the digests of all files
        if not is_directory(f"{directory}/{key}/{environment}"):
            new = _new_directory(directory)
            _unpack(path, f"{new}/{environment}")
            _publish(new, f"{directory}/{key}")
        return key


def url_and_ref(text: str) -> tuple[str, str]:
    """Return the URL of a repository and the ref behind its path; an @ before that is not one."""
    scheme = text.find("://")
    # Without a scheme it is git@host:path, or a path.
    start = text.find(":") if scheme < 0 else text.find("/", scheme + len("://"))
    if start < 0 and scheme >= 0:
        return text, ""
    start = max(start, 0)
    path, at, ref = text[start:].rpartition("@")
    return (text[:start] + path, ref) if at else (text, "")


def _last(directory: str, environment: str) -> str | None:
    """Return the name of the version of the last run, if it is still there."""
    try:
        key = read_bytes(f"{directory}/{_CURRENT}", 256).decode("ascii", "replace")
    except FileNotFoundError:
        return None
    if not key.isalnum() or not is_directory(f"{directory}/{key}/{environment}"):
        return None
    return key


def _unpack(path: str, into: str) -> None:
    files = LocalMachine().files
    archive = Archive(path)
    make_directories(into, 0o755)
    for name in archive.members().names():
        if not is_safe(name):
            raise ArchiveError(path, name, "leads out of the package")
        make_directories(f"{into}/{name}".rpartition("/")[0], 0o755)
        files.replace(f"{into}/{name}", archive.read(name), 0o644)


def _new_directory(directory: str) -> str:
    new = f"{directory}/new"
    LocalMachine().files.remove(new, recursive=True)
    make_directories(new, 0o755)
    return new


def _publish(new: str, path: str) -> None:
    """Give a complete directory its name."""
    files = LocalMachine().files
    files.remove(path, recursive=True)
    files.rename(new, path)
    files.settle()


def _tidy(directory: str, current: str) -> None:
    """Remove the directories of versions that are no longer used."""
    for name in names_in(directory):
        if name not in (current, _CURRENT, _SIGNED):
            LocalMachine().files.remove(f"{directory}/{name}", recursive=True)
