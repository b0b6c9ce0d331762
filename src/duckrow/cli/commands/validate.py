"""`duckrow validate`: check manifests, templates and policies without running them."""

from __future__ import annotations

import sys

from duckrow import __version__
from duckrow.cli.options import CALL_FUNCTIONS, CLASSES, LANGUAGE, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.cli.checks.check import Checked
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments

COMMAND = Command(
    "validate",
    "[OPTION…] PATH…",
    (
        Option("-e", "check this code as well (may be repeated)", metavar="CODE"),
        LANGUAGE,
        Option(
            "--strict",
            "severity of minor mistakes, such as a duplicate key (error)",
            choices=("off", "warning", "error"),
        ),
        Option("--tasks", "read the dialect of plans"),
        Option("--epp", "read every input as a template, not only *.epp"),
        *CLASSES,
        CALL_FUNCTIONS,
        Option(
            "--modulepath",
            "check that definitions in these modules are in the right files",
            metavar="DIR[:DIR…]",
        ),
        Option("--format", "output on stdout (text: nothing)", choices=("text", "json", "sarif")),
        Option("--jobs", "maximum number of processes (one per core)", metavar="N"),
    ),
    (
        ("duckrow validate site.pp modules", "a file, and every file below a directory"),
        ("duckrow validate promises.cf", "a policy with all files that it names"),
        ("duckrow validate -e 'notice(1) +'", "code from the command line"),
        ("duckrow validate - < site.pp", "standard input"),
        ("duckrow validate --format sarif . > findings.sarif", "for an editor or a code host"),
    ),
    "Below a directory, files *.pp, *.epp and *.cf are checked; its promises.cf with all files\n"
    "that it names, other policy files alone.\n"
    "Findings go to stderr, unless --format asks for them on stdout.",
)


def run(arguments: Arguments, console: Console) -> int:
    """Check every input; 0 if all are valid, 1 for errors, 2 for unreadable inputs."""
    from duckrow.cli.inputs import find_inputs

    output = arguments.get("format", "text")
    jobs = arguments.get("jobs") and arguments.count("jobs", 1)
    inputs = find_inputs(arguments.words, arguments.all("e"), arguments.get("language", "puppet"))

    from duckrow.cli.checks.check import Rules
    from duckrow.cli.checks.pool import check_all, is_long
    from duckrow.machine.this_process import cores

    rules = Rules(
        strict=arguments.get("strict", "error"),
        tasks=arguments.has("tasks"),
        epp=arguments.has("epp"),
        module_path=[each for each in arguments.get("modulepath").split(":") if each],
        draws=output == "text" and not console.json,
        color=console.color,
        defined=arguments.all("define"),
        negated=arguments.all("negate"),
        calls_functions=arguments.has("call-functions"),
    )
    results: Iterable[Checked] = check_all(inputs, rules, jobs or cores())
    if is_long(inputs) and _has_terminal(console, output):
        from duckrow.cli.progress import with_progress

        results = with_progress(results, len(inputs), console)
    return _report(results, output, console)


def _has_terminal(console: Console, output: str) -> bool:
    """Return whether a progress bar on stderr is visible and disturbs no other output."""
    if console.json or sys.stderr is None or not sys.stderr.isatty():
        return False
    return output == "text" or (sys.stdout is not None and not sys.stdout.isatty())


def _report(results: Iterable[Checked], output: str, console: Console) -> int:
    tally = Tally()
    for_sarif: list[Checked] = []
    for checked in results:
        tally.add(checked)
        if checked.fault:
            console.print_fault(checked.label, checked.fault, checked.traceback)
        elif checked.read_error:
            console.print_unreadable(checked.label, checked.read_error)
        if output == "text":
            for record, drawn in checked.findings:
                console.print_finding(record, drawn)
        elif output == "json":
            console.print_result(_json_line(checked))
        else:
            for_sarif.append(checked)
    if output == "sarif":
        console.print_result(_sarif(for_sarif))
    console.print_message(tally.summary(), "summary")
    return tally.exit_code()


def _json_line(checked: Checked) -> str:
    from duckrow.cli.console import to_json

    return to_json(
        {
            "file": checked.label,
            "valid": checked.is_valid,
            "unreadable": checked.read_error,
            "fault": checked.fault,
            "findings": [record for record, _ in checked.findings],
        }
    )


def _sarif(results: list[Checked]) -> str:
    from json import dumps

    from duckrow.source.sarif import to_sarif

    records = (record for checked in results for record, _ in checked.findings)
    failed = ((c.label, c.read_error or c.fault) for c in results if c.read_error or c.fault)
    return dumps(to_sarif("duckrow", __version__, records, failed), indent=2)


class Tally:
    """The totals of a run."""

    __slots__ = ("errors", "faults", "files", "unreadable", "warnings")

    def __init__(self) -> None:
        self.files = self.errors = self.warnings = self.unreadable = self.faults = 0

    def add(self, checked: Checked) -> None:
        if checked.read_error:
            self.unreadable += 1
            return
        self.files += 1
        self.faults += bool(checked.fault)
        errors = checked.count("error")
        self.errors += errors
        self.warnings += len(checked.findings) - errors

    def summary(self) -> str:
        """Return a one-line summary."""
        parts = [
            f"{_number(self.files, 'file')} checked",
            f"{_number(self.errors, 'error')}",
            f"{_number(self.warnings, 'warning')}",
        ]
        if self.unreadable:
            parts.append(f"{self.unreadable} could not be read")
        if self.faults:
            parts.append(f"{self.faults} caused a fault in duckrow")
        return ", ".join(parts)

    def exit_code(self) -> int:
        """Return the exit code of the worst result: unreadable inputs outweigh findings."""
        if self.faults:
            return 70
        if self.unreadable:
            return 2
        return 1 if self.errors else 0


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
