"""The Ruby files in the `lib` directories of modules."""

from __future__ import annotations

from os.path import normpath

from duckrow.machine.module_path import modules_on
from duckrow.machine.paths import is_directory, is_file, read_bytes
from duckrow.puppet.ruby_code.requiring import RubyFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckrow.puppet.compiler.cache import Cache


def lib_directories(modulepath: Sequence[str]) -> list[str]:
    """Return the `lib` directories of all modules."""
    return list(filter(is_directory, (f"{each}/lib" for each in modules_on(modulepath).values())))


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
