"""The index of a directory of modules: the names in the directories of code, with stamps.

`duckrow module index` writes it after a deployment. A directory whose stamp is still the one in the
index is not read; any other is. So an old index costs time and is never wrong.

Most questions are about one directory of every module: who has this function? So the index is a
text with a paragraph for each directory that modules may have. Its lines are the directory, the
modules that have it, the stamps of their directories, and then for each module the names in it:

    lib/puppet
    apache/ntp
    18085ae6e3d6a000 18085ae6e3d6a000 1000 20001/18085ae6e3d6a000 18085ae6e3d6a000 1000...
    /parser/provider/type/
    /functions/

The first paragraph lists all these directories.
"""

from __future__ import annotations

from duckrow.puppet.loaders.paths import TOP_DIRECTORIES
from duckrow.source.module_names import INDEX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from duckrow.puppet.world import Stamp, World

    AskStamps = Callable[[list[str]], list[Stamp | None]]

FIRST_LINE = "duckrow module index 4"
LAST_LINE = "end\n"  # without it the index was cut off
END = "\f"  # of a paragraph
_NO_MODULE: frozenset[str] = frozenset()


class PathIndex:
    """The names in the directories of the modules in a directory.

    Everywhere `below` is a directory that modules may have, such as lib/puppet; "" is the directory
    of the module itself. Modules are known by their paths.
    """

    __slots__ = (
        "_ask_stamps",
        "_changed",
        "_directories",
        "_known",
        "_paragraphs",
        "_path",
        "_text",
    )

    def __init__(self, directory: str, text: str, ask_stamps: AskStamps) -> None:
        """Raises ValueError for a text that is no index, or was cut off."""
        if not text.startswith(FIRST_LINE + END) or not text.endswith(END + LAST_LINE):
            raise ValueError(text)
        self._path = f"{directory}/"
        self._text = text
        self._directories = text[len(FIRST_LINE) : text.find(END, len(FIRST_LINE) + 1)]
        self._ask_stamps = ask_stamps
        self._paragraphs: dict[str, _Paragraph] = {}
        self._changed: dict[str, frozenset[str]] = {}  # modules, by `below`
        self._known: dict[str, frozenset[str]] = {}

    def names(self, directory: str, stamp: Stamp | None) -> list[str] | None:
        """Return the names in a directory, or None if the index does not know them."""
        module, _, below = directory[len(self._path) :].partition("/")
        was, names = self._paragraph(below).by_module().get(self._path + module, ("", ""))
        return names.split("/")[1:-1] if was and was == stamp_text(stamp) else None

    def unchanged_modules(self) -> frozenset[str]:
        """Return the modules whose own directories have not changed."""
        found = self._known.get("")
        if found is None:
            modules = frozenset(self._paragraph("").modules)
            found = self._known[""] = modules - self._changed_modules("")
        return found

    def lacking(self, relative: str) -> frozenset[str]:
        """Return modules that surely have no file at a path below them."""
        below, _, name = relative.rpartition("/")
        if below and below.partition("/")[0] not in TOP_DIRECTORIES:
            return _NO_MODULE
        found = self._known.get(below)
        if found is None:
            found = self._known[below] = self._known_modules(below)
        paragraph = self._paragraph(below)
        wanted = f"/{name}/"
        if wanted not in paragraph.names:
            return found
        lines = paragraph.by_module().items()
        return found.difference([module for module, (_, names) in lines if wanted in names])

    def _known_modules(self, below: str) -> frozenset[str]:
        """Return the modules in which no directory has changed on the way to one of them."""
        found = self.unchanged_modules()
        end = 0
        while end >= 0:
            end = below.find("/", end + 1)
            part = below if end < 0 else below[:end]
            if not self._paragraph(part).modules:
                break  # no module has it, nor anything below it
            found -= self._changed_modules(part)
        return found

    def _changed_modules(self, below: str) -> frozenset[str]:
        """Return the modules whose directory has another stamp now."""
        found = self._changed.get(below)
        if found is None:
            paragraph = self._paragraph(below)
            modules = paragraph.modules
            paths = [f"{module}/{below}" for module in modules] if below else modules
            now = list(map(stamp_text, self._ask_stamps(paths)))
            found = _NO_MODULE
            if "/".join(now) != paragraph.stamps:
                were = paragraph.by_module()
                changed = [
                    module
                    for module, stamp in zip(modules, now, strict=True)
                    if not stamp or module not in were or were[module][0] != stamp
                ]
                found = frozenset(changed)
            self._changed[below] = found
        return found

    def _paragraph(self, below: str) -> _Paragraph:
        found = self._paragraphs.get(below)
        if found is None:
            # Most paragraphs are never needed: the text is searched and not taken apart.
            text = self._text
            is_there = f"\n{below}\n" in self._directories
            behind = len(FIRST_LINE) + len(self._directories)
            start = text.find(f"{END}{below}\n", behind) if is_there else -1
            end = text.find(END, start + 1)
            lines = text[start + len(below) + 2 : end] if start >= 0 else ""
            found = self._paragraphs[below] = _Paragraph(self._path, lines)
        return found


class _Paragraph:
    """One directory: the modules that have it, and their stamps and names."""

    __slots__ = ("_by_module", "modules", "names", "stamps")

    def __init__(self, path: str, lines: str) -> None:
        modules, _, rest = lines.partition("\n")
        self.modules = [path + module for module in modules.split("/")] if modules else []
        self.stamps, _, self.names = rest.partition("\n")
        self._by_module: Mapping[str, tuple[str, str]] | None = None

    def by_module(self) -> Mapping[str, tuple[str, str]]:
        """Return the stamp and the names of each module; those in damaged lines are left out."""
        if self._by_module is None:
            lines = zip(self.stamps.split("/"), self.names.split("\n"), strict=False)
            self._by_module = dict(zip(self.modules, lines, strict=False))
        return self._by_module


def read_index(world: World, directory: str, ask_stamps: AskStamps) -> PathIndex | None:
    """Read the index of a directory of modules; one that cannot be used counts as none."""
    try:
        return PathIndex(directory, world.read(f"{directory}/{INDEX}").decode(), ask_stamps)
    except (OSError, ValueError):
        return None


def stamp_text(stamp: Stamp | None) -> str:
    return "%x %x %x %x" % stamp if stamp else ""  # noqa: UP031  (the fastest)
