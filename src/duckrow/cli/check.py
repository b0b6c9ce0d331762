"""Check one input and return the findings as plain values.

A check may run in another process, so its result is small and complete: the findings as records
and, if they will be shown as text, already drawn. A fault in duckrow is caught here, per file, so
that it does not affect other files.
"""

from __future__ import annotations

from duckrow.machine.paths import read_bytes
from duckrow.puppet.syntax import decode, parse_source
from duckrow.puppet.validation import validate
from duckrow.source.diagnostic import ERROR
from duckrow.source.draw import draw
from duckrow.source.errors import SourceError
from duckrow.source.record import to_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.cli.inputs import Input
    from duckrow.puppet.syntax.nodes import Program
    from duckrow.source.diagnostic import Diagnostic
    from duckrow.source.record import Record
    from duckrow.source.text import SourceText


class Rules:
    """How to parse and check inputs, and how to render the results.

    `notation` is the form of the tree in the result: text, pretty text or JSON; empty for no tree.
    """

    __slots__ = (
        "color",
        "draws",
        "epp",
        "module_path",
        "notation",
        "strict",
        "tasks",
        "validates",
    )

    def __init__(
        self,
        *,
        strict: str = "error",
        tasks: bool = False,
        epp: bool = False,
        module_path: Sequence[str] = (),
        validates: bool = True,
        notation: str = "",
        draws: bool = True,
        color: bool = False,
    ) -> None:
        self.strict = strict
        self.tasks = tasks
        self.epp = epp
        self.module_path = tuple(module_path)
        self.validates = validates
        self.notation = notation
        self.draws = draws
        self.color = color


class Checked:
    """The result of one input.

    `findings` pairs each record with its drawing. `read_error` is the error of an input that could
    not be read; `fault` is the error of a fault in duckrow, with its `traceback`. Both are empty on
    success. `tree` is the tree of a valid input, if the rules ask for it.
    """

    __slots__ = ("fault", "findings", "label", "read_error", "traceback", "tree")

    def __init__(self, label: str) -> None:
        self.label = label
        self.findings: list[tuple[Record, str]] = []
        self.read_error = ""
        self.fault = ""
        self.traceback = ""
        self.tree = ""

    @property
    def is_valid(self) -> bool:
        return not (self.read_error or self.fault or self.count(ERROR))

    def count(self, severity: str) -> int:
        return sum(record["severity"] == severity for record, _ in self.findings)


def check(given: Input, rules: Rules) -> Checked:
    """Parse and check an input; the result contains every problem."""
    checked = Checked(given.label)
    checked.read_error = given.read_error
    if given.read_error:
        return checked
    try:
        program, diagnostics = _check_syntax(given, rules)
        for diagnostic in sorted(diagnostics, key=_sort_key):
            drawn = ""
            if rules.draws:
                drawn = draw(diagnostic, color=rules.color, name=given.label)
            checked.findings.append((to_record(diagnostic, given.label), drawn))
        if rules.notation and program is not None and checked.is_valid:
            checked.tree = _write(program, rules.notation)
    except OSError as error:
        checked.read_error = error.strerror or str(error)
    except Exception as error:
        from traceback import format_exc

        checked.fault = f"{type(error).__name__}: {error}"
        checked.traceback = format_exc()
    return checked


def _sort_key(diagnostic: Diagnostic) -> int:
    """Return the key that sorts findings in source order; those without a location come first."""
    return -1 if diagnostic.start is None else diagnostic.start


def _check_syntax(given: Input, rules: Rules) -> tuple[Program | None, list[Diagnostic]]:
    diagnostics: list[Diagnostic] = []
    try:
        source = _read(given)
        program = parse_source(
            source,
            epp=rules.epp or given.is_template,
            tasks=rules.tasks,
            warnings=diagnostics,
        )
    except SourceError as error:
        return None, [*diagnostics, error.diagnostic]
    if rules.validates:
        diagnostics += validate(
            program, strict=rules.strict, tasks=rules.tasks, module_path=rules.module_path
        )
    return program, diagnostics


def _read(given: Input) -> SourceText:
    if given.path is not None:
        return decode(read_bytes(given.path), given.path)
    return decode(given.data, None)


def _write(program: Program, notation: str) -> str:
    from duckrow.puppet.syntax.pn import to_json, to_text

    return to_json(program) if notation == "json" else to_text(program, notation == "pretty")
