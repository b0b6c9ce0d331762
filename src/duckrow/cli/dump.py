"""`duckrow dump`: print the tree of a manifest or template in PN, the reference's notation.

The JSON form has the shape {"file": …, "pn": …} for a tree and {"file": …, "error": {"message",
"line", "column"}} for a refusal, where several errors are summed up in the reference's words.
"""

from __future__ import annotations

from duckrow.cli.options import Command, Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.check import Checked
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.puppet.syntax.nodes import Program

COMMAND = Command(
    "dump",
    "print the tree of a manifest or template",
    "[OPTION…] FILE…",
    (
        Option("-e", "print the tree of this code as well (may be repeated)", metavar="CODE"),
        Option("--format", "text (default), or one JSON object per file", choices=("text", "json")),
        Option("--pretty", "spread the text over several lines"),
        Option("--no-validate", "print the tree of anything that parses"),
        Option(
            "--strict",
            "how to take what is wrong but bearable, such as a duplicate key (error)",
            choices=("off", "warning", "error"),
        ),
        Option("--tasks", "read the dialect of plans"),
        Option("--epp", "read every input as a template, not only *.epp"),
    ),
    (
        ("duckrow dump -e '1 + 2 * 3'", "the tree of an expression"),
        ("duckrow dump --pretty site.pp", "the tree of a file, laid out to be read"),
        ("duckrow dump --format json modules", "every manifest and template below a folder"),
    ),
)


def run(arguments: Arguments, console: Console) -> int:
    """Print every tree; 0 when all have one, 1 when a file was refused, 2 when unreadable."""
    from duckrow.cli.inputs import gather

    inputs = gather(arguments.words, arguments.all("e"))

    from duckrow.cli.check import Rules, examine

    as_json = arguments.get("format", "text") == "json"
    rules = Rules(
        strict=arguments.get("strict", "error"),
        tasks=arguments.has("tasks"),
        epp=arguments.has("epp"),
        validates=not arguments.has("no-validate"),
        draws=not as_json and not console.json,
        color=console.color,
    )
    code = 0
    for given in inputs:
        checked, program = examine(given, rules)
        if checked.fault:
            console.fault(checked.label, checked.fault, checked.traceback)
            code = 70
        elif checked.trouble:
            console.unreadable(checked.label, checked.trouble)
            code = max(code, 2)
        elif not checked.is_valid:
            code = max(code, 1)
        if as_json:
            console.out(_json_line(checked, program))
        else:
            _print_text(checked, program, console, len(inputs) > 1, arguments.has("pretty"))
    return code


def _print_text(
    checked: Checked, program: Program | None, console: Console, is_headed: bool, is_pretty: bool
) -> None:
    from duckrow.puppet.syntax.pn import to_text

    for record, drawn in checked.findings:
        if record["severity"] == "error":
            console.finding(record, drawn)
    if program is not None and checked.is_valid:
        if is_headed:
            console.out(f"--- {checked.label}")
        console.out(to_text(program, is_pretty))


def _json_line(checked: Checked, program: Program | None) -> str:
    from duckrow.cli.console import to_json
    from duckrow.puppet.syntax.pn import to_json as tree_to_json

    label = to_json(checked.label)
    if program is not None and checked.is_valid:
        return f'{{"file":{label},"pn":{tree_to_json(program)}}}'
    return f'{{"file":{label},"error":{to_json(_refusal(checked))}}}'


def _refusal(checked: Checked) -> dict[str, object]:
    errors = [record for record, _ in checked.findings if record["severity"] == "error"]
    if len(errors) == 1:
        (error,) = errors
        return {key: error[key] for key in ("message", "line", "column")}
    message = checked.trouble or checked.fault
    if errors:
        others = len(checked.findings) - len(errors)
        also = f", and {others} warnings" if others else ""
        message = f"Language validation logged {len(errors)} errors{also}. Giving up"
    return {"message": message, "line": None, "column": None}
