"""Modules in git repositories. The command git runs with argument vectors, and fetches one ref."""

from __future__ import annotations

from duckrow.machine.errors import CommandFailed
from duckrow.machine.files.private import replace_file
from duckrow.machine.processes.command import SEPARATE, Command
from duckrow.machine.this_process import environment
from duckrow.puppet.module_sources.release import (
    GIT,
    Origin,
    Release,
    read_metadata,
    release_of,
)
from duckrow.source.addresses import without_password
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.processes.command import Result
    from duckrow.machine.processes.commands import Commands

SECONDS = 600.0
PROTOCOLS = "file:git:http:https:ssh"
_FIRST = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_REST = _FIRST | frozenset("./@+-#")


def is_ref(text: str) -> bool:
    """Return whether a text is the name of a branch, a tag or a commit, and can be no option."""
    return (
        bool(text)
        and text[0] in _FIRST
        and _REST.issuperset(text)
        and ".." not in text
        and not text.endswith((".lock", "/", "."))
    )


def is_commit(text: str) -> bool:
    """Return whether a text is the full name of a commit."""
    return len(text) in (40, 64) and set(text) <= set("0123456789abcdef")


class MissingRefError(InputError):
    """A repository has no such ref."""


class GitRepository:
    """A repository, fetched into a bare repository in a scratch directory."""

    __slots__ = ("_commands", "_directory", "_fetched", "shown", "url")

    def __init__(self, url: str, directory: str, commands: Commands) -> None:
        if not url or url.startswith("-") or "\0" in url or "\n" in url:
            raise InputError(f"{without_password(url)!r} is not the location of a git repository")
        self.url = url
        self.shown = without_password(url)
        self._directory = directory
        self._commands = commands
        self._fetched = "FETCH_HEAD"

    def fetch(self, ref: str) -> str:
        """Fetch a ref, or the default branch; return its commit."""
        if ref and not is_ref(ref):
            raise InputError(f"{ref!r} is not the name of a ref of {self.shown}")
        self._must("init", "--quiet", "--bare", self._directory)
        wanted = ref or "HEAD"
        one = self._git("fetch", "--quiet", "--depth=1", "--no-tags", "--", self.url, wanted)
        if one.is_success:
            return self._commit("FETCH_HEAD")
        # Many servers do not hand out a commit by its name: fetch everything and look there.
        self._must(
            "fetch",
            "--quiet",
            "--",
            self.url,
            "+refs/heads/*:refs/heads/*",
            "+refs/tags/*:refs/tags/*",
        )
        self._fetched = wanted
        return self._commit(wanted)

    def check_signature(self, ref: str, signers: str) -> str:
        """Check who has signed the ref that was fetched; return what git says of the key.

        A tag must have the name of the ref: the server could send another one that is signed too.
        `signers` is a file of SSH keys as ssh-keygen reads it; without one, git's own
        configuration and the key ring of GnuPG decide. Raises InputError.
        """
        name = self._must("rev-parse", "--verify", "--end-of-options", self._fetched).text.strip()
        is_tag = self._must("cat-file", "-t", name).text.strip() == "tag"
        if is_tag:
            lines = self._must("cat-file", "tag", name).text.splitlines()
            wanted = ref.removeprefix("refs/tags/")
            if f"tag {wanted}" not in lines[: lines.index("") if "" in lines else None]:
                raise InputError(f"{self.shown} has another tag under the name {ref}")
        where = ("-c", f"gpg.ssh.allowedSignersFile={signers}") if signers else ()
        result = self._git(*where, "verify-tag" if is_tag else "verify-commit", name)
        said = result.errors.content.decode("utf-8", "replace").strip()
        if not result.is_success:
            raise InputError(
                f"{self.shown} {ref} has no signature that is trusted",
                why=said or f"the {'tag' if is_tag else 'commit'} {name[:12]} is not signed",
                hint="--signers FILE names SSH keys; --unsigned accepts code without a signature",
            )
        return said.splitlines()[0] if said else "signed"

    def signed_object(self) -> bytes:
        """Return the tag or the commit that was fetched: its kind on a line, then its content."""
        name = self._must("rev-parse", "--verify", "--end-of-options", self._fetched).text.strip()
        kind = "tag" if self._must("cat-file", "-t", name).text.strip() == "tag" else "commit"
        return f"{kind}\n".encode() + self._must("cat-file", kind, name).output.content

    def take_object(self, stored: bytes) -> str:
        """Take a `signed_object` in place of one that is fetched; return its commit."""
        self._must("init", "--quiet", "--bare", self._directory)
        kind, _, content = stored.partition(b"\n")
        path = f"{self._directory}/taken"
        replace_file(path, content, 0o600)
        words = ("hash-object", "-w", "--no-filters", "-t", kind.decode("ascii", "replace"))
        self._fetched = self._must(*words, "--", path).text.strip()
        if kind != b"tag":
            return self._fetched
        first = content.partition(b"\n")[0].decode("ascii", "replace")
        return first.removeprefix("object ")

    def metadata(self, commit: str) -> bytes | None:
        """Return the metadata.json of a commit, or None."""
        found = self._git("show", f"{commit}:metadata.json")
        return found.output.content if found.is_success else None

    def export(self, commit: str, path: str) -> None:
        """Write the tree of a commit to a tar file, below one outer directory."""
        self._must("archive", "--format=tar", "--prefix=module/", f"--output={path}", commit)

    def _commit(self, name: str) -> str:
        found = self._git(
            "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"
        )
        if not found.is_success:
            raise MissingRefError(f"{self.shown} has no ref {name}")
        return found.text.strip()

    def _must(self, *words: str) -> Result:
        result = self._git(*words)
        if not result.is_success:
            said = result.errors.content.decode("utf-8", "replace").strip()
            said = said.replace(self.url, self.shown)
            why = said or f"git ended with exit code {result.status}"
            raise InputError(f"cannot read the git repository {self.shown}", why=why)
        return result

    def _git(self, *words: str) -> Result:
        path = self._commands.find("git")
        if path is None:
            raise InputError("git is not installed", hint="install the package git")
        names = dict(environment())
        names |= {"GIT_ALLOW_PROTOCOL": PROTOCOLS, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
        where = () if words[0] == "init" else (f"--git-dir={self._directory}",)
        try:
            return self._commands.run(
                Command(
                    [path, *where, *words],
                    environment=names,
                    directory="/",
                    errors=SEPARATE,
                    timeout=SECONDS,
                )
            )
        except (OSError, CommandFailed) as error:
            raise InputError(f"cannot run git: {error}") from None


def release_in(repository: GitRepository, ref: str, default: str, name: str) -> Release:
    """Return the release that a ref of a repository holds, or else its branch `default`."""
    try:
        commit = repository.fetch(ref or default)
    except MissingRefError:
        if not ref or not default:
            raise
        commit = repository.fetch(default)
    shown = f"{repository.shown} {commit[:12]}: metadata.json"
    metadata = read_metadata(repository.metadata(commit), shown)
    return release_of(metadata, Origin(GIT, repository.url, f"commit:{commit}"), name)
