"""One repository on a host, read and changed by git."""

from __future__ import annotations

from contextlib import contextmanager

from duckrow.puppet.providers.base import ProviderError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired

SSH = (
    "ssh -oStrictHostKeyChecking=no -oPasswordAuthentication=no "
    "-oKbdInteractiveAuthentication=no -oConnectTimeout=120 -i "
)
# A repository of a large project takes its time.
LONGEST = 3600.0
CONFIGURATION_LIMIT = 1024 * 1024


class Repository:
    """The repository at the path of a resource."""

    __slots__ = ("_desired", "_machine", "path", "remote")

    def __init__(self, machine: Machine, desired: Desired) -> None:
        self._machine = machine
        self._desired = desired
        self.path = desired.name
        self.remote = _word(desired["remote"] or "origin")

    def git(self, *words: str, at: str | None = None) -> str:
        """Run git in the repository, or elsewhere; return its output."""
        from duckrow.machine.processes.command import SEPARATE, Command

        machine = self._machine
        uid, gid, groups = self._identity()
        found = machine.commands.find("git") or "git"
        result = machine.commands.run(
            Command(
                [found, *self._settings(), *words],
                environment=self._environment(),
                directory=at or machine.files.on_host(self.path),
                uid=uid,
                gid=gid,
                groups=groups,
                umask=self._desired["umask"],
                errors=SEPARATE,
                timeout=LONGEST,
                limit=64 * 1024 * 1024,
            )
        )
        if not result.is_success:
            said = (result.output.content + result.errors.content).decode("utf-8", "replace")
            # The reference runs a text as another user, and a found tool as itself.
            shown = "git" if self._desired["user"] is not None else found
            line = " ".join([shown, *words])
            raise ProviderError(f"Execution of '{line}' returned {result.status}: {said.strip()}")
        return result.text

    def _settings(self) -> list[str]:
        """Return the options of git that come before its command."""
        desired, found = self._desired, []
        if desired["skip_hooks"] == "true":
            found.append("core.hooksPath=/dev/null")
        if desired["http_proxy"] is not None:
            found.append(f"http.proxy={desired['http_proxy']}")
        if desired["trust_server_cert"] == "true":
            found.append("http.sslVerify=false")
        if desired["safe_directory"] == "true":
            found.append(f"safe.directory={self._machine.files.on_host(self.path)}")
        return [word for setting in found for word in ("-c", setting)]

    def _environment(self) -> dict[str, str]:
        from shlex import quote

        from duckrow.machine.processes.commands import plain_environment

        found = plain_environment(self._machine.commands.search_path)
        # The GIT_ variables of duckrow's caller are about another repository.
        found = {name: value for name, value in found.items() if not name.startswith("GIT_")}
        found["GIT_TERMINAL_PROMPT"] = "0"
        if self._desired["identity"] is not None:
            found["GIT_SSH_COMMAND"] = SSH + quote(str(self._desired["identity"]))
        user = self._desired["user"]
        if user is not None:
            known = self._machine.users.user(str(user))
            if known is not None:
                found["HOME"] = known.home
        return found

    def _identity(self) -> tuple[int | None, int | None, list[int] | None]:
        user = self._desired["user"]
        if user is None:
            return None, None, None
        known = self._machine.users.identity(user)
        if known is None:
            raise ProviderError(f"Could not find user {user}")
        return known

    # The current state.

    @property
    def url(self) -> str | None:
        """The address of the remote that counts."""
        source = self._desired["source"]
        if type(source) is not dict:
            return None if source is None else _word(str(source))
        if self.remote not in source:
            raise ProviderError(f"You must specify the URL for {self.remote} in the :source hash")
        return _word(str(source[self.remote]))

    def has_working_copy(self) -> bool:
        """Return whether there is a working copy, of the source if there is one."""
        url = self.url
        settings = self._read("/.git/config")
        if url is not None and settings is not None:
            return any(url in line for line in settings.splitlines())
        facts = self._machine.files.facts(f"{self.path}/.git", follow=True)
        return facts is not None and facts.is_directory

    def is_bare(self) -> bool:
        """Return whether there is a repository without a working copy."""
        return self._read("/config") is not None and not self.has_working_copy()

    def is_mirror(self) -> bool:
        """Return whether it takes over all that its source has."""
        text = self._read("/.git/config") or self._read("/config") or ""
        lines = text.splitlines()
        return any(line.replace(" ", "").strip() == "mirror=true" for line in lines)

    def _read(self, name: str) -> str | None:
        path = f"{self.path}{name}"
        facts = self._machine.files.facts(path, follow=True)
        if facts is None or not facts.is_file:
            return None
        content = self._machine.files.read(path, CONFIGURATION_LIMIT)
        return content.decode("utf-8", "surrogateescape")

    def branches(self) -> list[str]:
        """Return the branches, those of remotes as remotes/NAME/BRANCH."""
        lines = self.git("branch", "-a").replace("*", " ").splitlines()
        return [line.strip() for line in lines]

    def branch(self) -> str | None:
        """Return the branch that is checked out, or None for a bare commit."""
        for line in self.git("branch", "-a").splitlines():
            if line.startswith("* "):
                return None if line.startswith("* (") else line[2:].strip()
        return None

    def is_local_branch(self, name: str) -> bool:
        """Return whether there is a branch of a name here."""
        return name in self.branches()

    def is_remote_branch(self, name: str) -> bool:
        """Return whether the remote has a branch of a name."""
        return f"remotes/{self.remote}/{name}" in self.branches()

    def commit_of(self, name: str) -> str:
        """Return the commit of a tag, branch or number; empty if it does not exist."""
        if name in self.git("tag", "-l").splitlines():
            return self.git("rev-parse", f"{name}^0").strip()
        if self.is_local_branch(name):
            return self.git("rev-parse", name).strip()
        if self.is_remote_branch(name):
            return self.git("rev-parse", f"{self.remote}/{name}").strip()
        return self.git("rev-parse", "--revs-only", name).strip()

    # The changes.

    def drop_working_copy(self) -> None:
        """Remove the working copy, and move git's own directory to its path."""
        files = self._machine.files
        with self._set_aside() as aside:
            files.rename(f"{aside}/.git", self.path)
        files.remove(aside, recursive=True)
        self.git("config", "--local", "--bool", "core.bare", "true")

    def make_working_copy(self) -> None:
        """Move a bare repository to .git of its path, and check out its files."""
        files = self._machine.files
        facts = files.facts(self.path)
        with self._set_aside() as aside:
            files.make_directory(self.path)
            if facts is not None:
                files.set_owner(self.path, facts.uid, facts.gid)
            try:
                files.rename(aside, f"{self.path}/.git")
            except OSError:
                files.remove(self.path)
                raise
        self.git("config", "--local", "--bool", "core.bare", "false")
        # A bare one has the branches of its source as its own; a working copy has them beside.
        branches = f"+refs/heads/*:refs/remotes/{self.remote}/*"
        self.git("config", "--local", f"remote.{self.remote}.fetch", branches)
        if int(self.git("rev-list", "--all", "--count").strip() or 0) > 0:
            self.git("reset", "--hard", "HEAD")
            self.git("checkout", "--force")

    @contextmanager
    def _set_aside(self) -> Iterator[str]:
        """Move the repository beside its path during the block; move it back after an OSError."""
        files = self._machine.files
        aside = f"{self.path}.{self._machine.commands.own_pid}.aside"
        files.rename(self.path, aside)
        try:
            yield aside
        except OSError:
            files.rename(aside, self.path)
            raise

    def set_mirror(self, *, is_one: bool) -> None:
        """Set whether the remotes are mirrored."""
        if is_one == self.is_mirror():
            return
        if is_one:
            source = self._desired["source"]
            for name in sorted(source) if type(source) is dict else [self.remote]:
                self.git("config", f"remote.{_word(str(name))}.mirror", "true")
            return
        for line in self.git("config", "--local", "--list").splitlines():
            key, _, value = line.partition("=")
            if key.startswith("remote.") and key.endswith(".mirror") and value == "true":
                self.git("config", "--local", "--unset", key)

    def set_remotes(self) -> None:
        """Set the remotes to those of `source`, and update them if any changed."""
        source = self._desired["source"]
        if source is None:
            return
        wanted = source if type(source) is dict else {self.remote: source}
        current = dict(line.partition("=")[::2] for line in self.git("config", "-l").splitlines())
        is_changed = False
        for name in sorted(wanted):
            known, url = current.get(f"remote.{name}.url"), _word(str(wanted[name]))
            if known == url:
                continue
            self.git("remote", "add" if known is None else "set-url", _word(str(name)), url)
            is_changed = True
        if is_changed:
            self.git("remote", "update")

    def fetch(self) -> None:
        """Fetch from the remote."""
        self.set_remotes()
        self.git("fetch", self.remote)
        self.git("fetch", "--tags", self.remote)

    def check_out(self, revision: str) -> None:
        """Check out a tag, branch or commit; a branch of the remote becomes one of ours."""
        if not self.is_local_branch(revision) and self.is_remote_branch(revision):
            track = ["--track", f"{self.remote}/{revision}"]
            self.git("checkout", "--force", "-b", revision, *track)
        else:
            self.git("checkout", "--force", revision)


def _word(text: str) -> str:
    """Return a text back unless git would take it for an option."""
    if text.startswith("-"):
        raise ProviderError(f"Refusing to pass '{text}' to git")
    return text
