"""Errors of manifests and templates in the words of `puppet parser` and `puppet epp`."""

from __future__ import annotations

import sys

from duckrow.cli.checks.check import Rules, check
from duckrow.cli.inputs import Input
from duckrow.source.diagnostic import ERROR
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.checks.check import Checked
    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments
    from duckrow.puppet.settings.settings import Settings
    from duckrow.source.record import Record


class ParseFailure:
    """The error that ends the check of one input; others may be in the log before it."""

    __slots__ = ("code", "column", "file", "line", "message")

    def __init__(self, message: str, file: str | None, record: Record | None = None) -> None:
        self.message = message
        self.file = file
        self.code = self.line = self.column = None
        if record is not None:
            self.code = str(record["code"]).upper().replace("-", "_")
            self.line, self.column = record["line"], record["column"]

    @property
    def sentence(self) -> str:
        """The message with its location."""
        named = (("file", self.file), ("line", self.line), ("column", self.column))
        words = ", ".join(f"{name}: {value}" for name, value in named if value is not None)
        return f"{self.message} ({words})" if words else self.message


def check_input(
    given: Input,
    settings: Settings,
    console: PuppetConsole,
    *,
    epp: bool = False,
    validates: bool = True,
    notation: str = "",
    file: str | None = None,
) -> tuple[Checked, ParseFailure | None]:
    """Check an input, log its warnings and its errors if there are several; return the failure.

    `file` is the name of the input in messages.
    """
    rules = Rules(
        strict=settings["strict"],
        tasks=bool(settings.get("tasks")),
        epp=epp,
        validates=validates,
        notation=notation,
        draws=False,
    )
    checked = check(given, rules)
    if checked.fault:
        console.print_fault(given.label, checked.fault, checked.traceback)
        return checked, ParseFailure(checked.fault, file)
    if checked.read_error:
        return checked, ParseFailure(f"cannot read {given.label}: {checked.read_error}", None)
    records = [record for record, _ in checked.findings]
    errors = [each for each in records if each["severity"] == ERROR]
    warnings = [each for each in records if each["severity"] != ERROR]
    for each in warnings[: settings["max_warnings"]]:
        console.print_log("warning", ParseFailure(str(each["message"]), file, each).sentence)
    if not errors:
        return checked, None
    if len(errors) == 1:
        return checked, ParseFailure(str(errors[0]["message"]), file, errors[0])
    for each in errors[: settings["max_errors"]]:
        console.print_log("err", ParseFailure(str(each["message"]), file, each).sentence)
    also = f", and {len(warnings)} warnings" if warnings else ""
    failed = ParseFailure(f"Language validation logged {len(errors)} errors{also}. Giving up", None)
    return checked, failed


def standard_input(label: str) -> Input:
    """Read standard input."""
    from duckrow.machine.paths import read_input

    return Input(label, data=read_input("-"))


def is_terminal() -> bool:
    """Return whether standard input is a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


def code_to_dump(arguments: Arguments) -> Input | None:
    """Return the code of -e or of standard input; None if the words name files."""
    if arguments.has("e"):
        return Input("command-line-string", data=arguments.get("e").encode())
    if arguments.words:
        return None
    if is_terminal():
        raise InputError("No input to parse given on command line or stdin")
    return standard_input("stdin")


def dumped(
    given: Input,
    settings: Settings,
    console: PuppetConsole,
    form: str,
    *,
    epp: bool = False,
    validates: bool,
    is_pretty: bool,
) -> tuple[str, ParseFailure | None]:
    """Return the tree of an input in a format: old, json or, for any other word, PN."""
    notation = {"": "old", "old": "old", "json": "json"}.get(form, "text")
    if is_pretty and notation != "old":
        notation = "pretty" if notation == "text" else "pretty json"
    checked, failure = check_input(
        given,
        settings,
        console,
        epp=epp,
        validates=validates,
        notation=notation,
        file=given.label if validates else None,
    )
    return checked.tree, failure
