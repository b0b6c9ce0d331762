"""filestat(path, field): one field of a file's status."""

from __future__ import annotations

from errno import ENODATA, ENOTSUP

from duckrow.cfengine.functions.helpers.common import NAME, SECOND, facts_of, in_buffer, located
from duckrow.cfengine.functions.helpers.paths import (
    compressed,
    last_name,
    without_last_name,
    without_last_slash,
)
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.machine.errors import error_text
from duckrow.machine.files import facts as kinds
from duckrow.machine.files.extra import extended_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.machine.files.facts import FileFacts

_TYPES = {
    kinds.BLOCK: ("block device", 0o060000),
    kinds.CHARACTER: ("character device", 0o020000),
    kinds.DIRECTORY: ("directory", 0o040000),
    kinds.FIFO: ("FIFO/pipe", 0o010000),
    kinds.LINK: ("symlink", 0o120000),
    kinds.FILE: ("regular file", 0o100000),
    kinds.SOCKET: ("socket", 0o140000),
}
MOST_LINKS = 30


def filestat(context: Context, arguments: list[str]) -> str:
    """Return one field of a file's status."""
    path, field = arguments
    facts = facts_of(context, path)
    if facts is None:
        raise FunctionFailed
    if field in _FIELDS:
        return _FIELDS[field](facts)
    if field == "dirname":
        return without_last_name(in_buffer(path, NAME))
    if field == "basename":
        return last_name(path)
    if field == "xattr":
        return _attributes(context, path)
    if field in ("linktarget", "linktarget_shallow"):
        return _target(context, path, facts, is_shallow=field == "linktarget_shallow")
    return ""


def _word(facts: FileFacts) -> int:
    """Return the mode word of stat: file type and permissions."""
    return _TYPES[facts.kind][1] | facts.mode


def _permissions(facts: FileFacts) -> str:
    letters = "".join(
        letter if facts.mode & (0o400 >> i) else "-" for i, letter in enumerate("rwxrwxrwx")
    )
    return ("d" if facts.is_directory else "-") + letters


def _major(device: int) -> int:
    return (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF


def _minor(device: int) -> int:
    return device & 0xFF | (device >> 12) & ~0xFF


_FIELDS: dict[str, Callable[[FileFacts], str]] = {
    "size": lambda facts: str(facts.size),
    "gid": lambda facts: str(facts.gid),
    "uid": lambda facts: str(facts.uid),
    "ino": lambda facts: str(facts.inode),
    "nlink": lambda facts: str(facts.links),
    "ctime": lambda facts: str(facts.ctime_ns // SECOND),
    "mtime": lambda facts: str(facts.mtime_ns // SECOND),
    "atime": lambda facts: str(facts.atime_ns // SECOND),
    "permstr": _permissions,
    "permoct": lambda facts: f"{facts.mode & 0o777:o}",
    "modeoct": lambda facts: f"{_word(facts):o}",
    "mode": lambda facts: str(_word(facts)),
    "type": lambda facts: _TYPES[facts.kind][0],
    "devno": lambda facts: str(facts.device),
    "dev_major": lambda facts: str(_major(facts.device)),
    "dev_minor": lambda facts: str(_minor(facts.device)),
}


def _attributes(context: Context, path: str) -> str:
    """Return the last printable extended attribute with a newline, as cf-agent does.

    cf-agent means to return all, but each one overwrites the one before.
    """
    try:
        found = extended_attributes(context.machine.files_now.on_host(located(context, path)))
    except OSError as error:
        if error.errno not in (ENOTSUP, ENODATA):
            context.log.error(
                f"Can't read extended attributes of '{path}'. (llistxattr: {error_text(error)})"
            )
        return ""
    out = ""
    for name, content in found:
        value = content.partition(b"\0")[0].decode("latin-1")
        if not (value.isascii() and value.isprintable()):
            context.log.info(
                f"Skipping extended attribute of '{path}', it has non-printable data: "
                f"'{name}={value}'"
            )
            continue
        out = f"{name}={value}\n"
    return in_buffer(out, NAME)


def _target(context: Context, path: str, facts: FileFacts, *, is_shallow: bool) -> str:
    """Follow a link by one step or to its end; any other file is its own target."""
    target_path, found = path, facts
    steps = 0
    while found.is_link:
        if steps > MOST_LINKS:
            context.log.info(
                f"filestat bailing on link '{target_path}' (original '{path}') "
                f"because {steps + 1} cycles were chased"
            )
            break
        context.log.verbose(f"filestat cycle {steps + 1}, resolving link: {target_path}")
        target = found.target or ""
        if not target.startswith("/") and not is_shallow:
            above = without_last_name(without_last_slash(target_path))
            target = compressed(f"{above}/{target}")
        target_path = target
        context.log.verbose(f"Link resolved to: {target_path}")
        if is_shallow:
            break
        following = facts_of(context, target_path)
        if following is None:
            context.log.info(
                f"filestat bailing on link '{target_path}' (original '{path}') "
                "because it could not be read"
            )
            break
        found = following
        steps += 1
    return target_path
