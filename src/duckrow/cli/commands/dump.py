"""`duckrow dump`: print the syntax tree of a manifest or template in PN, or a policy.

PN is Puppet's notation. The JSON form is {"file": …, "pn": …} for a tree, {"file": …, "policy": …}
for a policy as cf-promises prints it, {"file": …, "catalog": …} for a catalog, and {"file": …,
"error": {"message", "line", "column"}} for an invalid file; several errors are summarized in
Puppet's words.
"""

from __future__ import annotations

from duckrow.cli.options import CALL_FUNCTIONS, CLASSES, LANGUAGE, Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.checks.check import Checked
    from duckrow.cli.console import Console
    from duckrow.cli.inputs import Input
    from duckrow.cli.options import Arguments

COMMAND = Command(
    "dump",
    "[OPTION…] FILE…",
    (
        Option("-e", "print the tree of this code as well (may be repeated)", metavar="CODE"),
        LANGUAGE,
        Option("--format", "text (default), or one JSON object per file", choices=("text", "json")),
        Option("--pretty", "print over several lines"),
        Option("--no-validate", "print the tree even if the file is invalid"),
        Option(
            "--strict",
            "severity of minor mistakes, such as a duplicate key (error)",
            choices=("off", "warning", "error"),
        ),
        Option("--tasks", "read the dialect of plans"),
        Option("--epp", "read every input as a template, not only *.epp"),
        *CLASSES,
        CALL_FUNCTIONS,
    ),
    (
        ("duckrow dump -e '1 + 2 * 3'", "the tree of an expression"),
        ("duckrow dump --pretty site.pp", "the tree of a file, over several lines"),
        ("duckrow dump --format json modules", "every manifest and template below a directory"),
        ("duckrow dump --format json promises.cf", "a policy, as cf-promises -p json prints it"),
    ),
)


def run(arguments: Arguments, console: Console) -> int:
    """Print every tree; 0 if all succeed, 1 for an invalid file, 2 for an unreadable one."""
    from duckrow.cli.inputs import find_inputs

    inputs = find_inputs(arguments.words, arguments.all("e"), arguments.get("language", "puppet"))

    from duckrow.cli.checks.check import Rules, check

    as_json = arguments.get("format", "text") == "json"
    rules = Rules(
        strict=arguments.get("strict", "error"),
        tasks=arguments.has("tasks"),
        epp=arguments.has("epp"),
        validates=not arguments.has("no-validate"),
        notation="json" if as_json else "pretty" if arguments.has("pretty") else "text",
        draws=not as_json and not console.json,
        color=console.color,
        defined=arguments.all("define"),
        negated=arguments.all("negate"),
        calls_functions=arguments.has("call-functions"),
    )
    code = 0
    for given in inputs:
        checked = check(given, rules)
        if as_json:
            console.print_result(_json_line(checked, _kind(given)))
        else:
            _print_text(checked, console, is_headed=len(inputs) > 1)
        code = max(code, _report_failure(checked, console))
    return code


def _report_failure(checked: Checked, console: Console) -> int:
    """Report why an input has no tree; return the exit code."""
    if checked.fault:
        console.print_fault(checked.label, checked.fault, checked.traceback)
        return 70
    if checked.read_error:
        console.print_unreadable(checked.label, checked.read_error)
        return 2
    return 0 if checked.is_valid else 1


def _print_text(checked: Checked, console: Console, *, is_headed: bool) -> None:
    for record, drawn in checked.findings:
        if record["severity"] == "error":
            console.print_finding(record, drawn)
    if checked.is_valid:
        if is_headed:
            console.print_result(f"--- {checked.label}")
        console.print_result(checked.tree)


def _kind(given: Input) -> str:
    """Return what the tree of an input is."""
    return "policy" if given.is_policy else "catalog" if given.label.endswith(".json") else "pn"


def _json_line(checked: Checked, kind: str) -> str:
    from duckrow.cli.console import to_json

    label = to_json(checked.label)
    if checked.is_valid:
        return f'{{"file":{label},"{kind}":{checked.tree}}}'
    return f'{{"file":{label},"error":{to_json(_error_data(checked))}}}'


def _error_data(checked: Checked) -> dict[str, object]:
    errors = [record for record, _ in checked.findings if record["severity"] == "error"]
    if len(errors) == 1:
        (error,) = errors
        return {key: error[key] for key in ("message", "line", "column")}
    message = checked.read_error or checked.fault
    if errors:
        others = len(checked.findings) - len(errors)
        also = f", and {others} warnings" if others else ""
        message = f"Language validation logged {len(errors)} errors{also}. Giving up"
    return {"message": message, "line": None, "column": None}
