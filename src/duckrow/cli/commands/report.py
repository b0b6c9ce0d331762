"""`duckrow report`: list the runs of this host, and show what a run did."""

from __future__ import annotations

from duckrow.cli.host import existing_state
from duckrow.cli.options import COMMON, Command, Option, UsageError, nearest
from duckrow.cli.target import setting_option
from duckrow.data.write import written
from duckrow.machine.paths import absolute
from duckrow.source.errors import InputError, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.state.journal import Entry
    from duckrow.state.report_items import Data, Item
    from duckrow.state.reports import StoredReports

USUAL_LIMIT = 20
FILTERS = ("since", "until", "status", "resource", "promise")
STATUSES = ("changed", "failed", "unchanged", "noop", "interrupted", "running")

OWN = (
    Option("--since", "runs since this time: 2026-11-15, '2 hours'", metavar="TIME"),
    Option("--until", "runs until this time, or the end of this day", metavar="TIME"),
    Option("--status", "runs with this status", choices=STATUSES),
    Option("--resource", "runs in which it changed, failed or was skipped", metavar="REF"),
    Option("--promise", "the same for promises whose promiser matches a glob", metavar="GLOB"),
    Option("--limit", f"list at most N runs ({USUAL_LIMIT})", metavar="N"),
    Option("--format", "format of the result (text)", choices=("text", "json", "yaml")),
    Option("--root", "runs on a scratch root directory", metavar="DIR"),
    Option("--state-dir", "directory of reports, backups and other state", metavar="DIR"),
    Option("--server", "send to the store at this URL", metavar="URL"),
    Option("--database", "send to this file, or this database: postgresql://…", metavar="ADDRESS"),
    Option("--work-dir", "runs of cf-agent in this work directory", metavar="DIR"),
)
COMMAND = Command(
    "report",
    "[OPTION…] list | show [ID|latest] | send [ID|latest] | collect [HOST…]",
    OWN,
    (
        ("duckrow report list", "the last runs of both languages"),
        ("duckrow report list --status failed --since '1 week'", "those that failed"),
        ("duckrow report list --resource 'File[/etc/motd]'", "those that changed a file"),
        ("duckrow report show", "what the last run changed, what failed and why"),
        ("duckrow report show --status failed", "the last run that failed"),
        ("duckrow report show 1f0c --format json", "a whole report, by a prefix of its id"),
        (
            "duckrow report send --server https://puppet:8140",
            "the last run of policies, to a store",
        ),
        ("duckrow report collect", "on a hub: the runs of all clients, into the store"),
    ),
    "A run with --noop has the status noop, unless something failed. show -v also lists promises\n"
    "that were skipped. send gives a store the runs of CFEngine policies; with filters, all that\n"
    "match. Without --server it is the store of this host. collect asks hosts for the runs of\n"
    "their policies; without names, all that connected to this one within a week. For send and\n"
    "collect any setting of puppet.conf is an option too.",
    setting_option,
    ("list", "show", "send", "collect"),
)


def run(arguments: Arguments, console: Console) -> int:
    """List the runs, or show one."""
    what, *words = arguments.words or [""]
    if what not in COMMAND.actions:
        raise UsageError(f"give list, show, send or collect{nearest(what, COMMAND.actions)}")
    _expect_own_options(arguments, what)
    if what == "collect":
        from duckrow.cli.commands.report_collect import collect

        return collect(words, arguments, console, OWN)
    directory = _state_of_agent(arguments) or existing_state(arguments, "reports")
    from duckrow.machine.sqlite import DatabaseError
    from duckrow.state.database import DamagedDatabaseError
    from duckrow.state.reports import ReportError, StoredReports

    try:
        reports = StoredReports(directory)
    except DamagedDatabaseError as error:
        console.print_error("damaged", str(error))
        return 1
    except (OSError, DatabaseError) as error:
        raise InputError(f"cannot read the reports in {directory}: {reason(error)}") from None
    try:
        if reports.damage:
            console.print_error("damaged", reports.damage)
        if what == "show" and arguments.has("limit"):
            raise UsageError("show shows one run; --limit is for list")
        if what == "list":
            if words:
                raise UsageError(f"list takes no argument: {words[0]}")
            return _list(reports, arguments, console)
        if len(words) > 1:
            raise UsageError(f"{what} takes one id")
        if what == "send":
            from duckrow.cli.commands.report_send import send

            return send(_chosen(reports, words, arguments), reports, arguments, console, OWN)
        return _show(_found(reports, words, arguments), reports, arguments, console)
    except ReportError as error:
        console.print_error("report", str(error))
        return 1
    finally:
        reports.close()


def _state_of_agent(arguments: Arguments) -> str | None:
    """Return where cf-agent stores reports if another work directory is chosen, else None."""
    if arguments.has("state-dir") or arguments.has("root"):
        return None
    from duckrow.cfengine.agent.make_options import chosen_work_directory
    from duckrow.cfengine.agent.run import lock_directory

    chosen = arguments.get("work-dir") or chosen_work_directory()
    return lock_directory(absolute(chosen)) if chosen else None


class RunLine:
    """One run as `list` shows it."""

    __slots__ = (
        "applied",
        "counts",
        "entry",
        "items",
        "not_applied",
        "report",
        "seconds",
        "status",
    )

    def __init__(self, entry: Entry, report: Data | None) -> None:
        from duckrow.state.report_items import items_of

        self.entry = entry
        self.report = report or {}
        self.items: list[Item] = items_of(self.report)
        self.counts = dict.fromkeys(("changed", "failed", "skipped", "noop", "unchanged"), 0)
        for item in self.items:
            self.counts[item.outcome] = self.counts.get(item.outcome, 0) + 1
        self.applied = _names(self.report.get("applied"))
        self.not_applied = _names(self.report.get("not_applied"))
        self.status = entry.status
        if self.report.get("noop") and entry.status != "failed":
            self.status = "noop"
        self.seconds = (entry.ended - entry.began) / 1e9 if entry.ended else None

    def to_data(self) -> Data:
        """Return the run as plain data."""
        from duckrow.state.report import time_text

        return {
            "id": self.entry.uuid,
            "time": time_text(self.entry.began),
            "status": self.status,
            **self.counts,
            "seconds": self.seconds,
            "host": self.entry.host,
            "applied": list(self.applied),
            "not_applied": list(self.not_applied),
        }


def _names(found: object) -> list[str]:
    return [str(each) for each in found] if isinstance(found, list) else []


def _list(reports: StoredReports, arguments: Arguments, console: Console) -> int:
    limit = arguments.count("limit", USUAL_LIMIT)
    damaged = 0
    lines: list[RunLine] = []
    for found in _matching(reports, arguments):
        if isinstance(found, str):
            damaged += 1
            console.print_error("damaged", found)
            continue
        lines.append(found)
        if len(lines) == limit:
            break
    form = arguments.get("format", "text")
    if form == "text":
        console.print_result("\n".join(_table(lines)))
    else:
        console.print_result(written([line.to_data() for line in lines], form))
    return 1 if damaged or reports.damage else 0


def _matching(reports: StoredReports, arguments: Arguments) -> Iterator[RunLine | str]:
    """Yield the runs that the filters allow; of a damaged report, the error message."""
    from duckrow.cli.moments import moment
    from duckrow.state.reports import ReportError

    since = moment(arguments.get("since")) if arguments.has("since") else None
    until = moment(arguments.get("until"), is_end=True) if arguments.has("until") else None
    for entry in reports.runs():
        seconds = entry.began / 1e9
        if (since is not None and seconds < since) or (until is not None and seconds > until):
            continue
        try:
            line = RunLine(entry, reports.report(entry))
        except ReportError as error:
            yield str(error)
            continue
        if arguments.get("status", line.status) == line.status and _has_items(line, arguments):
            yield line


def _has_items(line: RunLine, arguments: Arguments) -> bool:
    """Return whether what the filters name changed, failed or was skipped."""
    chosen = [item for item in line.items if item.outcome != "unchanged"]
    if arguments.has("resource"):
        wanted = resource_name(arguments.get("resource"))
        if not any(not item.is_promise and item.name == wanted for item in chosen):
            return False
    if arguments.has("promise"):
        from fnmatch import fnmatchcase

        pattern = arguments.get("promise")
        names = [item.name.partition('"')[2][:-1] for item in chosen if item.is_promise]
        return any(fnmatchcase(name, pattern) for name in names)
    return True


def resource_name(text: str) -> str:
    """Return a reference as reports write it: file['/etc/motd'] is File[/etc/motd]."""
    type_, bracket, title = text.partition("[")
    if not bracket or not title.endswith("]"):
        raise UsageError(f"'{text}' is no reference to a resource: give Type[title]")
    words = "::".join(word[:1].upper() + word[1:].lower() for word in type_.split("::"))
    title = title[:-1]
    if len(title) > 1 and title[0] == title[-1] and title[0] in "'\"":
        title = title[1:-1]
    return f"{words}[{title}]"


def _table(lines: list[RunLine]) -> list[str]:
    if not lines:
        return ["no runs"]
    from duckrow.cli.moments import shown_time
    from duckrow.source.draw import visible

    rows = [("when", "id", "status", "changed", "failed", "skipped", "seconds", "applied")]
    for line in lines:
        counts = line.counts
        seconds = "" if line.seconds is None else f"{line.seconds:.2f}"
        rows.append(
            (
                shown_time(line.entry.began),
                line.entry.uuid[:8],
                line.status,
                str(counts["changed"] or counts["noop"]),
                str(counts["failed"]),
                str(counts["skipped"]),
                seconds,
                visible(", ".join(line.applied)),
            )
        )
    widths = [max(len(row[number]) for row in rows) for number in range(len(rows[0]) - 1)]
    to_right = range(3, 7)
    return [
        "  ".join(
            (
                *(
                    cell.rjust(width) if number in to_right else cell.ljust(width)
                    for number, (cell, width) in enumerate(zip(row, widths, strict=False))
                ),
                row[-1],
            )
        ).rstrip()
        for row in rows
    ]


def _found(reports: StoredReports, words: list[str], arguments: Arguments) -> Entry:
    """Return the run that an id names, or the last one that the filters allow."""
    given = [name for name in FILTERS if arguments.has(name)]
    if not given:
        return reports.find(words[0] if words else "latest")
    if words and words != ["latest"]:
        raise UsageError(f"give an id or --{given[0]}, not both")
    for found in _matching(reports, arguments):
        if not isinstance(found, str):
            return found.entry
    from duckrow.state.reports import ReportError

    raise ReportError("no run matches; duckrow report list shows all")


def _chosen(reports: StoredReports, words: list[str], arguments: Arguments) -> list[Entry]:
    """Return the run that an id names, the last one, or all that the filters allow."""
    if words or not any(arguments.has(name) for name in FILTERS):
        return [_found(reports, words, arguments)]
    return [each.entry for each in _matching(reports, arguments) if not isinstance(each, str)]


# Options that only some actions take; send and collect take settings, too.
_ONLY = {"server": ("send",), "database": ("send", "collect")}
_READING = frozenset((*FILTERS, "limit", "format", "root", "state-dir"))
_TAKE_SETTINGS = ("send", "collect")


def _expect_own_options(arguments: Arguments, what: str) -> None:
    """Reject options of other actions."""
    own = {option.key for option in (*OWN, *COMMON)}
    for name in arguments.names():
        takers = _ONLY.get(name, () if name in own else _TAKE_SETTINGS)
        if takers and what not in takers:
            raise UsageError(f"{what} takes no option --{name}; it is for {' and '.join(takers)}")
        if what == "collect" and name in _READING:
            raise UsageError(f"collect takes no option --{name}: it fetches all new runs")


def _show(entry: Entry, reports: StoredReports, arguments: Arguments, console: Console) -> int:
    report = reports.report(entry)
    form = arguments.get("format", "text")
    if form != "text":
        if report is None:
            report = RunLine(entry, None).to_data()
        console.print_result(written(report, form))
        return 0
    from duckrow.cli.commands.report_text import report_text

    console.print_result(report_text(RunLine(entry, report), console))
    return 0
