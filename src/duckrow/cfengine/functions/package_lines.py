"""Packages that match four patterns, from the inventory that a run has left."""

from __future__ import annotations

from duckrow.cfengine.evaluation.control import control_list
from duckrow.cfengine.functions.common import BUFFER, decoded, in_buffer, pattern
from duckrow.cfengine.functions.csv_lines import fields, records
from duckrow.cfengine.functions.letters import to_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json

_LONGEST = BUFFER - 80


def matching_packages(context: Context, file: str, arguments: list[str]) -> list[Json]:
    """Give name, version, architecture and method of each whose line matches; none without file."""
    wanted = pattern(context, in_buffer("^{},{},{},{}$".format(*arguments)))
    modules = control_list(context, "common", "package_inventory")
    if modules is not None:
        text = _of_modules(context, file, modules)
    else:
        path = f"{context.options.work_directory}/state/{file}"
        try:
            text = decoded(context.machine.files.read(path))
        except OSError:
            return []
    out: list[Json] = []
    for line in records(text):
        size = len(to_bytes(line))
        if size > _LONGEST:
            context.log.error(f"Line from package inventory is too long ({size}) to be sensible")
            break
        if not wanted.full(line):
            continue
        found = fields(line)
        if found is None or len(found) != 4:
            context.log.error(
                f"Line from package inventory '{line}' did not yield correct number of elements."
            )
            continue
        out.append(dict(zip(("name", "version", "arch", "method"), found, strict=True)))
    return out


def _of_modules(context: Context, file: str, modules: list[str]) -> str:
    """Give what package modules said last, in lines of the same kind."""
    kind = "installed" if file == "software_packages.csv" else "updates"
    lines: list[str] = []
    for name in modules:
        text = None
        if context.state is not None:
            text = context.state.get("package inventory", f"{kind} {name}")
        lines += [f"{line},{name}" for line in (text or "").splitlines()]
    return "".join(f"{line}\r\n" for line in lines)
