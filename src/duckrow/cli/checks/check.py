"""Check one input and return the findings as plain values.

A check may run in another process, so its result is small and complete: the findings as records
and, if they will be shown as text, already drawn. A fault in duckrow is caught here, per file, so
that it does not affect other files.
"""

from __future__ import annotations

from duckrow.source.diagnostic import ERROR
from duckrow.source.draw import draw
from duckrow.source.record import to_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from duckrow.cli.inputs import Input
    from duckrow.source.diagnostic import Diagnostic
    from duckrow.source.record import Record


class Rules:
    """How to parse and check inputs, and how to render the results.

    `notation` is the form of the tree in the result: text, pretty, json, pretty json, or old for
    Puppet's older notation; empty for no tree.
    `defined` and `negated` are the classes of --define and --negate, for policies, and
    `calls_functions` is whether functions of policies are called.
    """

    __slots__ = (
        "calls_functions",
        "color",
        "defined",
        "draws",
        "epp",
        "module_path",
        "negated",
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
        defined: Sequence[str] = (),
        negated: Sequence[str] = (),
        calls_functions: bool = False,
    ) -> None:
        self.calls_functions = calls_functions
        self.strict = strict
        self.tasks = tasks
        self.epp = epp
        self.module_path = tuple(module_path)
        self.validates = validates
        self.notation = notation
        self.draws = draws
        self.color = color
        self.defined = tuple(defined)
        self.negated = tuple(negated)


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
        tree, diagnostics = _check_in_its_language(given, rules)
        for diagnostic in sorted(diagnostics, key=_sort_key):
            drawn = ""
            if rules.draws:
                drawn = draw(diagnostic, color=rules.color, name=given.label)
            checked.findings.append((to_record(diagnostic, given.label), drawn))
        if checked.is_valid:
            checked.tree = tree()
    except OSError as error:
        checked.read_error = error.strerror or str(error)
    except Exception as error:
        from traceback import format_exc

        checked.fault = f"{type(error).__name__}: {error}"
        checked.traceback = format_exc()
    return checked


def _check_in_its_language(
    given: Input, rules: Rules
) -> tuple[Callable[[], str], list[Diagnostic]]:
    """Return a function that writes the tree, and the findings."""
    if given.is_policy:
        from duckrow.cli.checks.policy import check_policy

        return check_policy(given, rules)
    if given.label.endswith(".json"):
        from duckrow.cli.checks.catalog import check_catalog

        return check_catalog(given)
    from duckrow.cli.checks.manifest import check_manifest

    return check_manifest(given, rules)


def _sort_key(diagnostic: Diagnostic) -> int:
    """Return the key that sorts findings in source order; those without a location come first."""
    return -1 if diagnostic.start is None else diagnostic.start
