"""A progress bar on a terminal; the only user of rich."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeVar

    from duckrow.cli.console import Console

    T = TypeVar("T")


def with_progress(
    results: Iterable[T],
    total: int,
    console: Console,
    doing: str = "checking",
    what: str = "files",
) -> Iterator[T]:
    """Yield results while a bar on stderr counts them; messages appear above the bar."""
    from rich.console import Console as Terminal
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
    from rich.text import Text

    terminal = Terminal(stderr=True, no_color=not console.color)
    columns = (doing, BarColumn(), MofNCompleteColumn(), what, TimeRemainingColumn())

    def write_above(text: str) -> None:
        terminal.print(Text.from_ansi(text.removesuffix("\n")), soft_wrap=True)

    before = console.write_error
    with Progress(*columns, console=terminal, transient=True) as progress:
        bar = progress.add_task("", total=total)
        console.write_error = write_above
        try:
            for result in results:
                yield result
                progress.advance(bar)
        finally:
            console.write_error = before
