"""The files of a module that belong into a package."""

from __future__ import annotations

from duckrow.machine.files.facts import DIRECTORY, FILE
from duckrow.machine.files.local import LocalFiles
from duckrow.source.errors import InputError
from duckrow.source.module_names import PACKAGE, SIGNATURE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.facts import FileFacts

# What tools leave in a module's directory, and what only its authors need.
LEFT_OUT = frozenset(("coverage", "junit", "log", "pkg", "spec", "tests", "tmp", "vendor"))


def read_contents(directory: str) -> dict[str, bytes]:
    """Return the files of a module by their names in it.

    Hidden files, packages and what only the authors need are left out. A link or a special file is
    an error.
    """
    files = LocalFiles("/")

    def is_wanted(name: str, _facts: FileFacts) -> bool:
        is_package = "/" not in name and name.endswith((PACKAGE, PACKAGE + SIGNATURE))
        is_hidden = name.rpartition("/")[2].startswith(".")
        return not is_hidden and not is_package and name not in LEFT_OUT

    found = {}
    for name, facts in files.walk(directory, is_wanted=is_wanted):
        if facts.kind == FILE:
            found[name] = files.read(f"{directory}/{name}")
        elif facts.kind != DIRECTORY:
            raise InputError(
                f"cannot pack {directory}/{name}: it is a {facts.kind}",
                "a package holds files only",
            )
    return found
