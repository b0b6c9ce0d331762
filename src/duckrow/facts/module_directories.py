"""Directories of facts in modules.

`facts.d` is for external facts, `lib/duckrow/facts` for facts in Python, `lib/facter` for facts in
Ruby.
"""

from __future__ import annotations

from os.path import join

from duckrow.machine.paths import absolute, is_directory, names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def module_directories(modulepath: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """Return the directories of all modules with external facts, and those in Python and Ruby.

    Of two modules of one name, the first on the modulepath counts.
    """
    external: list[str] = []
    custom: list[str] = []
    ruby: list[str] = []
    seen: set[str] = set()
    for directory in modulepath:
        try:
            names = names_in(directory)
        except OSError:
            continue
        for name in names:
            module = join(absolute(directory), name)
            if name in seen or name.startswith(".") or not is_directory(module):
                continue
            seen.add(name)
            if is_directory(f"{module}/facts.d"):
                external.append(f"{module}/facts.d")
            if is_directory(f"{module}/lib/duckrow/facts"):
                custom.append(f"{module}/lib/duckrow/facts")
            ruby += filter(is_directory, (f"{module}/lib/facter", f"{module}/plugins/facter"))
    return external, custom, ruby
