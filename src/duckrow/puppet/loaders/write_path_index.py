"""Write the index of a directory of modules; `path_index` reads it and describes it."""

from __future__ import annotations

from duckrow.puppet.loaders.path_index import END, FIRST_LINE, LAST_LINE, stamp_text
from duckrow.puppet.loaders.paths import TOP_DIRECTORIES
from duckrow.source.module_names import is_archive_name, modules_in, versions_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.world import World


def write_index(world: World, directory: str) -> tuple[str, int]:
    """Return the index of a directory of modules, and the number of directories in it."""
    there = world.names(directory)
    paragraphs: dict[str, list[tuple[str, str, str]]] = {}
    for _, name in (*modules_in(there), *versions_in(there)):
        if not is_archive_name(name):
            for below, stamp, names in _directories_of(world, f"{directory}/{name}"):
                listed = "/".join(("", *names, ""))
                paragraphs.setdefault(below, []).append((name, stamp, listed))
    # The reader finds first what most modules have: that is what it asks for most.
    ordered = sorted(paragraphs.items(), key=lambda each: (-len(each[1]), each[0]))
    texts = [_paragraph(below, lines) for below, lines in ordered]
    count = sum(map(len, paragraphs.values()))
    directories = "\n".join(("", *(below for below, _ in ordered), ""))
    return END.join((FIRST_LINE, directories, *texts, LAST_LINE)), count


def _paragraph(below: str, lines: list[tuple[str, str, str]]) -> str:
    modules, stamps, names = zip(*lines, strict=True)
    return "\n".join((below, "/".join(modules), "/".join(stamps), *names))


def _directories_of(world: World, module: str) -> list[tuple[str, str, list[str]]]:
    """Return the directories of code of a module, each with its stamp and the names in it.

    The index has all of them or none: a line that is missing means that there is no directory.
    """
    found = []
    waiting = [""]
    for below in waiting:  # which grows meanwhile
        path = f"{module}/{below}" if below else module
        # A stamp from before the names: what changes meanwhile shows as a change.
        stamp = world.stamp(path)
        if world.kind(path) != "directory":
            continue
        names = world.names(path)
        if stamp is None or not all(name.isprintable() for name in names):
            return []  # it was made just now, or a name would break the line
        found.append((below, stamp_text(stamp), names))
        waiting += (
            [f"{below}/{name}" for name in names]
            if below
            else [name for name in names if name in TOP_DIRECTORIES]
        )
    return found
