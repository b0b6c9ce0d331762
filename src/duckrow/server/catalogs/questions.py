"""What a compile asks: facts, files and the host, recorded with the answers.

A catalog whose recorded questions have the same answers again is the same catalog. Answers that
cannot be compared, such as the time, leave a reason why the catalog is not kept.
"""

from __future__ import annotations

from time import time_ns

from duckrow.machine.paths import status
from duckrow.machine.stamps import stamp_of
from duckrow.puppet.world import DIRECTORY, FILE, MISSING, OTHER, World, digest_of_answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckrow.puppet.world import Archive, Facts, Stamp

CLOCK, CHANCE, COMMANDS = "the clock", "chance", "commands"
PYTHON = "Python code of modules"  # which may ask anybody
SPECIAL_FILES, FRESH_FILES = "special files", "files that change now"
_KINDS = {0o100000: FILE, 0o040000: DIRECTORY}
_SPECIAL = ("/proc/", "/sys/", "/dev/")
# A file that changes twice within one tick of the clock of its file system has one stamp.
_TICK = 50_000_000  # nanoseconds


class AskedWorld(World):
    """The machine; it records what the compile in progress asks.

    `files` are the stamps of all files that were asked about, in this compile or, if files are
    looked at only now and then, since the last look. `others` are other questions that can be asked
    again.
    """

    __slots__ = (
        "_facts",
        "_is_fresh",
        "_runs_python",
        "files",
        "has_all_facts",
        "keeps_files",
        "others",
        "read_facts",
        "reason",
        "version_command",
    )

    def __init__(self) -> None:
        super().__init__()
        self.keeps_files = False
        self._runs_python = False
        self.version_command: list[str] | None = None
        self.begin({})

    def begin(self, facts: dict[str, Any]) -> None:
        """Begin the recording of a compile."""
        if not self.keeps_files:
            self.forget_files()
        self._facts = facts
        self.others: list[tuple[str, list[object], object]] = []
        self.read_facts: dict[str, object] = {}
        self.has_all_facts = False
        # Why the catalog cannot be kept.
        self.reason = PYTHON if self._runs_python else FRESH_FILES if self._is_fresh else ""

    def forget_files(self) -> None:
        """Forget the files of earlier compiles: all are looked at again."""
        self.files: dict[str, Stamp | None] = {}
        self._is_fresh = False  # whether a kept file changed just before it was read

    def _note(self, path: str, stamp: Stamp | None) -> None:
        files = self.files
        if path not in files:
            files[path] = stamp
            if stamp is not None and time_ns() - stamp[1] < _TICK:
                self.reason, self._is_fresh = FRESH_FILES, True
        elif files[path] != stamp:
            self.reason = FRESH_FILES

    def _other(self, question: str, about: list[object], answer: object) -> None:
        self.others.append((question, about, answer))

    # ---- facts

    def fact(self, name: str) -> object:
        value = self.read_facts[name] = self._facts.get(name)
        return value

    def lists_fact(self, name: str) -> bool:
        self.fact(name)
        return name in self._facts

    def all_facts(self) -> Facts:
        self.has_all_facts = True
        return self._facts

    # ---- files

    def kind(self, path: str) -> str:
        try:
            found = status(path)
        except (OSError, ValueError):
            self._note(path, None)
            return MISSING
        self._note(path, stamp_of(found))
        return _KINDS.get(found.st_mode & 0o170000, OTHER)

    def stamp(self, path: str) -> Stamp | None:
        found = super().stamp(path)
        self._note(path, found)
        return found

    def stamps(self, paths: list[str]) -> list[Stamp | None]:
        found = super().stamps(paths)
        for path, stamp in zip(paths, found, strict=True):
            self._note(path, stamp)
        return found

    def real_path(self, path: str) -> str:
        found = super().real_path(path)
        self._other("real_path", [path], found)
        return found

    def read(self, path: str) -> bytes:
        if path.startswith(_SPECIAL) or self.kind(path) == OTHER:
            self.reason = SPECIAL_FILES
        else:
            self.stamp(path)  # before it is read: a change meanwhile shows
        if path.endswith(".py"):
            self.reason, self._runs_python = PYTHON, True
        return super().read(path)

    def names(self, directory: str) -> list[str]:
        self.stamp(directory)
        return super().names(directory)

    def is_module(self, path: str) -> bool:
        self.stamp(path)
        return super().is_module(path)

    def archive(self, path: str) -> Archive | None:
        self.stamp(path)
        return super().archive(path)

    def archives(self, paths: list[str]) -> list[Archive]:
        for path in paths:
            self.stamp(path)
        return super().archives(paths)

    # ---- the host

    def host_name(self) -> str:
        found = super().host_name()
        self._other("host_name", [], found)
        return found

    def user_home(self) -> str | None:
        found = super().user_home()
        self._other("user_home", [], found)
        return found

    def variable(self, name: str) -> str | None:
        found = super().variable(name)
        self._other("variable", [name], found)
        return found

    def zone_offset(self, seconds: int) -> int:
        found = super().zone_offset(seconds)
        self._other("zone_offset", [seconds], found)
        return found

    def ask_store(self, question: str, query: str) -> object:
        found = super().ask_store(question, query)
        # The answer may be long: to compare it a digest is enough.
        self._other("ask_store", [question, query], digest_of_answer(found))
        return found

    # ---- what never has the same answer

    def now(self) -> int:
        self.reason = CLOCK
        return super().now()

    def random_bits(self, count: int) -> int:
        self.reason = CHANCE
        return super().random_bits(count)

    def run(self, command: list[str], directory: str) -> tuple[int, bytes]:
        code, output = super().run(command, directory)
        if command == self.version_command:
            text = output.decode("latin-1")
            self._other("run", [list(command), directory], [code, text])
        else:
            self.reason = COMMANDS
        return code, output

    def run_on_file(self, command: list[str], content: bytes) -> tuple[str, int, bytes]:
        self.reason = COMMANDS
        return super().run_on_file(command, content)


class Sender:
    """Tells the web process about files without naming all of them for each catalog.

    Most catalogs of an environment depend on the same files: these make a base, which is sent once.
    """

    __slots__ = ("_base", "_number")

    def __init__(self) -> None:
        self._number = 0
        self._base: dict[str, Stamp | None] = {}

    def files(self, files: dict[str, Stamp | None]) -> dict[str, object]:
        """Return the fields of a header that stand for some files."""
        base = self._base
        more: dict[str, Stamp | None] = {}
        for path, stamp in files.items():
            if path not in base:
                more[path] = stamp
            elif base[path] != stamp:
                break  # the base is out of date
        else:
            has_base = len(files) - len(more) == len(base)
            if self._number and has_base and len(more) <= 32 + len(base) // 8:
                return {"base": self._number, "more_files": more}
        self._number += 1
        self._base = dict(files)
        return {"base": self._number, "base_files": files, "more_files": {}}
