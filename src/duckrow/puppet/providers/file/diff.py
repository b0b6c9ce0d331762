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
    import difflib

    if max(len(old), len(new)) > LIMIT or b"\0" in old or b"\0" in new:
        return f"Binary files {path} and the new content differ"
    try:
        before, after = old.decode(), new.decode()
    except UnicodeDecodeError:
        return f"Binary files {path} and the new content differ"
    when = "" if facts is None else _time(facts.mtime_ns)
    pairs = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), path, path, when, "new"
    )
    end = "\n\\ No newline at end of file\n"
    return "".join(line if line.endswith("\n") else line + end for line in pairs)


def _time(moment_ns: int) -> str:
    seconds, rest = divmod(moment_ns, 1_000_000_000)
    moment = local_time(seconds)
    return f"{strftime('%Y-%m-%d %H:%M:%S', moment)}.{rest:09d} {strftime('%z', moment)}"
