"""The index of a directory of modules: the names in every directory below it, with stamps.

`duckrow module index` writes it after a deployment. A directory whose stamp is still the one in the
index is not read; any other is. So an old index costs time and is never wrong.

It is a text, since that is taken apart much faster than JSON. After a first line each line has a
directory, its stamp, and the names in it:

    apache/lib	1731744000000000000 1731744000000000000 4096 131073	facter/puppet
"""

from __future__ import annotations

from duckrow.source.module_names import INDEX, is_archive_name, modules_in, versions_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.world import Stamp, World

_FIRST_LINE = "duckrow module index 1"


class PathIndex:
    """The names in the directories below a directory of modules."""

    __slots__ = ("_length", "_lines")

    def __init__(self, directory: str, text: str) -> None:
        self._length = len(directory) + 1
        lines = text.split("\n")
        self._lines: dict[str, str] = {}
        if lines[0] == _FIRST_LINE:
            for line in lines:
                below, _, rest = line.partition("\t")
                self._lines[below] = rest

    def names(self, directory: str, stamp: Stamp | None) -> list[str] | None:
        """Return the names in a directory, or None if the index does not know them."""
        known, _, names = self._lines.get(directory[self._length :], "").partition("\t")
        if stamp is None or known != _stamp_text(stamp):
            return None
        return names.split("/") if names else []


def read_index(world: World, directory: str) -> PathIndex | None:
    """Read the index of a directory of modules; one that cannot be read counts as none."""
    try:
        return PathIndex(directory, world.read(f"{directory}/{INDEX}").decode())
    except (OSError, UnicodeDecodeError):
        return None


def write_index(world: World, directory: str) -> tuple[str, int]:
    """Return the index of a directory of modules, and the number of directories in it."""
    lines = [_FIRST_LINE]
    there = world.names(directory)
    modules = [*modules_in(there), *versions_in(there)]
    waiting = [name for _, name in modules if not is_archive_name(name)]
    while waiting:
        below = waiting.pop()
        path = f"{directory}/{below}"
        # A stamp from before the names: what changes meanwhile shows as a change.
        stamp = world.stamp(path)
        if world.kind(path) != "directory" or stamp is None:
            continue
        names = world.names(path)
        # A name that would break the line leaves its directory out.
        if all(name.isprintable() for name in names):
            lines.append(f"{below}\t{_stamp_text(stamp)}\t{'/'.join(names)}")
        waiting += [f"{below}/{name}" for name in names if name.isprintable() and name[0] != "."]
    return "\n".join(lines) + "\n", len(lines) - 1


def _stamp_text(stamp: Stamp) -> str:
    return " ".join(map(str, stamp))
