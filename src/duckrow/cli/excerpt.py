"""The line of a manifest where something went wrong, with the place marked and what to try."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.environment.report import Failure

LARGEST = 10_000_000  # bytes of a file that is read again to show one line of it


def excerpt(failure: Failure, code: str | None, color: bool) -> str:
    """Draw the place of a failure; empty if it has none, or if its text cannot be read."""
    place = failure.place
    lines: list[str] = []
    if place is not None and place.line is not None and place.column is not None:
        text = code if place.file is None else _read(place.file)
        start = _offset(text or "", place.line, place.column)
        if text is not None and start is not None:
            from duckrow.source.diagnostic import Diagnostic
            from duckrow.source.draw import draw
            from duckrow.source.text import SourceText

            found = Diagnostic("", "", SourceText(text, place.file), start, hint=failure.hint)
            lines = draw(found, color=color).split("\n")[1:]
    if not lines and failure.hint:
        lines.append(f" try: {failure.hint}")
    return "\n".join(lines)


def _read(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read(LARGEST)
    except (OSError, UnicodeDecodeError):
        return None


def _offset(text: str, line: int, column: int) -> int | None:
    """Give the offset of a line and column, which both start at 1."""
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
        if start == 0:
            return None
    return min(start + column - 1, len(text))
