"""`duckrow validate`: check manifests and templates without running them."""

from __future__ import annotations

import sys

from duckrow.cli.options import Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.cli.check import Checked
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments

COMMAND = Command(
    "validate",
    "check manifests and templates without running them",
    "[OPTION…] PATH…",
    (
        Option("-e", "check this code as well (may be repeated)", metavar="CODE"),
        Option(
            "--strict",
            "how to take what is wrong but bearable, such as a duplicate key (error)",
            choices=("off", "warning", "error"),
        ),
        Option("--tasks", "read the dialect of plans"),
        Option("--epp", "read every input as a template, not only *.epp"),
        Option(
            "--modulepath",
            "check that definitions in these modules stand in the file named for them",
            metavar="DIR[:DIR…]",
        ),
        Option(
            "--format", "what to print on stdout (text: nothing)", choices=("text", "json", "sarif")
        ),
        Option("--jobs", "processes to use at most (one per core)", metavar="N"),
    ),
    (
        ("duckrow validate site.pp modules", "a file, and every .pp and .epp below a folder"),
        ("duckrow validate -e 'notice(1) +'", "code from the command line"),
        ("duckrow validate - < site.pp", "standard input"),
        ("duckrow validate --format sarif . > findings.sarif", "for an editor or a code host"),
    ),
    "Findings go to stderr, unless --format asks for them on stdout.",
)


def run(arguments: Arguments, console: Console) -> int:
    """Check everything that was named; 0 when all is valid, 1 for errors, 2 for unreadable."""
    from duckrow.cli.inputs import gather

    output = arguments.get("format", "text")
    jobs = arguments.get("jobs") and arguments.count("jobs", 1)
    inputs = gather(arguments.words, arguments.all("e"))

    from duckrow.cli.check import Rules
    from duckrow.cli.pool import check_all, cores, is_long

    rules = Rules(
        strict=arguments.get("strict", "error"),
        tasks=arguments.has("tasks"),
        epp=arguments.has("epp"),
        module_path=[folder for folder in arguments.get("modulepath").split(":") if folder],
        draws=output == "text" and not console.json,
        color=console.color,
    )
    results: Iterable[Checked] = check_all(inputs, rules, jobs or cores())
    if is_long(inputs) and _has_terminal(console, output):
        from duckrow.cli.progress import with_progress

        results = with_progress(results, len(inputs), console)
    return _report(results, output, console)


def _has_terminal(console: Console, output: str) -> bool:
    """Tell whether a bar on stderr would be seen and would disturb no other output."""
    if console.json or sys.stderr is None or not sys.stderr.isatty():
        return False
    return output == "text" or (sys.stdout is not None and not sys.stdout.isatty())


def _report(results: Iterable[Checked], output: str, console: Console) -> int:
    tally = Tally()
    kept: list[Checked] = []
    for checked in results:
        tally.add(checked)
        if checked.fault:
            console.fault(checked.label, checked.fault, checked.traceback)
        elif checked.trouble:
            console.unreadable(checked.label, checked.trouble)
        if output == "text":
            for record, drawn in checked.findings:
                console.finding(record, drawn)
        elif output == "json":
            console.out(_json_line(checked))
        else:
            kept.append(checked)
    if output == "sarif":
        console.out(_sarif(kept))
    console.say(tally.summary(), "summary")
    return tally.exit_code()


def _json_line(checked: Checked) -> str:
    from duckrow.cli.console import to_json

    return to_json(
        {
            "file": checked.label,
            "valid": checked.is_valid,
            "unreadable": checked.trouble,
            "fault": checked.fault,
            "findings": [record for record, _ in checked.findings],
        }
    )


def _sarif(results: list[Checked]) -> str:
    from json import dumps

    from duckrow import __version__
    from duckrow.source.sarif import to_sarif

    records = (record for checked in results for record, _ in checked.findings)
    troubles = ((c.label, c.trouble or c.fault) for c in results if c.trouble or c.fault)
    return dumps(to_sarif("duckrow", __version__, records, troubles), indent=2)


class Tally:
    """What came of the whole run."""

    __slots__ = ("errors", "faults", "files", "unreadable", "warnings")

    def __init__(self) -> None:
        self.files = self.errors = self.warnings = self.unreadable = self.faults = 0

    def add(self, checked: Checked) -> None:
        if checked.trouble:
            self.unreadable += 1
            return
        self.files += 1
        self.faults += bool(checked.fault)
        errors = checked.count("error")
        self.errors += errors
        self.warnings += len(checked.findings) - errors

    def summary(self) -> str:
        """Say in one line what was done and found."""
        parts = [
            f"{_number(self.files, 'file')} checked",
            f"{_number(self.errors, 'error')}",
            f"{_number(self.warnings, 'warning')}",
        ]
        if self.unreadable:
            parts.append(f"{self.unreadable} could not be read")
        if self.faults:
            parts.append(f"{self.faults} met a fault in duckrow")
        return ", ".join(parts)

    def exit_code(self) -> int:
        """Give the code of the worst that happened: work not done weighs more than findings."""
        if self.faults:
            return 70
        if self.unreadable:
            return 2
        return 1 if self.errors else 0


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
