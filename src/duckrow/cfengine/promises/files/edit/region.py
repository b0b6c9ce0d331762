"""Parts of a file: regions between two patterns, and chunks of consecutive lines."""

from __future__ import annotations

from duckrow.cfengine.evaluation.control import control_text
from duckrow.cfengine.evaluation.variables.match import matches_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.files.edit.step import Step


class Region:
    """A select_region body, and the line numbers of its delimiters."""

    __slots__ = ("begin", "end", "has_end", "has_start", "is_given", "needs_end", "start", "stop")

    def __init__(self, context: Context, promise: ExpandedPromise) -> None:
        self.is_given = promise.flag("select_region")
        self.start = promise.text("select_start")
        self.stop = promise.text("select_end")
        # Whether the delimiters are part of the region.
        self.has_start = promise.flag("include_start_delimiter")
        self.has_end = promise.flag("include_end_delimiter")
        self.begin: int | None = None
        self.end: int | None = None
        self.needs_end = False
        if self.stop is not None:
            to_the_end = promise.text("select_end_match_eof")
            if to_the_end is None:
                to_the_end = control_text(context, "agent", "select_end_match_eof")
            self.needs_end = to_the_end not in ("true", "yes", "on")

    def find(self, step: Step) -> bool:
        """Find the region; return False if it is missing."""
        context = step.context
        lines = step.session.lines
        start, stop = self.start, self.stop
        for number, line in enumerate(lines):
            if start is not None and self.begin is None and matches_whole(context, start, line):
                if not self.has_start and number + 1 == len(lines):
                    context.log.verbose(
                        f"The promised start pattern '{start}' found an empty region at the end "
                        f"of file '{step.path}'"
                    )
                    return False
                self.begin = number
            elif stop is not None and self.begin is not None and matches_whole(context, stop, line):
                self.end = number
                break
        if self.begin is None and start is not None:
            context.log.verbose(
                f"The promised start pattern '{start}' was not found when selecting edit region "
                f"in '{step.path}'"
            )
            return False
        return True

    @property
    def lacks_end(self) -> bool:
        """Return whether the end delimiter was not found."""
        return self.end is None and self.needs_end


def chunk_at(parts: list[str], lines: list[str], number: int, end: int | None) -> bool:
    """Return whether some lines are at a line number, before the end of a region."""
    after = number + len(parts)
    if after > (len(lines) if end is None else end):
        return False
    return lines[number:after] == parts


def patterns_at(
    context: Context, parts: list[str], lines: list[str], number: int, end: int | None
) -> int:
    """Count the lines that match consecutive patterns; 0 unless all match."""
    after = number + len(parts)
    if after > (len(lines) if end is None else end):
        # Invalid patterns are errors all the same.
        for part, line in zip(parts, lines[number:], strict=False):
            if not context.patterns.matches(part, line):
                break
        return 0
    for part, line in zip(parts, lines[number:after], strict=True):
        if not context.patterns.matches(part, line):
            return 0
    return len(parts)
