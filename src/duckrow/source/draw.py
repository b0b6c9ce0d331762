"""Draw a diagnostic: location, message, the marked source line, why, and what to try.

Invariants:
 1. Every source character fills as many columns as the marks below it count.
 2. No control sequence or direction change of a source reaches the terminal.
 3. The cost does not depend on the length of the line: only a window around the location is read.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.source.diagnostic import Diagnostic

WINDOW = 100  # columns of source shown at most
LEAD = 40  # characters shown before the location when the line is too long
TAB = 4

_RESET = "\x1b[0m"
_BOLD = "\x1b[1m"
_DIM = "\x1b[2m"
_SEVERITY = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "deprecation": "\x1b[1;35m"}


def draw(diagnostic: Diagnostic, *, color: bool = False, name: str = "<code>") -> str:
    """Draw a diagnostic; `name` is used for a source without a name."""
    source = diagnostic.source
    where = source.name if source.name is not None else name
    if diagnostic.start is not None:
        line, column = source.position(diagnostic.start)
        where = f"{where}:{line}:{column}"
    tone = _SEVERITY.get(diagnostic.severity, _BOLD)
    lines = [
        _paint(f"{visible(where)}:", _BOLD, color)
        + " "
        + _paint(f"{diagnostic.severity}:", tone, color)
        + f" {visible(diagnostic.what)} "
        + _paint(f"[{diagnostic.code}]", _DIM, color)
    ]
    if diagnostic.start is not None:
        end = diagnostic.start if diagnostic.end is None else diagnostic.end
        shown, marks = _excerpt(source.text, diagnostic.start, max(end, diagnostic.start), column)
        last_line = source.position(max(diagnostic.start, end - 1))[0]
        if last_line > line:
            marks += f" to line {last_line}"
        number = f"{line:4}"
        lines.append(_paint(f"{number} |", _DIM, color) + f" {shown}")
        indent = len(marks) - len(marks.lstrip())
        lines.append(
            _paint(f"{' ' * len(number)} |", _DIM, color)
            + f" {marks[:indent]}"
            + _paint(marks[indent:], tone, color)
        )
    for label, text in ((" why: ", diagnostic.why), (" try: ", diagnostic.hint)):
        if text:
            first, *rest = text.splitlines()
            lines.append(_paint(label, _BOLD, color) + visible(first))
            lines += ["      " + visible(more) for more in rest]
    return "\n".join(lines)


def visible(text: str) -> str:
    """Return a text that is safe to print on one line of a terminal."""
    return text if text.isprintable() else "".join(_shown(char) for char in text)


def _excerpt(text: str, start: int, end: int, column: int) -> tuple[str, str]:
    """Return the window of the line around `start`, and the marks below it."""
    line_start = start - column + 1
    line_end = text.find("\n", start, start + WINDOW)
    is_cut = line_end < 0 and start + WINDOW < len(text)
    if line_end < 0:
        line_end = min(len(text), start + WINDOW)
    elif text.startswith("\r", line_end - 1) and line_end - 1 >= start:
        line_end -= 1
    left = max(line_start, min(start - LEAD, line_end - WINDOW))
    out = "…" if left > line_start else ""
    width = len(out)
    limit = width + WINDOW
    first = last = None
    for offset, shown, columns in _cells(text[left:line_end], width):
        here = left + offset
        if here >= start and first is None:
            first = width
        if width + columns > limit and here > start:
            is_cut = True
            break
        out += shown
        width += columns
        if here < end:
            last = width
    first = width if first is None else first
    last = first if last is None else last
    return out + ("…" if is_cut else ""), " " * first + "^" * max(1, last - first)


def _cells(text: str, width: int) -> Iterator[tuple[int, str, int]]:
    """Yield each character's index, its printed form, and its width in columns."""
    for i, char in enumerate(text):
        if char == "\t":
            columns = TAB - width % TAB
            shown = " " * columns
        else:
            shown = _shown(char)
            columns = _columns(shown)
        width += columns
        yield i, shown, columns


def _shown(char: str) -> str:
    if char.isprintable():
        return char
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)  # the pictures of control characters: ␀, ␛ ...
    if code == 0x7F:
        return "␡"
    if char in "\u200c\u200d":
        return char  # joiners belong to the script or emoji around them
    from unicodedata import category

    return " " if category(char) == "Zs" else "\ufffd"


def _columns(char: str) -> int:
    if char.isascii():
        return 1
    from unicodedata import category, east_asian_width

    if category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def _paint(text: str, tone: str, color: bool) -> str:
    return f"{tone}{text}{_RESET}" if color else text
