"""The closed list of questions that a compile may ask outside itself.

    facts          the facts of the node
    files          kind, stamp, real path, content, names in a directory
    host           its name, the home directory of the user, environment variables
    clock          the current time, and the time zone of the host
    randomness     bits that nobody can guess
    passwords      the hash of a password by the C library of the host
    commands       an argument vector to run, never through a shell
    a store        resources that other nodes export, and queries; see puppet/storeconfigs

`World` asks the machine. `FakeWorld` answers from plain data. `RecordedWorld` asks another world
and records the answers; `ReplayedWorld` repeats them, so a recorded compile runs on any machine.

A world that cannot answer raises an OSError, as the operating system does, or a ValueError for a
path that the operating system cannot be asked about.
"""

from __future__ import annotations

import os
from errno import EFBIG, ENOENT, ETIMEDOUT

from duckrow.machine.paths import (
    is_archived_module,
    names_in,
    read_bytes,
    real_path,
    stamps,
    status,
)
from duckrow.machine.stamps import stamp_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Protocol

    from duckrow.machine.archives import archive, joined
    from duckrow.source.digest_cache import DigestCache

    class Store(Protocol):
        """A store of catalogs; see puppet/storeconfigs/store.py."""

        def ask(self, question: str, query: str) -> object: ...

    Archive = archive.Archive
    JoinedLists = joined.JoinedLists
    Facts = dict[str, Any]
    Stamp = tuple[int, ...]
    # The question, its arguments, and the answer or the error that was raised.
    Answer = tuple[str, tuple[object, ...], object]

FILE, DIRECTORY, OTHER, MISSING = "file", "directory", "other", ""

# Limits on what a file or command may bring in; settable per world.
LARGEST_FILE = 256 * 1024 * 1024
LARGEST_OUTPUT = 64 * 1024 * 1024
LONGEST_COMMAND = 300.0
# Stands for the name of the temporary file in the words that `run_on_file` is given.
FILE_NAME = "\0"


class World:
    """The machine this process runs on."""

    __slots__ = ("facts", "find_store", "largest_file", "largest_output", "longest_command")

    has_disk = True  # whether compiled code may be cached on the disk of this machine

    def __init__(self, facts: Facts | None = None) -> None:
        self.facts: Facts = {} if facts is None else facts
        self.largest_file = LARGEST_FILE
        self.largest_output = LARGEST_OUTPUT
        self.longest_command = LONGEST_COMMAND
        self.find_store: Callable[[], Store] | None = None

    # ---- facts: access by name resolves a lazy fact; see facts/lazy.py

    def fact(self, name: str) -> object:
        """Return a fact, or None when the node has no such fact."""
        return self.facts.get(name)

    def lists_fact(self, name: str) -> bool:
        """Return whether a fact is listed: legacy names are answered and not listed."""
        lists: Callable[[str], bool] | None = getattr(self.facts, "lists", None)
        return name in self.facts if lists is None else lists(name)

    def all_facts(self) -> Facts:
        """Return all listed facts."""
        return dict(self.facts.items())

    # ---- files

    def kind(self, path: str) -> str:
        """Return the kind of file that a path names, links followed; MISSING for no file."""
        try:
            mode = status(path).st_mode & 0o170000
        except (OSError, ValueError):
            return MISSING
        return {0o100000: FILE, 0o040000: DIRECTORY}.get(mode, OTHER)

    def exists(self, path: str) -> bool:
        """Return whether a path names anything."""
        return self.kind(path) != MISSING

    def stamp(self, path: str) -> Stamp | None:
        """Return a value that changes when the file changes, or None for no file."""
        try:
            return stamp_of(status(path))
        except (OSError, ValueError):
            return None

    def stamps(self, paths: list[str]) -> list[Stamp | None]:
        """Return the stamps of many files."""
        return stamps(paths)

    def real_path(self, path: str) -> str:
        """Return the path with all links resolved."""
        return real_path(path)

    def read(self, path: str) -> bytes:
        """Return the content of a file."""
        data = read_bytes(path, self.largest_file + 1)
        if len(data) > self.largest_file:
            raise OSError(EFBIG, os.strerror(EFBIG), path)
        return data

    def names(self, directory: str) -> list[str]:
        """Return the names in a directory, sorted by their bytes."""
        return sorted(names_in(directory), key=os.fsencode)

    def is_module(self, path: str) -> bool:
        """Return whether an archive is a module."""
        return is_archived_module(path)

    def archive(self, path: str) -> Archive | None:
        """Return the archive at a path, to ask it many questions; None if there is none."""
        from duckrow.machine.archives import find

        return find.open_archive(path)

    def archives(self, paths: list[str]) -> list[Archive]:
        """Return the archives at many paths, but those that cannot be read."""
        from duckrow.machine.archives import find

        return find.open_archives(paths)

    def joined_lists(self, archives: list[Archive]) -> JoinedLists:
        """Return the lists of archives, to search all of them at once."""
        from duckrow.machine.archives.joined import JoinedLists

        return JoinedLists(archives)

    def recall_archives(self, cache: DigestCache, paths: list[str]) -> None:
        """Remember what a cache knows about archives, which are opened only to be read then."""
        from duckrow.machine.archives.joined import recall_archives

        recall_archives(cache, paths)

    def keep_archives(self, cache: DigestCache, paths: list[str], archives: list[Archive]) -> None:
        """Store what is known about archives in a cache."""
        from time import time_ns  # the clock of the files, whatever this world says

        from duckrow.machine.archives.joined import keep_archives

        keep_archives(cache, paths, archives, time_ns())

    # ---- the host

    def host_name(self) -> str:
        """Return the name of this host."""
        from duckrow.machine.this_process import host_name

        return host_name()

    def user_home(self) -> str | None:
        """Return the home directory of the user, or None for root."""
        from duckrow.machine.this_process import effective_user, home

        return None if effective_user() == 0 else home()

    def variable(self, name: str) -> str | None:
        """Return an environment variable of this process."""
        from duckrow.machine.this_process import environment

        return environment().get(name)

    # ---- clock and randomness

    def now(self) -> int:
        """Return the nanoseconds since 1970."""
        from time import time_ns

        return time_ns()

    def zone_offset(self, seconds: int) -> int:
        """Return how many seconds the host's time zone is ahead of UTC at a moment."""
        from duckrow.machine.local_time import zone_offset

        return zone_offset(seconds)

    def random_bits(self, count: int) -> int:
        """Return a random number of `count` bits from the operating system."""
        from duckrow.machine.this_process import random_bytes

        return int.from_bytes(random_bytes((count + 7) // 8), "big") >> (-count % 8)

    def crypt(self, password: bytes, setting: bytes) -> str | None:
        """Return the hash of a password by the C library; None if it rejects the setting."""
        from duckrow.machine.crypt import crypt

        return crypt(password, setting)

    # ---- commands

    def run(self, command: list[str], directory: str) -> tuple[int, bytes]:
        """Run a command in a directory; return its exit status and output."""
        from duckrow.machine.processes.command import Command
        from duckrow.machine.processes.commands import plain_environment
        from duckrow.machine.processes.run import run

        left = self.largest_output

        def count(piece: bytes) -> None:
            nonlocal left
            left -= len(piece)
            if left < 0:
                raise OSError(EFBIG, os.strerror(EFBIG), command[0])

        result = run(
            Command(
                command,
                environment=plain_environment(),
                directory=directory,
                timeout=self.longest_command,
                limit=self.largest_output,
            ),
            count,
        )
        if result.has_timed_out:
            raise OSError(ETIMEDOUT, os.strerror(ETIMEDOUT), command[0])
        return result.status, result.output.content

    def run_on_file(self, command: list[str], content: bytes) -> tuple[str, int, bytes]:
        """Run a command on a temporary file; return the file's name, exit status and output.

        FILE_NAME in the words of the command stands for the name of the file.
        """
        from duckrow.machine.files.temporary import temporary_file

        with temporary_file("validate_cmd", content) as path:
            try:
                code, output = self.run([word.replace(FILE_NAME, path) for word in command], ".")
            except (OSError, ValueError):
                return path, 1, b""  # a command that cannot start has failed without output
            return path, code, output

    # ---- a store

    def ask_store(self, question: str, query: str) -> object:
        """Return the answer of a store to a query in JSON; raise a ValueError if it has none.

        The question is `resources` or `query`. Without a store no node exports anything.
        """
        if self.find_store is None:
            if question == "resources":
                return []
            raise ValueError("there is no store to ask: see the setting storeconfigs_backend")
        return self.find_store().ask(question, query)


class FakeWorld(World):
    """A world made of data: files by path, commands by their words.

    A directory exists when a file is in it. A command is given with its answer.
    """

    __slots__ = ("clock", "commands", "files", "offset", "seed", "variables")

    has_disk = False

    def __init__(
        self,
        files: dict[str, bytes] | None = None,
        commands: dict[tuple[str, ...], tuple[int, bytes]] | None = None,
        facts: Facts | None = None,
        clock: int = 0,
        offset: int = 0,
        seed: int = 0,
    ) -> None:
        super().__init__(facts)
        self.files = files or {}
        self.commands = commands or {}
        self.clock = clock
        self.offset = offset
        self.seed = seed
        self.variables: dict[str, str] = {}

    def kind(self, path: str) -> str:
        if path in self.files:
            return FILE
        inside = path.rstrip("/") + "/"
        return DIRECTORY if any(name.startswith(inside) for name in self.files) else MISSING

    def stamp(self, path: str) -> Stamp | None:
        data = self.files.get(path)
        if data is not None:
            return hash(data), len(data), 0
        return None if self.kind(path) == MISSING else (hash(tuple(self.names(path))), 0, 0)

    def stamps(self, paths: list[str]) -> list[Stamp | None]:
        return [self.stamp(path) for path in paths]

    def is_module(self, path: str) -> bool:  # noqa: ARG002  (it has files only)
        return False

    def archive(self, path: str) -> Archive | None:  # noqa: ARG002  (it has files only)
        return None

    def archives(self, paths: list[str]) -> list[Archive]:  # noqa: ARG002  (it has files only)
        return []

    def real_path(self, path: str) -> str:
        return os.path.normpath(path)

    def read(self, path: str) -> bytes:
        if path not in self.files:
            raise _missing(path)
        return self.files[path]

    def names(self, directory: str) -> list[str]:
        inside = directory.rstrip("/") + "/"
        found = {
            name[len(inside) :].partition("/")[0] for name in self.files if name.startswith(inside)
        }
        if not found:
            raise _missing(directory)
        return sorted(found, key=os.fsencode)

    def host_name(self) -> str:
        return "localhost"

    def user_home(self) -> str | None:
        return None

    def variable(self, name: str) -> str | None:
        return self.variables.get(name)

    def now(self) -> int:
        return self.clock

    def zone_offset(self, seconds: int) -> int:  # noqa: ARG002  (always the same)
        return self.offset

    def random_bits(self, count: int) -> int:
        from random import Random

        self.seed += 1
        return Random(self.seed).getrandbits(count)  # noqa: S311  (repeatable on purpose)

    def crypt(self, password: bytes, setting: bytes) -> str | None:
        # A digest that is the same on every host.
        from hashlib import sha256

        return f"{setting.decode('latin-1')}${sha256(setting + password).hexdigest()}"

    def run(self, command: list[str], directory: str) -> tuple[int, bytes]:  # noqa: ARG002
        if tuple(command) not in self.commands:
            raise _missing(command[0])
        return self.commands[tuple(command)]

    def run_on_file(self, command: list[str], content: bytes) -> tuple[str, int, bytes]:  # noqa: ARG002
        name = "/fake/file"
        status, output = self.run([word.replace(FILE_NAME, name) for word in command], ".")
        return name, status, output


class RecordedWorld(World):
    """Asks another world, and records every question with its answer, in order.

    A password is recorded as a digest. The code cache is not used: with it a compile asks fewer
    questions than a replay without it.
    """

    __slots__ = ("_other", "answers")

    has_disk = False

    def __init__(self, other: World) -> None:
        super().__init__(AskedFacts(self))
        self._other = other
        self.answers: list[Answer] = []

    def _asked(
        self, question: str, *about: object, recorded: tuple[object, ...] | None = None
    ) -> Any:
        """Ask the other world; `recorded` replaces the arguments in the recording."""
        ask: Callable[..., object] = getattr(self._other, question)
        shown = about if recorded is None else recorded
        try:
            answer = ask(*about)
        except (OSError, ValueError) as error:
            self.answers.append((question, shown, error))
            raise
        self.answers.append((question, shown, answer))
        return answer

    def is_module(self, path: str) -> bool:
        return bool(self._asked("is_module", path))

    def archive(self, path: str) -> Archive | None:  # noqa: ARG002  (each question is recorded)
        return None

    def archives(self, paths: list[str]) -> list[Archive]:  # noqa: ARG002  (each question is recorded)
        return []

    def fact(self, name: str) -> object:
        return self._asked("fact", name)

    def lists_fact(self, name: str) -> bool:
        return bool(self._asked("lists_fact", name))

    def all_facts(self) -> Facts:
        return dict(self._asked("all_facts"))

    def kind(self, path: str) -> str:
        return str(self._asked("kind", path))

    def stamp(self, path: str) -> Stamp | None:
        stamp: Stamp | None = self._asked("stamp", path)
        return stamp

    def stamps(self, paths: list[str]) -> list[Stamp | None]:
        return [self.stamp(path) for path in paths]

    def real_path(self, path: str) -> str:
        return str(self._asked("real_path", path))

    def read(self, path: str) -> bytes:
        return bytes(self._asked("read", path))

    def names(self, directory: str) -> list[str]:
        return list(self._asked("names", directory))

    def host_name(self) -> str:
        return str(self._asked("host_name"))

    def user_home(self) -> str | None:
        home: str | None = self._asked("user_home")
        return home

    def variable(self, name: str) -> str | None:
        value: str | None = self._asked("variable", name)
        return value

    def now(self) -> int:
        return int(self._asked("now"))

    def zone_offset(self, seconds: int) -> int:
        return int(self._asked("zone_offset", seconds))

    def random_bits(self, count: int) -> int:
        return int(self._asked("random_bits", count))

    def crypt(self, password: bytes, setting: bytes) -> str | None:
        recorded = (_password_digest(password, setting), setting)
        hashed: str | None = self._asked("crypt", password, setting, recorded=recorded)
        return hashed

    def run(self, command: list[str], directory: str) -> tuple[int, bytes]:
        status, output = self._asked("run", tuple(command), directory)
        return status, output

    def run_on_file(self, command: list[str], content: bytes) -> tuple[str, int, bytes]:
        name, status, output = self._asked("run_on_file", tuple(command), content)
        return name, status, output

    def ask_store(self, question: str, query: str) -> object:
        return self._asked("ask_store", question, query)


class ReplayedWorld(RecordedWorld):
    """Repeats recorded answers; equal questions get their answers in the recorded order."""

    __slots__ = ("_left",)

    def __init__(self, answers: Iterable[Answer]) -> None:
        super().__init__(FakeWorld())
        self._left: dict[tuple[object, ...], list[object]] = {}
        for question, about, answer in answers:
            self._left.setdefault((question, *about), []).append(answer)

    def _asked(
        self, question: str, *about: object, recorded: tuple[object, ...] | None = None
    ) -> Any:
        shown = about if recorded is None else recorded
        left = self._left.get((question, *shown))
        if not left:
            raise _missing(f"{question} {' '.join(map(str, shown))}".strip())
        # The last answer stays: the same question may be asked once more than was recorded.
        answer = left.pop(0) if len(left) > 1 else left[0]
        self.answers.append((question, shown, answer))
        if isinstance(answer, OSError | ValueError):
            raise answer
        return answer


class AskedFacts(dict[str, "Any"]):
    """The facts of a node as questions to a world: each fact that is read is one."""

    __slots__ = ("_all", "_world")

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world
        self._all: Facts | None = None

    def __missing__(self, name: str) -> Any:
        value = self._world.fact(name)
        if value is None:
            raise KeyError(name)
        self[name] = value
        return value

    def get(self, name: str, default: Any = None) -> Any:
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.get(name) is not None

    def lists(self, name: str) -> bool:
        """Return whether a fact is listed."""
        return self._world.lists_fact(name)

    def includes(self, name: str) -> bool:
        """Return whether iterating over the facts would include a fact."""
        return name in self.plain()

    def plain(self) -> Facts:
        """Return all listed facts as a plain dict."""
        if self._all is None:
            self._all = self._world.all_facts()
        return self._all

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Any:
        return iter(self.plain())

    def __len__(self) -> int:
        return len(self.plain())

    def keys(self) -> Any:
        return self.plain().keys()

    def values(self) -> Any:
        return self.plain().values()

    def items(self) -> Any:
        return self.plain().items()


def digest_of_answer(answer: object) -> str:
    """Return a digest of the answer of a store, in which rows have no order."""
    from hashlib import sha256
    from json import dumps

    given = answer if isinstance(answer, list) else [answer]
    rows = [dumps(row, sort_keys=True) for row in given]
    return sha256("\n".join(sorted(rows)).encode("utf-8", "surrogatepass")).hexdigest()


def _password_digest(password: bytes, setting: bytes) -> str:
    """Return a digest that is slow to guess, as the recorded hash of the password is."""
    from hashlib import pbkdf2_hmac

    return pbkdf2_hmac("sha256", password, setting, 600_000).hex()


def _missing(path: str) -> OSError:
    return FileNotFoundError(ENOENT, os.strerror(ENOENT), path)
