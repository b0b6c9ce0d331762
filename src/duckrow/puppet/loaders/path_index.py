"""The index of a directory of modules: the names in every directory below it, with stamps.

`duckrow module index` writes it after a deployment. A directory whose stamp is still the one in the
index is not read; any other is. So an old index costs time and is never wrong.

It is a text with a paragraph for each module, so that reading it is one split; only a look at a
directory takes its line apart. A line has a directory, its stamp, and the names in it:

    apache/lib	1731744000000000000 1731744000000000000 4096 131073	facter/puppet
"""

from __future__ import annotations

from duckrow.source.module_names import INDEX, is_archive_name, modules_in, versions_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.world import Stamp, World

_FIRST_LINE = "duckrow module index 2"
_END = "\f"  # of a paragraph


class PathIndex:
    """The names in the directories below a directory of modules."""

    __slots__ = ("_length", "_paragraphs")

    def __init__(self, directory: str, text: str) -> None:
        self._length = len(directory) + 1
        first, *paragraphs = text.split(_END)
        self._paragraphs: dict[str, str] = {}  # by the directory of the module
        if first == _FIRST_LINE:
            for paragraph in paragraphs:
                self._paragraphs[paragraph[1 : paragraph.find("\t")]] = paragraph

    def names(self, directory: str, stamp: Stamp | None) -> list[str] | None:
        """Return the names in a directory, or None if the index does not know them."""
        below = directory[self._length :]
        paragraph = self._paragraphs.get(below.partition("/")[0])
        if paragraph is None or stamp is None:
            return None
        line = f"\n{below}\t{_stamp_text(stamp)}\t"
        start = paragraph.find(line)
        if start < 0:
            return None
        start += len(line)
        names = paragraph[start : paragraph.index("\n", start)]
        return names.split("/") if names else []


def read_index(world: World, directory: str) -> PathIndex | None:
    """Read the index of a directory of modules; one that cannot be read counts as none."""
    try:
        return PathIndex(directory, world.read(f"{directory}/{INDEX}").decode())
    except (OSError, ValueError):  # a damaged text has no end of a line or paragraph
        return None


def write_index(world: World, directory: str) -> tuple[str, int]:
    """Return the index of a directory of modules, and the number of directories in it."""
    there = world.names(directory)
    modules = [*modules_in(there), *versions_in(there)]
    paragraphs = [
        _lines(world, directory, name) for _, name in modules if not is_archive_name(name)
    ]
    texts = ["\n".join(("", *lines, "")) for lines in paragraphs if lines]
    return _END.join((_FIRST_LINE, *texts)), sum(map(len, paragraphs))


def _lines(world: World, directory: str, module: str) -> list[str]:
    """Return the lines of the directories of a module, the upper ones first: most are asked for."""
    lines: list[str] = []
    waiting = [module]
    for below in waiting:  # which grows meanwhile
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
    return lines


def _stamp_text(stamp: Stamp) -> str:
    return "%d %d %d %d" % stamp  # noqa: UP031  (the fastest)
