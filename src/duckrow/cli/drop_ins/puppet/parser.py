"""`puppet parser`: validate manifests, and dump their trees."""

from __future__ import annotations

from duckrow.cli.drop_ins.puppet.application import Action, Application
from duckrow.cli.drop_ins.puppet.findings import (
    ParseFailure,
    check_input,
    code_to_dump,
    dumped,
    is_terminal,
    standard_input,
)
from duckrow.cli.drop_ins.puppet.optparse import Switch
from duckrow.cli.drop_ins.puppet.settings import settings_of
from duckrow.cli.inputs import Input
from duckrow.machine.paths import absolute, exists, is_directory, names_in
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from duckrow.cli.drop_ins.puppet.console import PuppetConsole
    from duckrow.cli.options import Arguments
    from duckrow.puppet.settings.settings import Settings

APPLICATION = Application(
    "parser",
    "validate manifests, and dump their trees",
    "ACTION [OPTION…]",
    actions=(
        Action("validate", "report the errors of manifests", "[MANIFEST…]"),
        Action(
            "dump",
            "print the trees of manifests",
            "[--format old|pn|json] [--pretty] [-e CODE | MANIFEST…]",
            (
                Switch("--e -e", "dump this code", metavar="SOURCE"),
                Switch("--[no-]validate", "reject invalid code (no)"),
                Switch("--format", "the notation: old (default), pn or json", metavar="FORMAT"),
                Switch("--pretty", "write pn or json over several lines"),
            ),
        ),
    ),
    examples=("puppet parser validate site.pp", "puppet parser dump --format pn -e '1 + 2'"),
)


def run(arguments: Arguments, console: PuppetConsole) -> int:
    """Validate or dump."""
    settings = settings_of(APPLICATION, arguments, console)
    if arguments.command[1] == "validate":
        return _validate(arguments, settings, console)
    return _dump(arguments, settings, console)


def _validate(arguments: Arguments, settings: Settings, console: PuppetConsole) -> int:
    files = list(arguments.words)
    failures: dict[str, ParseFailure] = {}
    if not files:
        if is_terminal():
            files = [_default_manifest(settings)]
            console.print_log(
                "notice", f"No manifest specified. Validating the default manifest {files[0]}"
            )
        else:
            _, failure = check_input(standard_input("<stdin>"), settings, console)
            if failure is not None:
                failures["STDIN"] = failure
    for file in filter(exists, files):
        found = _first_failure(file, settings, console)
        if found is not None:
            failures[file] = found
    missing = [file for file in files if not exists(file)]
    if missing:
        listed = ", ".join(f'"   {file}\\n"' for file in missing)
        raise InputError(f"One or more file(s) specified did not exist:\n[{listed}]")
    environment = settings.get("environment") or "production"
    if arguments.get("render-as") == "json":
        if failures:
            console.print_result(_failures_as_json(failures, environment))
    else:
        for failure in failures.values():
            console.print_log("err", _full_message(failure, environment))
    return 1 if failures else 0


def _default_manifest(settings: Settings) -> str:
    from duckrow.cli.drop_ins.puppet.config import setting_values

    return str(setting_values(settings, "main", ["manifest"])["manifest"])


def _first_failure(file: str, settings: Settings, console: PuppetConsole) -> ParseFailure | None:
    """Check a file, or the manifests below a directory up to the first with an error."""
    for path in _manifests(file):
        full = absolute(path)
        _, failure = check_input(Input(path, path), settings, console, file=full)
        if failure is not None:
            failure.file = full
            return failure
    return None


def _manifests(path: str) -> Iterator[str]:
    if not is_directory(path):
        yield path
        return
    for name in sorted(names_in(path)):
        below = f"{path.rstrip('/')}/{name}"
        if is_directory(below) or name.endswith(".pp"):
            yield from _manifests(below)


def _full_message(failure: ParseFailure, environment: str) -> str:
    if failure.code is None:
        return failure.message
    return f"Could not parse for environment {environment}: {failure.sentence}"


def _failures_as_json(failures: dict[str, ParseFailure], environment: str) -> str:
    from json import dumps

    return dumps(
        {
            name: {
                "issue_code": failure.code,
                "message": failure.message,
                "full_message": (
                    f"Could not parse for environment {environment}: {failure.sentence}"
                ),
                "file": failure.file,
                "line": failure.line,
                "pos": failure.column,
            }
            for name, failure in failures.items()
        },
        indent=2,
        ensure_ascii=False,
    )


def _dump(arguments: Arguments, settings: Settings, console: PuppetConsole) -> int:
    """Print trees; errors are logged, and change nothing about the exit code."""
    code = code_to_dump(arguments)
    if code is None:
        inputs = [Input(file, file) for file in arguments.words if exists(file)]
    else:
        inputs = [code]
    text = ""
    for given in inputs:
        text += _tree(given, arguments, settings, console)
    missing = [] if arguments.has("e") else [f for f in arguments.words if not exists(f)]
    if missing:
        text += "One or more file(s) specified did not exist:\n"
        text += "\n".join(f"   {file}" for file in missing)
    console.print_result(text.removesuffix("\n"))
    return 0


def _tree(given: Input, arguments: Arguments, settings: Settings, console: PuppetConsole) -> str:
    form = arguments.get("format", "old")
    tree, failure = dumped(
        given,
        settings,
        console,
        form,
        validates=arguments.get("validate") == "true",
        is_pretty=arguments.has("pretty"),
    )
    if failure is not None:
        if given.path is not None:
            console.print_log("err", f"--- {given.label}")
        console.print_log("err", failure.sentence)
        return ""
    if form == "json":
        return tree
    header = f"--- {given.label}" if given.path is not None else ""
    return f"{header}{tree}\n" if form == "old" else f"{header}{tree}"
