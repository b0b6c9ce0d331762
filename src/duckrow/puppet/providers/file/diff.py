"""The difference of two contents, as `diff -u` writes it."""

from __future__ import annotations

from time import strftime

from duckrow.machine.local_time import local_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.machine.files.facts import FileFacts

LIMIT = 1 << 20  # bytes beyond which lines are not compared


def up_to_limit(pieces: Iterable[bytes]) -> bytes:
    """Read a content no further than makes it too long to be compared."""
    found = bytearray()
    for piece in pieces:
        found += piece
        if len(found) > LIMIT:
            break
    return bytes(found)


def unified(path: str, old: bytes, new: bytes, facts: FileFacts | None) -> str:
    """Return the difference between the old and the new content of a file."""
    when = "" if facts is None else _time(facts.mtime_ns)
    return unified_contents(old, new, path, path, when, "new")


def unified_contents(
    old: bytes, new: bytes, old_name: str, new_name: str, old_time: str = "", new_time: str = ""
) -> str:
    """Return the difference between two contents with names and times in its header."""
    import difflib

    if max(len(old), len(new)) > LIMIT or b"\0" in old or b"\0" in new:
        return _binary(old_name, new_name)
    try:
        before, after = old.decode(), new.decode()
    except UnicodeDecodeError:
        return _binary(old_name, new_name)
    pairs = difflib.unified_diff(
        before.splitlines(keepends=True),
        after.splitlines(keepends=True),
        old_name,
        new_name,
        old_time,
        new_time,
    )
    end = "\n\\ No newline at end of file\n"
    return "".join(line if line.endswith("\n") else line + end for line in pairs)


def _binary(old_name: str, new_name: str) -> str:
    other = "the new content" if old_name == new_name else new_name
    return f"Binary files {old_name} and {other} differ"


def _time(moment_ns: int) -> str:
    seconds, rest = divmod(moment_ns, 1_000_000_000)
    moment = local_time(seconds)
    return f"{strftime('%Y-%m-%d %H:%M:%S', moment)}.{rest:09d} {strftime('%z', moment)}"
