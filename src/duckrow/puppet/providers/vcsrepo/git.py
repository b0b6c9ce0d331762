"""vcsrepo by git.

To find the latest revision the provider fetches from the remote; this adds objects to the
repository and leaves the checked-out files alone. No-op fetches nothing and uses the known
revisions.
"""

from __future__ import annotations

from duckrow.puppet.providers.base import ABSENT, Provider, ProviderError
from duckrow.puppet.providers.system import MAKING_DIRECTORY, ReportOsErrors
from duckrow.puppet.providers.vcsrepo.repository import Repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Change, Desired, State

BARE = ("bare", "mirror")


class Git(Provider):
    """Repositories of git."""

    name = "git"
    features = frozenset(
        "bare_repositories reference_tracking ssh_identity multiple_remotes user depth branch "
        "submodules".split()
    )

    def is_suitable(self, machine: Machine) -> bool:
        return machine.commands.find("git") is not None

    # The current state.

    def read(self, machine: Machine, desired: Desired) -> State:
        repository = Repository(machine, desired)
        if repository.has_working_copy():
            return self._read_copy(repository, desired)
        if repository.is_bare():
            return {"ensure": "mirror" if repository.is_mirror() else "bare"}
        return {"ensure": ABSENT}

    def _read_copy(self, repository: Repository, desired: Desired) -> State:
        state: State = {"ensure": "present"}
        wanted = desired["ensure"]
        if wanted in (ABSENT, *BARE) or (wanted != "latest" and desired["revision"] is None):
            return state
        if not _is_noop(desired):
            repository.fetch()
        revision = self._named(repository, desired, "HEAD")
        state["revision"] = revision
        if wanted == "latest":
            branch = repository.branch()
            name = "HEAD" if branch is None else f"{repository.remote}/{branch}"
            if self._named(repository, desired, name) == revision:
                state["ensure"] = "latest"
        return state

    def _named(self, repository: Repository, desired: Desired, name: str) -> str:
        """Return the commit of a name, as the revision that is wanted if it is that."""
        current = repository.git("rev-parse", name).strip()
        revision = desired["revision"]
        if revision is None:
            return current
        commit = repository.commit_of(_checked(revision))
        if not commit:
            raise ProviderError(f"{revision} is not a local or remote ref")
        return str(revision) if current == commit else current

    # The desired state.

    def is_in_sync(self, desired: Desired, name: str, current: object, wanted: object) -> bool:
        if name == "ensure" and wanted == "present":
            return bool(current != ABSENT)
        return super().is_in_sync(desired, name, current, wanted)

    def plan(self, state: State, desired: Desired) -> list[Change]:
        changes = super().plan(state, desired)
        # With `latest`, or without a checkout, the revision is unknown.
        if desired["ensure"] == "latest" or state["ensure"] in BARE:
            return [change for change in changes if change.property == "ensure"]
        return changes

    # From one to the other.

    def create(self, machine: Machine, desired: Desired, state: State) -> None:
        repository = Repository(machine, desired)
        wanted = desired["ensure"]
        source = f"{desired.path}/ensure"
        is_there = state["ensure"] != ABSENT
        if wanted in BARE and is_there:
            self._make_bare(desired, repository, state)
            return
        if wanted == "latest" and is_there and desired["force"] != "true":
            if state["ensure"] in BARE:
                state = self._make_working_copy(desired, repository, state)
            self._update(machine, desired, repository, state)
            return
        if wanted not in BARE:
            desired.log("notice", f"Creating repository from {wanted}", source)
        self._create(machine, desired, repository)

    def _make_bare(self, desired: Desired, repository: Repository, state: State) -> None:
        """Convert a repository to a bare one; the checked-out files are removed."""
        if desired["ensure"] == "mirror" and desired["source"] is None:
            raise ProviderError("Cannot have empty repository that is also a mirror.")
        if state["ensure"] not in BARE:
            self._say(desired, "Converting working copy repository to bare repository")
            repository.drop_working_copy()
        repository.set_mirror(is_one=desired["ensure"] == "mirror")

    def _make_working_copy(self, desired: Desired, repository: Repository, state: State) -> State:
        """Convert a bare repository to one with a working copy; return its new state."""
        self._say(desired, "Converting bare repository to working copy repository")
        repository.make_working_copy()
        repository.set_mirror(is_one=False)
        return {**state, "revision": repository.git("rev-parse", "HEAD").strip()}

    def _say(self, desired: Desired, message: str) -> None:
        desired.log("notice", message, f"Vcsrepo[{desired.title}](provider={self.name})")

    def _update(
        self, machine: Machine, desired: Desired, repository: Repository, state: State
    ) -> None:
        repository.fetch()
        reference = desired["revision"] or repository.branch() or state.get("revision")
        shown = desired["revision"] or state.get("revision")
        desired.log("notice", f"Updating to latest '{shown}' revision", f"{desired.path}/ensure")
        self._go_to(machine, desired, repository, str(reference))

    def _create(self, machine: Machine, desired: Desired, repository: Repository) -> None:
        revision, wanted = desired["revision"], desired["ensure"]
        if revision is not None and wanted in BARE:
            raise ProviderError(f"Cannot set a revision ({revision}) on a bare repository")
        self._clear(machine, desired)
        if desired["source"] is None:
            with ReportOsErrors(desired.name, MAKING_DIRECTORY, desired):
                if machine.files.facts(desired.name) is None:
                    machine.files.make_directory(desired.name)
                if desired["user"] is not None:
                    machine.files.set_owner(desired.name, machine.users.uid(desired["user"]))
            repository.git("init", *(["--bare"] if wanted in BARE else []))
        else:
            self._clone(machine, desired, repository)
            repository.set_remotes()
            if revision is not None:
                repository.check_out(_checked(revision))
            if wanted not in BARE and desired["submodules"] == "true":
                repository.git("submodule", "update", "--init", "--recursive")
        self._finish(machine, desired)

    def _clone(self, machine: Machine, desired: Desired, repository: Repository) -> None:
        words = ["clone"]
        depth, revision = desired["depth"], desired["revision"]
        if depth is not None and str(depth).isdigit() and int(depth) > 0:
            words += ["--depth", str(depth)]
            if revision is not None:
                words += ["--branch", _checked(revision)]
        if desired["branch"] is not None:
            words += ["--branch", _checked(desired["branch"])]
        if desired["ensure"] in BARE:
            words.append(f"--{desired['ensure']}")
        if repository.remote != "origin":
            words += ["--origin", repository.remote]
        url = repository.url
        assert url is not None
        repository.git(*words, url, machine.files.on_host(desired.name), at="/")

    def _clear(self, machine: Machine, desired: Desired) -> None:
        """Raise if the directory holds something else, unless `force` may remove it."""
        facts = machine.files.facts(desired.name, follow=True)
        if facts is None or not facts.is_directory or not machine.files.names(desired.name):
            return
        if desired["force"] != "true":
            raise ProviderError("Could not create repository (non-repository at path)")
        self._say(desired, f"Removing {desired.name} to replace with vcsrepo.")
        machine.files.remove(desired.name, recursive=True)

    def remove(self, machine: Machine, desired: Desired, state: State) -> None:
        machine.files.remove(desired.name, recursive=True)

    def set(
        self, machine: Machine, desired: Desired, name: str, value: object, state: State
    ) -> None:
        self._go_to(machine, desired, Repository(machine, desired), str(value))

    def _go_to(
        self, machine: Machine, desired: Desired, repository: Repository, revision: str
    ) -> None:
        keeps = desired["keep_local_changes"] == "true"
        is_dirty = keeps and bool(repository.git("status", "--porcelain").strip())
        if is_dirty:
            repository.git("stash", "save")
        repository.check_out(_checked(revision))
        if repository.is_local_branch(revision):
            # The branch of the remote counts, whatever the state of the local branch.
            repository.git("reset", "--hard", f"{repository.remote}/{revision}")
        if is_dirty:
            repository.git("stash", "pop")
        if desired["submodules"] == "true":
            repository.git("submodule", "update", "--init", "--recursive")
        self._finish(machine, desired)

    def _finish(self, machine: Machine, desired: Desired) -> None:
        """Write the excluded patterns, and set the owners of the files."""
        uid = _number("user", desired["owner"], machine.users.uid)
        gid = _number("group", desired["group"], machine.users.gid)
        excludes = desired["excludes"]
        if excludes is not None:
            many = excludes if type(excludes) is list else [excludes]
            text = "".join(f"{line}\n" for line in many)
            path = f"{desired.name}/.git/info/exclude"
            machine.files.replace(path, text.encode("utf-8", "surrogateescape"))
        if uid is None and gid is None:
            return
        # From the inside out: a user that owns a directory could put links of others into it.
        for name, facts in reversed(list(machine.files.walk(desired.name))):
            if (uid is not None and facts.uid != uid) or (gid is not None and facts.gid != gid):
                machine.files.set_owner(f"{desired.name}/{name}", uid, gid)
        machine.files.set_owner(desired.name, uid, gid)


def _number(kind: str, name: object, find: Any) -> int | None:
    if name is None:
        return None
    number: int | None = find(name)
    if number is None:
        raise ProviderError(f"can't find {kind} for {name}")
    return number


def _checked(revision: object) -> str:
    text = str(revision)
    if text.startswith("-"):
        raise ProviderError(f"Refusing to pass '{text}' to git")
    return text


def _is_noop(desired: Desired) -> bool:
    if desired.noop is not None:
        return desired.noop
    return bool(getattr(desired.catalog, "is_noop", False))


PROVIDER = Git
