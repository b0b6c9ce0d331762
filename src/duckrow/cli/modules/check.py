"""`duckrow module check`: which parts of a module run here, and how."""

from __future__ import annotations

from duckrow.cli.options import UsageError
from duckrow.source.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cli.console import Console
    from duckrow.cli.options import Arguments
    from duckrow.puppet.environment.module_check import Part

_HEADINGS = {
    "native": "natively",
    "evaluator": "in the Ruby interpreter",
    "no": "not at all",
    "not needed": "not needed",
}


def run(directories: list[str], arguments: Arguments, console: Console) -> int:
    """Check modules; return 0 if every needed part runs, 1 otherwise."""
    from duckrow.machine.module_path import is_module
    from duckrow.machine.paths import exists, is_directory, is_file, may_list
    from duckrow.source.module_names import is_archive_name

    if not directories:
        raise UsageError("name a module's directory")
    for directory in directories:
        if is_archive_name(directory) and is_file(directory):
            if not is_module(directory):
                raise InputError(f"cannot read {directory}: it is not a module")
            continue
        if not is_directory(directory):
            why = "it is not a directory" if exists(directory) else "No such file or directory"
            raise InputError(f"cannot read {directory}: {why}")
        if not may_list(directory):
            raise InputError(f"cannot read {directory}: Permission denied")

    from duckrow.puppet.environment.module_check import (
        IMPOSSIBLE,
        check_module,
        module_name,
        modules_in,
    )

    code = 0
    constants: dict[str, set[str]] = {}
    as_json = arguments.get("format", "text") == "json"
    for directory in (module for each in directories for module in modules_in(each)):
        parts = list(check_module(directory, constants))
        if any(part.how == IMPOSSIBLE for part in parts):
            code = 1
        name = module_name(directory)
        if as_json:
            console.print_result(_json(name, directory, parts))
        else:
            _print(name, directory, parts, console, lists_all=arguments.has("all"))
    return code


def _print(
    name: str, directory: str, parts: list[Part], console: Console, *, lists_all: bool
) -> None:
    console.print_result(f"{name} ({directory})")
    for how, heading in _HEADINGS.items():
        found = [part for part in parts if part.how == how]
        if not found:
            continue
        console.print_result(f"  {heading}: {_counted(found)}")
        if lists_all or how == "no":
            for part in found:
                location = part.file if part.line is None else f"{part.file}:{part.line}"
                console.print_result(f"    {location}{': ' + part.reason if part.reason else ''}")


def _counted(parts: list[Part]) -> str:
    """Return the number of parts of each kind."""
    counts: dict[str, int] = {}
    for part in parts:
        counts[part.kind] = counts.get(part.kind, 0) + 1
    return ", ".join(f"{count} {_noun(kind, count)}" for kind, count in counts.items())


def _noun(kind: str, count: int) -> str:
    """Return the noun for a number of parts of a kind."""
    noun = {"python": "Python file", "data": "data file"}.get(kind, kind)
    if count == 1:
        return noun
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def _json(name: str, directory: str, parts: list[Part]) -> str:
    from duckrow.cli.console import to_json

    return to_json(
        {
            "module": name,
            "directory": directory,
            "parts": [
                {
                    "file": part.file,
                    "kind": part.kind,
                    "runs": part.how,
                    "reason": part.reason or None,
                    "line": part.line,
                }
                for part in parts
            ],
        }
    )
