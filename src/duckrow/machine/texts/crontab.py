"""Crontabs: their lines, and where a machine stores them.

A line of a system crontab has the user between time and command; a user's crontab does not.
"""

from __future__ import annotations

from duckrow.machine.errors import CommandFailed
from duckrow.machine.processes.command import MERGED
from duckrow.machine.processes.tool import Tool, checked, output_of
from duckrow.machine.texts.lines import Lines, checked_field, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.files import Files
    from duckrow.machine.processes.commands import Commands

SPOOLS = ("/var/spool/cron/crontabs", "/var/spool/cron/tabs", "/var/spool/cron", "/etc/crontabs")
_NAME_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


class Variable:
    """An environment variable for the jobs below it."""

    __slots__ = ("name", "value")

    def __init__(self, name: str, value: str) -> None:
        self.name = name
        self.value = value


class Job:
    """A time and a command. The time is five fields, or one word such as @daily."""

    __slots__ = ("command", "times", "user")

    def __init__(self, times: tuple[str, ...], command: str, user: str | None = None) -> None:
        self.times = times
        self.command = command
        self.user = user


def parse_crontab(content: bytes, *, has_users: bool = False) -> Lines[Variable | Job]:
    """Read a crontab."""
    return Lines(content, lambda line: read_entry(line, has_users=has_users), write_entry)


def read_entry(line: str, *, has_users: bool = False) -> Variable | Job | None:
    """Parse a line; return None for a comment or a line that cron would reject."""
    text = line.lstrip(" \t")
    if not text or text.startswith("#"):
        return None
    name, equals, value = text.partition("=")
    if equals and _is_name(name.strip()):
        return Variable(_unquoted(name.strip()), _unquoted(value.strip()))
    count = 1 if text.startswith("@") else 5
    fields = split_words(text, count + has_users)
    if len(fields) <= count + has_users:
        return None
    user = fields[count] if has_users else None
    return Job(tuple(fields[:count]), fields[-1], user)


def write_entry(entry: Variable | Job) -> str:
    """Return the line of an entry."""
    if isinstance(entry, Variable):
        return checked_field(f"{entry.name}={entry.value}")
    if len(entry.times) not in (1, 5) or any(not field or " " in field for field in entry.times):
        raise ValueError(f"not a time of a crontab: {' '.join(entry.times)!r}")
    user = () if entry.user is None else (entry.user,)
    return checked_field(" ".join((*entry.times, *user, entry.command)))


def _is_name(text: str) -> bool:
    name = _unquoted(text)
    return bool(name) and not name[0].isdigit() and set(name) <= _NAME_LETTERS


def _unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if is_quoted else text


class Crontabs:
    """The crontabs of users: through `crontab` on the host, as files in a scratch root.

    On some systems only root may name a user, so `own` is the user who need not be named.
    """

    __slots__ = ("_commands", "_files", "_own", "root")

    def __init__(
        self, files: Files, commands: Commands, root: str = "/", own: str | None = None
    ) -> None:
        self._files = files
        self._commands = commands
        self._own = own
        self.root = root

    def _named(self, user: str) -> tuple[str, ...]:
        return () if user == self._own else ("-u", checked(user))

    def users(self) -> list[str]:
        """Return the users who have a crontab, as far as permissions show them."""
        try:
            return self._files.names(self._spool())
        except OSError:
            return []

    def read(self, user: str) -> bytes:
        """Return a user's crontab; empty if it is missing."""
        if self.root != "/":
            path = f"{self._spool()}/{_file_name(user)}"
            return b"" if self._files.facts(path) is None else self._files.read(path)
        result = Tool(self._commands, "crontab").ask(*self._named(user), "-l")
        if result.is_success:
            return result.output.content
        output = result.errors.content + result.output.content
        if b"no crontab for" in output or b"can't open" in output:
            return b""

        raise CommandFailed(["crontab", *self._named(user), "-l"], result.status, output_of(result))

    def write(self, user: str, content: bytes) -> None:
        """Set a user's crontab; an empty one is removed."""
        if self.root != "/":
            path = f"{self._spool()}/{_file_name(user)}"
            if content:
                self._files.replace(path, content, 0o600)
            else:
                self._files.remove(path)
            return
        tool = Tool(self._commands, "crontab")
        if content:
            tool.change(*self._named(user), "-", stdin=content)
            return
        result = tool.ask(*self._named(user), "-r", errors=MERGED)
        if not result.is_success and b"no crontab for" not in result.output.content:
            raise CommandFailed(
                ["crontab", *self._named(user), "-r"], result.status, output_of(result)
            )

    def _spool(self) -> str:
        for path in SPOOLS:
            facts = self._files.facts(path, follow=True)
            if facts is not None and facts.is_directory:
                return path
        return SPOOLS[0]


def _file_name(user: str) -> str:
    if "/" in user or user in (".", ".."):
        raise ValueError(f"not the name of a user: {user!r}")
    return checked(user)
