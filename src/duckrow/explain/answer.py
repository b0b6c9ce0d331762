"""An answer to the question why: a sentence, the reasons for it, and what would change it.

Every question of `duckrow explain` has such an answer, in both languages. It is data: `formats`
writes it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


class Place:
    """A file, a line and a column; lines and columns start at 1, and 0 is unknown."""

    __slots__ = ("column", "file", "line")

    def __init__(self, file: str, line: int = 0, column: int = 0) -> None:
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return ":".join((self.file, *(str(each) for each in (self.line, self.column) if each)))

    def __repr__(self) -> str:
        return f"Place({self})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, int, int]:
        return self.file, self.line, self.column


class Reason:
    """One reason: what is true, the place that makes it so, and the reasons behind it.

    `kind` is one word that programs can test: arrow, require, containment, default, hiera, … A
    reason that orders two things has both as `source` and `target`: it is an edge of a graph.
    """

    __slots__ = ("because", "kind", "place", "source", "target", "text")

    def __init__(
        self,
        kind: str,
        text: str,
        place: Place | None = None,
        because: Iterable[Reason] = (),
        *,
        source: str = "",
        target: str = "",
    ) -> None:
        self.kind = kind
        self.text = text
        self.place = place
        self.because = list(because)
        self.source = source
        self.target = target

    def __repr__(self) -> str:
        return f"Reason({self.kind}: {self.text} {self.place or ''})"


def texts_of(reason: Reason) -> Iterator[str]:
    """Return the texts of a reason and of all reasons behind it."""
    yield reason.text
    for each in reason.because:
        yield from texts_of(each)


class Table:
    """A table of an answer: the four orders side by side, the passes of a promise."""

    __slots__ = ("columns", "rows", "title")

    def __init__(self, title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        self.title = title
        self.columns = list(columns)
        self.rows = [list(row) for row in rows]


class UnknownThingError(Exception):
    """A question is about something that does not exist; `hint` may name what does."""

    def __init__(self, what: str, hint: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.hint = hint


class Answer:
    """An answer. `is_yes` is None where the question is not one of yes or no."""

    __slots__ = ("hint", "is_yes", "question", "reasons", "tables", "text")

    def __init__(
        self,
        question: Sequence[str],
        text: str,
        reasons: Iterable[Reason] = (),
        *,
        hint: str = "",
        is_yes: bool | None = None,
        tables: Iterable[Table] = (),
    ) -> None:
        self.question = list(question)
        self.text = text
        self.reasons = list(reasons)
        self.hint = hint
        self.is_yes = is_yes
        self.tables = list(tables)

    def change_texts(self, change: Callable[[str], str]) -> None:
        """Replace each text of the answer; the question stays as it was asked."""
        self.text, self.hint = change(self.text), change(self.hint)
        for table in self.tables:
            table.rows = [[change(cell) for cell in row] for row in table.rows]
        waiting = list(self.reasons)
        while waiting:
            reason = waiting.pop()
            reason.text = change(reason.text)
            reason.source, reason.target = change(reason.source), change(reason.target)
            waiting += reason.because
