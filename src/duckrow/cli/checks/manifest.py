"""Parse and check a manifest or a template."""

from __future__ import annotations

from duckrow.machine.paths import read_bytes
from duckrow.puppet.syntax import decode, parse_source
from duckrow.puppet.validation import validate
from duckrow.source.errors import SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.cli.checks.check import Rules
    from duckrow.cli.inputs import Input
    from duckrow.puppet.syntax.nodes import Program
    from duckrow.source.diagnostic import Diagnostic
    from duckrow.source.text import SourceText


def check_manifest(given: Input, rules: Rules) -> tuple[Callable[[], str], list[Diagnostic]]:
    """Return a function that writes the tree, if the rules ask for it, and the findings."""
    program, diagnostics = _check_syntax(given, rules)

    def tree() -> str:
        return _write(program, rules.notation) if program is not None and rules.notation else ""

    return tree, diagnostics


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
    if notation == "old":
        from duckrow.puppet.syntax.old_notation import to_old_notation

        return to_old_notation(program)
    from duckrow.puppet.syntax.pn import to_data, to_json, to_text

    if notation == "pretty json":
        from duckrow.ruby.interpreter import Interpreter
        from duckrow.ruby.library.json_write import pretty

        return pretty(Interpreter(), to_data(program))
    return to_json(program) if notation == "json" else to_text(program, notation == "pretty")
