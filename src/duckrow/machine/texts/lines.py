"""A file of lines, some of which are records.

Every line keeps the bytes it was read with. Only records that are changed or added are written, so
comments, blank lines, odd spacing and bytes that are not UTF-8 survive; `rewrite` writes all
records anew, as Puppet does.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Generic, TypeVar

    Record = TypeVar("Record")
else:  # importing `typing` takes longer than reading a file
    Record = "Record"
    Generic = {Record: object}


class Line(Generic[Record]):
    """One line with its end, and its record, if it has one."""

    __slots__ = ("record", "text")

    def __init__(self, text: str, record: Record | None = None) -> None:
        self.text = text
        self.record = record


class Lines(Generic[Record]):
    """The lines of a file; `read` parses a line to a record or None, `write` formats a record.

    `respace` formats the text of a record whose fields stay as they are, if `write` could lose any.
    """

    __slots__ = ("_respace", "_write", "lines")

    def __init__(
        self,
        content: bytes,
        read: Callable[[str], Record | None],
        write: Callable[[Record], str],
        respace: Callable[[str], str] | None = None,
    ) -> None:
        self._write = write
        self._respace = respace
        text = content.decode("utf-8", "surrogateescape")
        self.lines = [Line(line, read(line.rstrip("\r\n"))) for line in split_lines(text)]

    def __iter__(self) -> Iterator[Record]:
        """Iterate over the records in order."""
        return (line.record for line in self.lines if line.record is not None)

    @property
    def content(self) -> bytes:
        """Return the whole file."""
        return "".join(line.text for line in self.lines).encode("utf-8", "surrogateescape")

    def find(self, is_wanted: Callable[[Record], bool]) -> Record | None:
        """Return the first record that matches."""
        return next((record for record in self if is_wanted(record)), None)

    def add(self, record: Record, *, comment: str | None = None) -> None:
        """Add a record at the end, below a comment line if given."""
        if self.lines and not self.lines[-1].text.endswith("\n"):
            self.lines[-1].text += "\n"
        if comment is not None:
            self.lines.append(Line(f"{comment}\n"))
        self.lines.append(Line(self._write(record) + "\n", record))

    def change(self, old: Record, new: Record) -> None:
        """Replace a record in its line; the line keeps its end."""
        for line in self.lines:
            if line.record is old:
                ending = line.text[len(line.text.rstrip("\r\n")) :]
                line.text = self._write(new) + ending
                line.record = new
                return
        raise ValueError("the record is not in the text")

    def rewrite(self) -> None:
        """Write every record anew; one that fits no line keeps its text."""
        for line in self.lines:
            if line.record is None:
                continue
            bare = line.text.rstrip("\r\n")
            try:
                text = self._write(line.record) if self._respace is None else self._respace(bare)
            except ValueError:
                continue
            line.text = text + line.text[len(bare) :]

    def remove(self, old: Record, *, comment: str | None = None) -> None:
        """Remove a record, and the line above it if that is the given comment."""
        for number, line in enumerate(self.lines):
            if line.record is old:
                start = number
                if (
                    comment is not None
                    and number
                    and self.lines[number - 1].text.rstrip() == comment
                ):
                    start -= 1
                del self.lines[start : number + 1]
                return
        raise ValueError("the record is not in the text")


def split_lines(text: str) -> list[str]:
    r"""Split at \n only, and keep it: other line separators of Unicode are content here."""
    lines = text.split("\n")
    found = [f"{line}\n" for line in lines[:-1]]
    return [*found, lines[-1]] if lines[-1] else found


def split_words(text: str, most: int = -1) -> list[str]:
    """Split at spaces and tabs only, at most `most` times; the rest is left as it is."""
    words: list[str] = []
    text = text.strip(" \t")
    while text and most != 0:
        space, tab = text.find(" "), text.find("\t")
        end = min(space, tab) if min(space, tab) >= 0 else max(space, tab)
        if end < 0:
            break
        words.append(text[:end])
        text = text[end:].lstrip(" \t")
        most -= 1
    return [*words, text] if text else words


def checked_field(text: str, forbidden: str = "\n\r\0") -> str:
    """Return a field unless it would end its line."""
    if any(letter in text for letter in forbidden):
        raise ValueError(f"cannot be written in one line: {text!r}")
    return text
