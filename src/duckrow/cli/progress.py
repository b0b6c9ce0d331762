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
    """Yield results while a bar on stderr counts them; messages appear above the bar.

    It shows how many are done in a second, and how long the rest will take.
    """
    from rich.console import Console as Terminal
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        """The number of results in a second."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else f"{speed:.1f}/s")

    terminal = Terminal(stderr=True, no_color=not console.color)
    columns = (doing, BarColumn(), MofNCompleteColumn(), what, Rate(), TimeRemainingColumn())

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
