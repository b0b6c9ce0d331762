"""Details of a failure beyond the log line: the marked source line, why, what to try."""

from __future__ import annotations

from duckrow.machine.paths import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.puppet.environment.report import Failure

LARGEST = 10_000_000  # bytes; larger files are not read again to show one line


def show_failure(failure: Failure, code: str | None, console: Console) -> int:
    """Show the location of a failure, or report a fault in duckrow; return the exit code."""
    if failure.is_fault:
        console.print_fault(None, failure.basic.partition(": ")[2], failure.trace)
        return 70
    shown = "" if console.json else excerpt(failure, code, console.color)
    if shown:
        console.print_message(shown, "excerpt")
    return 1


def excerpt(failure: Failure, code: str | None, color: bool) -> str:
    """Draw the location of a failure; empty if it has none or its source cannot be read."""
    location = failure.at
    drawn = ""
    if location is not None and location.line is not None:
        text = code if location.file is None else _read(location.file)
        if text is not None:
            at = (location.line, location.column)
            drawn = _draw(text, location.file, at, failure.why, failure.hint, color=color)
    parts = ((" why: ", failure.why), (" try: ", failure.hint))
    return drawn or "\n".join(f"{word}{text}" for word, text in parts if text)


def excerpt_of_line(file: str, line: int, *, color: bool) -> str:
    """Draw a line of a file; empty if the file cannot be read or the line may be secret."""
    text = _read(file)
    return "" if text is None else _draw(text, file, (line, None), "", "", color=color)


def _draw(
    text: str, file: str | None, at: tuple[int, int | None], why: str, hint: str, *, color: bool
) -> str:
    line, column = at
    start = offset_of(text, line, column or 1)
    if start is None or _is_secret(text, start):
        return ""
    from duckrow.source.diagnostic import Diagnostic
    from duckrow.source.draw import draw
    from duckrow.source.text import SourceText

    end = None
    if column is None:  # the whole line, without its indentation
        start, end = span_of_line(text, start)
    found = Diagnostic("", "", SourceText(text, file), start, end, why=why, hint=hint)
    return "\n".join(draw(found, color=color).split("\n")[1:])


def _read(path: str) -> str | None:
    try:
        return read_bytes(path, LARGEST).decode()
    except (OSError, UnicodeDecodeError):
        return None


def _is_secret(text: str, at: int) -> bool:
    """Return whether a line may contain a secret: output can end in a mail or a log."""
    end = text.find("\n", at) % (len(text) + 1)
    line = text[text.rfind("\n", 0, at) + 1 : end].lower()
    return "sensitive" in line or "password" in line


def span_of_line(text: str, start: int) -> tuple[int, int]:
    """Return the span of the line that begins at an offset, without its indentation."""
    end = text.find("\n", start) % (len(text) + 1)
    line = text[start:end]
    return min(end, start + len(line) - len(line.lstrip())), end


def offset_of(text: str, line: int, column: int) -> int | None:
    """Return the offset of a line and column, which both start at 1."""
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
        if start == 0:
            return None
    return min(start + column - 1, len(text))
