"""The closed list of questions a manifest may ask outside itself.

    facts          what the node says about itself
    files          kind, stamp, content, names in a directory
    clock          now, and the zone of the host
    randomness     bits that nobody can guess
    commands       an argument vector that is run, never through a shell

`World` asks the machine, `FakeWorld` is made of plain data, `RecordedWorld` asks another world and
writes down the answers, `ReplayedWorld` gives them again: a compile that was recorded runs once
more without the machine it ran on.

Whatever a world cannot answer it refuses with an OSError, as the machine does.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

FILE, DIRECTORY, OTHER, MISSING = "file", "directory", "other", ""

# What a command or file may bring in before it counts as a mistake; settable per world.
LARGEST_FILE = 256 * 1024 * 1024
LARGEST_OUTPUT = 64 * 1024 * 1024
LONGEST_COMMAND = 300.0


class World:
    """The machine this runs on."""

    __slots__ = ("facts", "largest_file", "largest_output", "longest_command")

    def __init__(self, facts: dict[str, Any] | None = None) -> None:
        self.facts: dict[str, Any] = facts or {}
        self.largest_file = LARGEST_FILE
        self.largest_output = LARGEST_OUTPUT
        self.longest_command = LONGEST_COMMAND

    def kind(self, path: str) -> str:
        """Tell what a path names, links followed: file, directory, other, or nothing at all."""
        try:
            mode = os.stat(path).st_mode & 0o170000
        except (OSError, ValueError):
            return MISSING
        return {0o100000: FILE, 0o040000: DIRECTORY}.get(mode, OTHER)

    def exists(self, path: str) -> bool:
        """Tell whether a path names anything."""
        return self.kind(path) != MISSING

    def stamp(self, path: str) -> tuple[int, int, int] | None:
        """Give what differs once a file was changed, or None when there is none."""
        try:
            found = os.stat(path)
        except (OSError, ValueError):
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def read(self, path: str) -> bytes:
        """Give the content of a file."""
        with open(path, "rb") as file:
            data = file.read(self.largest_file + 1)
        if len(data) > self.largest_file:
            from errno import EFBIG

            raise OSError(EFBIG, os.strerror(EFBIG), path)
        return data

    def names(self, directory: str) -> list[str]:
        """Give the names in a directory, in the order of their bytes."""
        return sorted(os.listdir(directory), key=os.fsencode)

    def now(self) -> int:
        """Give the nanoseconds since 1970."""
        from time import time_ns

        return time_ns()

    def zone_offset(self, seconds: int) -> int:
        """Give how many seconds the host's zone is ahead of UTC at a moment."""
        from time import localtime

        return localtime(seconds).tm_gmtoff

    def random_bits(self, count: int) -> int:
        """Give a number of so many bits that nobody can guess."""
        return int.from_bytes(os.urandom((count + 7) // 8), "big") >> (-count % 8)

    def run(self, command: list[str], directory: str) -> tuple[int, bytes]:
        """Run a command in a directory; give its exit status and what it wrote."""
        from errno import EFBIG, ETIMEDOUT

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


class FakeWorld(World):
    """A world made of data: files by path, commands by their words.

    Directories are those that the files stand in. A command is an answer or a function of the
    argument vector that gives one.
    """

    __slots__ = ("clock", "commands", "files", "offset", "seed")

    def __init__(
        self,
        files: dict[str, bytes] | None = None,
        commands: dict[tuple[str, ...], tuple[int, bytes]] | None = None,
        facts: dict[str, Any] | None = None,
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

    def kind(self, path: str) -> str:
        if path in self.files:
            return FILE
        inside = path.rstrip("/") + "/"
        return DIRECTORY if any(name.startswith(inside) for name in self.files) else MISSING

    def stamp(self, path: str) -> tuple[int, int, int] | None:
        data = self.files.get(path)
        if data is not None:
            return hash(data), len(data), 0
        return None if self.kind(path) == MISSING else (hash(tuple(self.names(path))), 0, 0)

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

    def now(self) -> int:
        return self.clock

    def zone_offset(self, seconds: int) -> int:  # noqa: ARG002  (always the same)
        return self.offset

    def random_bits(self, count: int) -> int:
        from random import Random

        self.seed += 1
        return Random(self.seed).getrandbits(count)  # noqa: S311  (repeatable on purpose)

    def run(self, command: list[str], directory: str) -> tuple[int, bytes]:  # noqa: ARG002
        if tuple(command) not in self.commands:
            raise _missing(command[0])
        return self.commands[tuple(command)]


class RecordedWorld(World):
    """Asks another world, and keeps what it was asked with the answers, in order."""

    __slots__ = ("_other", "answers")

    def __init__(self, other: World) -> None:
        super().__init__(other.facts)
        self._other = other
        self.answers: list[tuple[str, tuple[Any, ...], Any]] = []

    def _asked(self, question: str, *about: Any) -> Any:
        ask: Callable[..., Any] = getattr(self._other, question)
        try:
            answer = ask(*about)
        except OSError as error:
            self.answers.append((question, about, error))
            raise
        self.answers.append((question, about, answer))
        return answer

    def kind(self, path: str) -> str:
        return str(self._asked("kind", path))

    def stamp(self, path: str) -> tuple[int, int, int] | None:
        stamp: tuple[int, int, int] | None = self._asked("stamp", path)
        return stamp

    def read(self, path: str) -> bytes:
        return bytes(self._asked("read", path))

    def names(self, directory: str) -> list[str]:
        return list(self._asked("names", directory))

    def now(self) -> int:
        return int(self._asked("now"))

    def zone_offset(self, seconds: int) -> int:
        return int(self._asked("zone_offset", seconds))

    def random_bits(self, count: int) -> int:
        return int(self._asked("random_bits", count))

    def run(self, command: list[str], directory: str) -> tuple[int, bytes]:
        status, output = self._asked("run", tuple(command), directory)
        return status, output


class ReplayedWorld(RecordedWorld):
    """Gives recorded answers again, to each question in the order in which they were given."""

    __slots__ = ("_left",)

    def __init__(
        self, answers: list[tuple[str, tuple[Any, ...], Any]], facts: dict[str, Any] | None = None
    ) -> None:
        super().__init__(FakeWorld(facts=facts))
        self._left: dict[tuple[Any, ...], list[Any]] = {}
        for question, about, answer in answers:
            self._left.setdefault((question, *about), []).append(answer)

    def _asked(self, question: str, *about: Any) -> Any:
        left = self._left.get((question, *about))
        if not left:
            raise _missing(f"{question} {' '.join(map(str, about))}".strip())
        # The last answer stays: asking once more than was recorded is no different question.
        answer = left.pop(0) if len(left) > 1 else left[0]
        self.answers.append((question, about, answer))
        if isinstance(answer, OSError):
            raise answer
        return answer


def _missing(path: str) -> OSError:
    from errno import ENOENT

    return FileNotFoundError(ENOENT, os.strerror(ENOENT), path)
