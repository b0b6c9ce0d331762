"""Directories of facts in modules.

`facts.d` is for external facts, `lib/duckrow/facts` for facts in Python, `lib/facter` for facts in
Ruby.
"""

from __future__ import annotations

from duckrow.facts.ruby_files import DIRECTORIES
from duckrow.machine.module_path import directories_of, modules_on

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
    kinds = {
        "facts.d": external,
        "lib/duckrow/facts": custom,
        **dict.fromkeys(DIRECTORIES, ruby),
    }
    modules = modules_on(modulepath) | dict(versions or {})
    for module, name in directories_of(modules.values(), tuple(kinds)):
        kinds[name].append(f"{module}/{name}")
    return external, custom, ruby
