"""insert_lines: inserts lines, at a location if one is given.

A line is not inserted if it is already at the location, or anywhere in the region, unless lines are
kept together as a block.
"""

from __future__ import annotations

from duckrow.cfengine.evaluation.variables.match import matches_whole
from duckrow.cfengine.promises.files.edit.region import Region, chunk_at
from duckrow.cfengine.promises.files.edit.selection import Selection
from duckrow.cfengine.promises.files.edit.step import Step, is_first
from duckrow.cfengine.promises.files.edit.whitespace import is_alike
from duckrow.cfengine.values.outcomes import FAILED, INTERRUPTED, NOOP, REPAIRED, SKIPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.promises.expanded_promise import ExpandedPromise
    from duckrow.cfengine.promises.files.edit.session import Session

_BLOCKS = frozenset(("preserve_block", "file_preserve_block", "preserve_all_lines"))


def keep(session: Session, promise: ExpandedPromise) -> str:
    """Insert the lines that are missing."""
    promiser = promise.promiser
    path = session.path
    if is_plain(session, promise):
        return append(session, promise)
    insertion = Insertion(session, promise)
    if not insertion.is_valid():
        return insertion.reject(
            FAILED, f"The promised line insertion '{promiser}' breaks its own promises"
        )
    region = insertion.region
    if region.is_given and not region.find(insertion):
        return insertion.reject(
            INTERRUPTED,
            f"The promised line insertion '{promiser}' could not select an edit region in '{path}'",
        )
    if region.lacks_end:
        return insertion.reject(
            INTERRUPTED,
            f"The promised end pattern '{region.stop}' was not found when selecting region to "
            f"insert in '{path}'",
        )
    operand = f"insertline-{promiser}-{path}"
    if insertion.type == "preserve_all_lines":
        # A text may be promised several times, and each time means another copy.
        operand += f"-{promise.line}"
    if not insertion.is_first(operand):
        return SKIPPED
    if not region.is_given and session.lines:
        insertion.begin = 0
    else:
        insertion.begin, insertion.end = region.begin, region.end
    if insertion.locator is None:
        insertion.insert_in_region()
    elif not insertion.find_locator():
        return insertion.reject(
            INTERRUPTED,
            f"The promised line insertion '{promiser}' could not select a locator matching regex "
            f"'{insertion.locator}' in '{path}'",
        )
    else:
        insertion.insert_here()
    return insertion.finish("insert_lines")


def is_plain(session: Session, promise: ExpandedPromise) -> bool:
    """Return whether `append` can keep a promise: it asks for one line, and nobody for messages."""
    context = session.context
    return not (
        promise.attributes
        or "\n" in promise.promiser
        or context.log.wants("info")
        or context.options.is_dry_run
    )


def append(session: Session, promise: ExpandedPromise) -> str:
    """Append a line if it is missing, as `Insertion` does with a plain promise.

    It is the commonest edit; this takes a fifth of the time.
    """
    line = promise.promiser
    if not is_first(session.context, promise, f"insertline-{line}-{session.path}"):
        return SKIPPED
    if session.has(line):
        return NOOP
    session.insert(len(session.lines), line)
    session.edits += 1
    return REPAIRED


class Insertion(Step):
    """An insertion in progress.

    Numbers of lines mark locations; None is no line. Lines are inserted after, or before, the line
    `at`; `before` is the line before the insertion. All of them follow their lines when lines are
    inserted.
    """

    __slots__ = (
        "at",
        "before",
        "begin",
        "end",
        "goes_before",
        "locator",
        "region",
        "selection",
        "type",
        "whitespace",
    )

    def __init__(self, session: Session, promise: ExpandedPromise) -> None:
        super().__init__(session, promise)
        self.type = promise.text("insert_type")
        self.goes_before = promise.text("before_after") == "before"
        self.locator = promise.text("select_line_matching")
        self.whitespace = promise.items("whitespace_policy")
        self.region = Region(self.context, promise)
        self.selection = Selection(self.context, promise, "insert")
        self.begin: int | None = None
        self.end: int | None = None
        self.at: int | None = None
        self.before: int | None = None

    def is_valid(self) -> bool:
        """Return whether attributes are consistent; log an error if not."""
        promise = self.promise
        log = self.context.log
        is_valid = True
        wanted = unwanted = 0
        for name in promise.attributes:
            if name.startswith("insert_if_"):
                if name.startswith("insert_if_not_"):
                    unwanted += 1
                else:
                    wanted += 1
        if unwanted > 1:
            log.error(
                "Line insertion selection promise is meaningless - the alternatives are mutually "
                "exclusive (only one is allowed)"
            )
            is_valid = False
        if wanted and unwanted:
            log.error(
                "Line insertion selection promise is meaningless - cannot mix positive and "
                "negative constraints"
            )
            is_valid = False
        ignored = [each for each in self.whitespace if each != "exact_match"]
        if ignored and self.type == "preserve_block":
            for _ in ignored:
                log.error("Line insertion should not use whitespace policy with preserve_block")
            is_valid = False
        if ignored and len(ignored) < len(self.whitespace):
            log.error(
                "Line insertion selection promise is meaningless - cannot mix exact_match with "
                "other ignore whitespace options"
            )
            is_valid = False
        return is_valid

    # The location

    def find_locator(self) -> bool:
        """Find the line that the promise names; return False if it is missing."""
        assert self.locator is not None
        lines = self.session.lines
        if self.begin is None:
            return False
        is_first = self.promise.text("first_last") == "first"
        end = len(lines) if self.end is None else self.end
        for number in range(self.begin, end):
            if matches_whole(self.context, self.locator, lines[number]):
                self.at = number
                if is_first:
                    break
        if self.at is None:
            return False
        self.before = self.at - 1 if self.at > 0 else None
        return True

    def insert_in_region(self) -> None:
        """Insert at the beginning or the end of the region, or of the file."""
        lines = self.session.lines
        if not lines:
            self.insert_here()
            return
        begin = self.begin
        if begin is None:
            return
        if self.goes_before:
            # Without a line before, that is the beginning of the file.
            self.at = begin
            self.insert_here()
            return
        last = len(lines) - 1
        if self.end is not None and self.end > begin:
            last = self.end - 1
        if self.type != "preserve_all_lines":
            promiser = self.promise.promiser
            if "\n" in promiser:
                parts = promiser.split("\n")
                is_there = any(
                    chunk_at(parts, lines, number, self.end) for number in range(begin, last + 1)
                )
            elif begin == 0 and self.end is None:
                is_there = self.session.has(promiser)
            else:
                is_there = promiser in lines[begin : last + 1]
            if is_there:
                self.kept(
                    f"Promised chunk '{promiser}' exists within selected region of {self.path}"
                )
                return
        self.at = last
        self.before = last - 1 if last > begin else None
        self.insert_here()

    # The content

    def insert_here(self) -> None:
        """Insert the promiser, or the file that it names."""
        if self.type in ("file", "file_preserve_block"):
            self._insert_file()
        else:
            self._insert_chunk(self.promise.promiser)

    def _insert_file(self) -> None:
        path = self.promise.promiser
        found = self.session.facts(path, follow=True)
        if found is not None and found.is_directory:
            self.interrupted(f"Could not insert lines from a directory '{path}'")
            return
        try:
            text = self.session.read(path)
        except OSError as error:
            self.interrupted(f"Could not read file '{path}'. (fopen: {error.strerror})")
            return
        lines = text.split("\n")
        if not lines[-1]:
            lines.pop()
        expands = self.promise.flag("expand_scalars")
        namespace = self.promise.bundle.namespace
        is_block = self.type == "file_preserve_block"
        # Each line of the file starts at the same location, so its own is not kept.
        at, before = self.at, self.before
        for line in lines:
            chunk = self.context.expand(line, namespace) if expands and "$" in line else line
            if not self.selection.takes(chunk):
                continue
            if not is_block and self._is_in_region(chunk):
                self.kept(f"Promised file line '{chunk}' exists within file '{self.path}'")
                continue
            outer = _SavedLocation(at, before)
            self.at, self.before = at, before
            self._insert_chunk(chunk, outer)
            at, before = outer.at, outer.before
            before = self._next(before) if before is not None else self._start()
            if at is not None:
                at = self._next(at)

    def _insert_chunk(self, chunk: str, outer: _SavedLocation | None = None) -> None:
        lines = self.session.lines
        parts = chunk.split("\n")
        if (
            self.type != "preserve_all_lines"
            and self.at is not None
            and chunk_at(parts, lines, self.at, None)
        ):
            self.kept(
                f"Promised chunk '{self.promise.promiser}' exists within selected region of "
                f"{self.path} (promise kept)"
            )
            return
        is_block = self.type in _BLOCKS
        for line in parts:
            if not self.selection.takes(line):
                continue
            if not is_block and self._is_in_region(line):
                self.kept(
                    f"Promised chunk '{self.promise.promiser}' exists within selected region of "
                    f"'{self.path}'"
                )
                continue
            self._insert_line(line, outer, is_block=is_block)
            if is_block and self.goes_before and self.at is None and self.before is None:
                self.at = self._start()
            self.before = self._start() if self.before is None else self._next(self.before)
            self.at = self._start() if self.at is None else self._next(self.at)

    def _insert_line(self, line: str, outer: _SavedLocation | None, *, is_block: bool) -> None:
        lines = self.session.lines
        path = self.path
        if self.goes_before:
            if self.before is None:
                self._insert_first(line, outer)
                return
            if not is_block and self._is_beside(line, -1):
                self.kept(f"Promised line '{line}' exists before locator in '{path}'")
            elif self.may_change(f"insert line '{line}' into '{path}' before locator"):
                self._put(self.before + 1, line, outer)
                self.changed(f"Inserted the promised line '{line}' into '{path}' before locator")
            else:
                self.session.edits += 1
            return
        if not is_block and self._is_beside(line, 1):
            self.kept(f"Promised line '{line}' exists after locator in '{path}'")
        elif self.may_change(f"insert line '{line}' into '{path}' after locator"):
            self._put(len(lines) if self.at is None else self.at + 1, line, outer)
            self.changed(f"Inserted the promised line '{line}' into '{path}' after locator")
        else:
            self.session.edits += 1

    def _insert_first(self, line: str, outer: _SavedLocation | None) -> None:
        lines = self.session.lines
        path = self.path
        if not lines:
            if self.may_change(f"insert promised line '{line}' into '{path}'"):
                self._put(0, line, outer)
                self.changed(f"Inserted the promised line '{line}' into '{path}'")
            else:
                self.session.edits += 1
        elif lines[0] == line:
            self.kept(f"Promised line '{line}' exists at start of file '{path}'")
        elif self.may_change(f"prepend promised line '{line}' to '{path}'"):
            self._put(0, line, outer)
            self.changed(f"Prepended the promised line '{line}' to {path}")
        else:
            self.session.edits += 1

    # Lines and their locations

    def _is_in_region(self, line: str) -> bool:
        begin = self.begin
        if begin is None:
            return False
        lines = self.session.lines
        end = len(lines) if self.end is None else self.end
        if not self.whitespace:
            if begin == 0 and self.end is None:
                return self.session.has(line)
            return line in lines[begin:end]
        return any(self._is_alike(line, each) for each in lines[begin:end])

    def _is_beside(self, line: str, offset: int) -> bool:
        """Return whether the line is already next to the locator."""
        if self.at is None:
            return False
        number = self.at + offset
        lines = self.session.lines
        return 0 <= number < len(lines) and self._is_alike(line, lines[number])

    def _is_alike(self, line: str, other: str) -> bool:
        if not self.whitespace:
            return line == other
        return is_alike(
            line, other, self.whitespace, self.context.patterns.matches, self._report_conflict
        )

    def _report_conflict(self) -> None:
        self.context.log.error('Multiple policies conflict with "exact_match", using exact match')
        self.log_location("error")

    def _start(self) -> int | None:
        return 0 if self.session.lines else None

    def _next(self, number: int | None) -> int | None:
        if number is None or number + 1 >= len(self.session.lines):
            return None
        return number + 1

    def _put(self, number: int, line: str, outer: _SavedLocation | None) -> None:
        """Insert a line; the remembered numbers follow their lines."""
        self.session.insert(number, line)
        for saved in (self,) if outer is None else (self, outer):
            if saved.at is not None and saved.at >= number:
                saved.at += 1
            if saved.before is not None and saved.before >= number:
                saved.before += 1
        if self.begin is not None and self.begin >= number:
            self.begin += 1
        if self.end is not None and self.end >= number:
            self.end += 1


class _SavedLocation:
    """The location of an insertion before one line of a file was inserted."""

    __slots__ = ("at", "before")

    def __init__(self, at: int | None, before: int | None) -> None:
        self.at = at
        self.before = before
