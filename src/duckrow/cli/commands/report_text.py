"""The text of `duckrow report show`: what failed and why, what changed, what took long."""

from __future__ import annotations

from duckrow.cli.excerpt import excerpt_of_line
from duckrow.cli.moments import shown_time
from duckrow.machine.paths import status
from duckrow.source.draw import visible
from duckrow.source.levels import ERRORS
from duckrow.state.journal import INTERRUPTED
from duckrow.state.report import CHANGED, FAILED, NOOP, SKIPPED
from duckrow.state.report_items import hashes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cli.commands.report import RunLine
    from duckrow.cli.console import Console
    from duckrow.state.report_items import Item

SLOWEST = 5
SLOW = 0.5  # seconds from which a resource or promise is worth a line


def report_text(run: RunLine, console: Console) -> str:
    """Return the report of a run for people."""
    lines = [_heading(run)]
    for title, names in (("applied", run.applied), ("not applied", run.not_applied)):
        if names:
            lines.append(f"{title}: {visible(', '.join(names))}")
    if run.entry.status == INTERRUPTED:
        lines.append("the process ended before the run did, so there is no report")
    counts = {name: count for name, count in run.counts.items() if count}
    if counts:
        words = {NOOP: "would change"}
        parts = [f"{count} {words.get(name, name)}" for name, count in counts.items()]
        lines.append(", ".join(parts))
    lines += _plugins(run)
    lines += _errors(run, console)
    lines += _failures(run, console)
    for outcome, title in ((CHANGED, CHANGED), (NOOP, "would change")):
        lines += _section(title, [item for item in run.items if item.outcome == outcome])
    lines += _skipped(run, is_verbose=console.verbose)
    lines += _slowest(run)
    return "\n".join(lines)


def _heading(run: RunLine) -> str:
    entry = run.entry
    took = "" if run.seconds is None else f", {run.seconds:.2f} seconds"
    return (
        f"run {entry.uuid} on {visible(entry.host)}, {shown_time(entry.began)}{took}: {run.status}"
    )


def _plugins(run: RunLine) -> Iterator[str]:
    """Yield what plugins did, with the locations in them."""
    found = list(hashes(run.report.get("plugins")))
    if found:
        yield ""
        yield "plugins:"
    for effect in found:
        where = f"{effect.get('file')}:{effect.get('line')}".removesuffix(":None")
        said = str(effect.get("message")).removeprefix("Plugin ")
        yield f"  {visible(f'{said} ({where})')}"


def _errors(run: RunLine, console: Console) -> Iterator[str]:
    """Yield errors that no resource or promise has, such as a manifest that does not compile."""
    known = "\0".join(message for item in run.items for message in item.messages)
    found = [
        line
        for line in hashes(run.report.get("logs"))
        if line.get("level") in ERRORS and _first_line(line) not in known
    ]
    if found:
        yield ""
        yield "errors:"
    for line in found:
        yield from _indented(str(line.get("message")), "  ")
        file, number = line.get("file"), line.get("line")
        if isinstance(file, str) and isinstance(number, int):
            yield from _excerpt(file, number, run, console)


def _first_line(line: dict[str, object]) -> str:
    """Return the first line of a message: the others tell of the exception behind it."""
    return str(line.get("message")).partition("\n")[0]


def _failures(run: RunLine, console: Console) -> Iterator[str]:
    failed = [item for item in run.items if item.outcome == FAILED]
    if failed:
        yield ""
        yield "failed:"
    for item in failed:
        yield from _item(item)
        if item.file is not None and item.line is not None:
            yield from _excerpt(item.file, item.line, run, console)
        skipped = [each.name for each in run.items if item.name in each.why]
        if skipped:
            yield f"    skipped because of it: {visible(', '.join(skipped))}"


def _section(title: str, items: list[Item]) -> Iterator[str]:
    if items:
        yield ""
        yield f"{title}:"
    for item in items:
        yield from _item(item)


def _item(item: Item) -> Iterator[str]:
    why = f": {item.why[0]}" if item.is_promise and item.why else ""
    yield f"  {_named(item)}{visible(why)}"
    for message in item.messages:
        yield from _indented(message, "    ")


def _named(item: Item) -> str:
    where = f" ({item.location})" if item.location else ""
    return visible(f"{item.name}{where}")


def _indented(text: str, indent: str) -> Iterator[str]:
    for line in text.split("\n"):
        yield f"{indent}{visible(line)}"


def _excerpt(file: str, line: int, run: RunLine, console: Console) -> Iterator[str]:
    """Draw the line of the source, unless the file has changed since the run."""
    try:
        is_newer = status(file).st_mtime_ns > run.entry.began
    except OSError:
        return
    if is_newer:
        yield f"    ({visible(file)} has changed since the run)"
        return
    for each in excerpt_of_line(file, line, color=console.colors_output).split("\n"):
        if each:
            yield f"    {each}"


def _skipped(run: RunLine, *, is_verbose: bool) -> Iterator[str]:
    skipped = [item for item in run.items if item.outcome == SKIPPED]
    shown = [item for item in skipped if is_verbose or not item.is_promise]
    if shown:
        yield ""
        yield "skipped:"
    for item in shown:
        if item.is_promise:
            yield from _item(item)
            continue
        why = f": {', '.join(item.why)} failed" if item.why else ""
        yield f"  {_named(item)}{visible(why)}"
    rest = len(skipped) - len(shown)
    if rest:
        yield ""
        yield f"{rest} skipped promise{'' if rest == 1 else 's'}: -v lists them"


def _slowest(run: RunLine) -> Iterator[str]:
    slow = [item for item in run.items if item.seconds >= SLOW and item.outcome != SKIPPED]
    slow.sort(key=lambda item: -item.seconds)
    if slow:
        yield ""
        yield "slowest:"
    for item in slow[:SLOWEST]:
        yield f"  {item.seconds:8.2f} s  {visible(item.name)}"
