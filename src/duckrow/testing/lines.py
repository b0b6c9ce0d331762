"""A text as lines of a snapshot: two texts that differ never have the same lines."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def lines_of(text: str, indent: str) -> Iterator[str]:
    """Return the lines of a text behind bars; what an editor would hide is written in quotes."""
    lines = text.split("\n")
    has_end = lines[-1] == ""
    for line in lines[: -1 if has_end else None]:
        is_clear = line.isprintable() and line == line.rstrip()
        shown = f"| {line}" if is_clear else f"= {line!r}"
        yield f"{indent}{shown}".rstrip()
    if not has_end:
        yield f"{indent}\\ no newline at the end"
