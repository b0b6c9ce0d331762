"""packagesmatching and packageupdatesmatching: the inventory of an earlier run."""

from __future__ import annotations

from duckrow.cfengine.evaluation.control import control_list
from duckrow.cfengine.functions.helpers.byte_strings import to_bytes
from duckrow.cfengine.functions.helpers.common import BUFFER, decoded, in_buffer, pattern
from duckrow.cfengine.functions.helpers.csv_lines import fields, records
from duckrow.cfengine.values.outcomes import FunctionFailed
from duckrow.cfengine.values.rvals import Data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckrow.cfengine.evaluation.context import Context
    from duckrow.cfengine.values.rvals import Json
    from duckrow.regexp.pcre.pattern import Pattern


# The key of the package modules' lists, in memory and in the state.
INVENTORY = "package inventory"
_LONGEST = BUFFER - 80
# A module whose name is not known yet, as long as the variables of other bundles are not.
_REFERENCES = ("$(", "${", "@(", "@{")


class Inventory(dict[str, str]):
    """The answers of package modules in this run."""


def matching_packages(context: Context, kind: str, file: str, arguments: list[str]) -> list[Json]:
    """Return name, version, architecture and method of each matching line.

    `kind` names the list of the package_inventory modules; without such modules the file that
    package methods wrote is read.
    """
    wanted = pattern(context, in_buffer("^{},{},{},{}$".format(*arguments)))
    modules = control_list(context, "common", "package_inventory")
    if not modules:
        return _matching(context, wanted, records(_content(context, file)))
    known = [name for name in modules if not any(each in name for each in _REFERENCES)]
    if not known:
        raise FunctionFailed
    out: list[Json] = []
    for name in known:
        lines = _inventory(context, f"{kind} {name}").split("\n")
        out += _matching(context, wanted, (f"{line},{name}" for line in lines if line))
    return out


def _content(context: Context, file: str) -> str:
    path = f"{context.options.work_directory}/state/{file}"
    try:
        return decoded(context.machine.files_now.read(path))
    except OSError:
        return ""


def _inventory(context: Context, key: str) -> str:
    """Return the last answer of a module, in this run or an earlier one."""
    found: str | None = context.run_data.of(Inventory).get(key)
    if found is None and context.state is not None:
        found = context.state.get(INVENTORY, key)
    return found or ""


def _matching(context: Context, wanted: Pattern, lines: Iterable[str]) -> list[Json]:
    out: list[Json] = []
    for line in lines:
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


def packagesmatching(context: Context, arguments: list[str]) -> Data:
    """Return the installed packages that match."""
    return Data(matching_packages(context, "installed", "software_packages.csv", arguments))


def packageupdatesmatching(context: Context, arguments: list[str]) -> Data:
    """Return the updates that match."""
    return Data(matching_packages(context, "updates", "software_patches_avail.csv", arguments))
