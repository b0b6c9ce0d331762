"""The Ruby files in the `lib` directories of modules."""

from __future__ import annotations

from os.path import join, normpath

from duckrow.machine.paths import absolute, is_directory, is_file, names_in, read_bytes
from duckrow.puppet.ruby_code.requiring import RubyFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.puppet.compiler.cache import Cache


def lib_directories(modulepath: Sequence[str]) -> list[str]:
    """Return the `lib` directories of all modules; of two of one name, the first counts."""
    found: dict[str, str] = {}
    for directory in modulepath:
        try:
            names = names_in(directory)
        except OSError:
            continue
        for name in names:
            lib = join(absolute(directory), name, "lib")
            if name not in found and not name.startswith(".") and is_directory(lib):
                found[name] = lib
    return list(found.values())


def files_below(directories: Sequence[str], cache: Cache | None) -> RubyFiles:
    """Return the Ruby files of `lib` directories, by their names or whole paths."""

    def find(name: str) -> str | None:
        if name.startswith("/"):
            path = normpath(name)
            return path if is_file(path) else None
        relative = normpath(name)
        if relative.startswith(".."):
            return None
        paths = (f"{directory}/{relative}" for directory in directories)
        return next(filter(is_file, paths), None)

    return RubyFiles(find, read_bytes, cache)
