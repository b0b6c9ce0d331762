"""Checking one input, and saying what was found in plain values.

A check may run in another process, so what it gives back is small and complete: the findings as
records and, where they will be shown as text, already drawn. A fault in duckrow is caught here,
file by file, so that it takes nothing else with it.
"""

from __future__ import annotations

from duckrow.puppet.syntax import decode, parse_source, read_source
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
    """How inputs are to be read and judged, and how what comes of it is to be written.

    `notation` asks for the tree as well: as text, as pretty text or as json.
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
    """What came of one input.

    `findings` pairs each record with its drawing. `trouble` says why the input could not be read,
    `fault` what went wrong in duckrow, with its `traceback`; both are empty when all went well.
    `tree` is the tree of a valid input, where the rules ask for it.
    """

    __slots__ = ("fault", "findings", "label", "traceback", "tree", "trouble")

    def __init__(self, label: str) -> None:
        self.label = label
        self.findings: list[tuple[Record, str]] = []
        self.trouble = ""
        self.fault = ""
        self.traceback = ""
        self.tree = ""

    @property
    def is_valid(self) -> bool:
        return not (self.trouble or self.fault or self.count(ERROR))

    def count(self, severity: str) -> int:
        return sum(record["severity"] == severity for record, _ in self.findings)


def check(given: Input, rules: Rules) -> Checked:
    """Read and judge an input; whatever happens is in what is given back."""
    checked = Checked(given.label)
    checked.trouble = given.trouble
    if given.trouble:
        return checked
    try:
        program, diagnostics = _judge(given, rules)
        for diagnostic in sorted(diagnostics, key=_place):
            drawn = ""
            if rules.draws:
                drawn = draw(diagnostic, color=rules.color, name=given.label)
            checked.findings.append((to_record(diagnostic, given.label), drawn))
        if rules.notation and program is not None and checked.is_valid:
            checked.tree = _write(program, rules.notation)
    except OSError as error:
        checked.trouble = error.strerror or str(error)
    except Exception as error:
        from traceback import format_exc

        checked.fault = f"{type(error).__name__}: {error}"
        checked.traceback = format_exc()
    return checked


def _place(diagnostic: Diagnostic) -> int:
    """Order findings as a reader meets them; those without a place come first."""
    return -1 if diagnostic.start is None else diagnostic.start


def _judge(given: Input, rules: Rules) -> tuple[Program | None, list[Diagnostic]]:
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
        return read_source(given.path)
    return decode(given.data, None)


def _write(program: Program, notation: str) -> str:
    from duckrow.puppet.syntax.pn import to_json, to_text

    return to_json(program) if notation == "json" else to_text(program, notation == "pretty")
