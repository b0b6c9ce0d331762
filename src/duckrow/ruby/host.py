"""The host: the program that runs Ruby code, and the services it offers to that code.

This class offers nothing and rejects every request. A program that embeds Ruby overrides the
methods that it supports: constants of its own, files, the clock, random numbers, classes of its own
values.
"""

from __future__ import annotations

from time import monotonic

from duckrow.ruby.errors import RubyError, UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.machine.machine import Machine
    from duckrow.ruby.interpreter import Interpreter

LARGEST_PROCESS_ID = 1 << 22  # of the kernel


class TimeLimit:
    """A time limit on some code: commands and waiting in it end with Timeout::Error."""

    __slots__ = ("_at", "_host", "has_expired")

    def __init__(self, host: Host, seconds: float) -> None:
        self._host = host
        self._at = monotonic() + seconds
        self.has_expired = False  # and no limit around it: that is known at the end

    def __enter__(self) -> TimeLimit:
        self._host.deadlines.append(self._at)
        return self

    def __exit__(self, *_: object) -> None:
        deadlines = self._host.deadlines
        self.has_expired = self._at not in deadlines
        if not self.has_expired:
            deadlines.remove(self._at)


class Chance:
    """The generator of random numbers that `srand` has given to all code of a host."""

    __slots__ = ("generator",)

    def __init__(self) -> None:
        self.generator: object = None


class Host:
    """A host without files, constants or clock."""

    __slots__ = (
        "chance",
        "child_status",
        "children",
        "deadlines",
        "directory",
        "globals",
        "last_child",
        "waiting",
    )

    # Families of constants that the host knows: the first part of their names.
    families: frozenset[str] = frozenset()
    # Whether `machine` returns one; the library that touches the host exists only then.
    has_machine = False
    # Exception classes that the host adds: name to the name of the parent.
    exceptions: Mapping[str, str] = {}
    # Whether Ruby code may replace methods of Ruby itself and of the host.
    may_replace = False

    def __init__(self) -> None:
        self.globals: dict[str, object] = {}  # global variables that Ruby code has set
        self.child_status: object = None  # the Process::Status of the last command
        self.children: dict[int, object] = {}  # those of spawn that nobody has waited for
        self.last_child = LARGEST_PROCESS_ID
        self.deadlines: list[float] = []  # of the time limits around the code that runs
        self.waiting: list[
            Callable[[], object]
        ] = []  # what runs commands that wait for their input
        # The directory that relative paths begin in, if it is not that of the process.
        self.directory: str | None = None
        self.chance: Chance | None = None  # None: code may give no seed for everybody

    @property
    def deadline(self) -> float | None:
        """When the first of the time limits expires."""
        return min(self.deadlines) if self.deadlines else None

    def expired(self) -> RubyError:
        """Return the error of a time limit, which expires once: `ensure` may then take its time."""
        if self.deadlines:
            self.deadlines.remove(min(self.deadlines))
        return RubyError("Timeout::Error", "execution expired")

    def finish_waiting(self, count: int) -> None:
        """Run the commands that still wait for their input, except the first `count`."""
        while len(self.waiting) > count:
            self.waiting.pop(count)()

    def more_steps(self) -> int:
        """Return how many steps code may take that has used up those it had; 0 ends it."""
        return 0

    def new_child(self) -> int:
        """Return the id that Ruby code sees for a command: one that no process can have.

        The command has ended before Ruby code can use the id, and its own id may be that of
        another process by then.
        """
        self.last_child += 1
        return self.last_child

    @property
    def load_path(self) -> list[object]:
        """Return the directories that Ruby code adds to $LOAD_PATH; here they have no effect."""
        return []

    def constant(self, _ruby: Interpreter, _path: str) -> object:
        """Return a constant of one of the host's families, or None."""
        return None

    def is_missing(self, _path: str) -> bool:
        """Return whether real Ruby code would find this constant and only this host lacks it."""
        return False

    def require(self, _ruby: Interpreter, name: str) -> bool:
        """Run a file by its name or path; return False if it ran before."""
        raise RubyError("LoadError", f"cannot load such file -- {name}")

    def machine(self, construct: str) -> Machine:
        """Return the machine that Ruby code may change; `construct` names what asks for it."""
        raise UnsupportedError(construct)

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment variables of Ruby code and its commands."""
        return {}

    def read(self, _path: str) -> str:
        """Return the text of a file."""
        raise self._unsupported()

    def kind_of(self, _path: str) -> str:
        """Return file, directory, other or nothing for a path; "" for paths out of reach."""
        raise self._unsupported()

    def random_bits(self, _count: int) -> int:
        """Return a random number of `count` bits."""
        raise self._unsupported()

    def now(self) -> int:
        """Return the time in nanoseconds since 1970."""
        raise UnsupportedError("a look at the clock outside of a compile")

    def zone_offset(self, _seconds: int) -> int:
        """Return the offset of the local zone from UTC in seconds."""
        return 0

    def methods(self) -> Mapping[str, Callable[..., object]]:
        """Return the methods that all of the host's own values share."""
        return {}

    def _unsupported(self) -> UnsupportedError:
        return UnsupportedError("a question to the compiler while the file is read")
