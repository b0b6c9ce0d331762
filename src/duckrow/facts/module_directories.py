"""Directories of facts in modules.

`facts.d` is for external facts, `lib/duckrow/facts` for facts in Python, `lib/facter` for facts in
Ruby.
"""

from __future__ import annotations

from duckrow.machine.module_path import modules_on
from duckrow.machine.paths import is_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def module_directories(
    modulepath: Sequence[str], versions: Mapping[str, str] | None = None
) -> tuple[list[str], list[str], list[str]]:
    """Return the directories of all modules with external facts, and those in Python and Ruby.

    `versions` has the paths of modules that take the places of those on the module path, by name.
    """
    external: list[str] = []
    custom: list[str] = []
    ruby: list[str] = []
    for module in (modules_on(modulepath) | dict(versions or {})).values():
        if is_directory(f"{module}/facts.d"):
            external.append(f"{module}/facts.d")
        if is_directory(f"{module}/lib/duckrow/facts"):
            custom.append(f"{module}/lib/duckrow/facts")
        ruby += filter(is_directory, (f"{module}/lib/facter", f"{module}/plugins/facter"))
    return external, custom, ruby
