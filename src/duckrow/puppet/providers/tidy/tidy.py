"""tidy: generates resources that remove old or large files.

Files that the catalog manages are left alone. A directory is removed only if `rmdirs` is set and
everything in it is removed too; otherwise its removal would delete files that stay.
"""

from __future__ import annotations

from duckrow.puppet.providers.base import Inert, ProviderError
from duckrow.puppet.providers.generated import metaparameters_of
from duckrow.ruby.values.fnmatch import DOTMATCH, PATHNAME, matcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.files.facts import FileFacts
    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired

MANY = 1000


class Tidy(Inert):
    """Does nothing itself."""

    name = "tidy"
    generates = True

    def generate(self, machine: Machine, desired: Desired) -> list[Desired]:
        catalog = desired.catalog
        if catalog is None:
            return []
        now = machine.now_ns() // 1_000_000_000
        matches = _name_filter(desired["matches"])
        paths = [
            path
            for path, facts in _candidates(machine, desired)
            if matches(path)
            and _is_untidy(desired, facts, now)
            and catalog.find("file", path) is None
        ]
        if not paths:
            return []
        for path in paths:
            desired.log("debug", f"Tidying File[{path}]")
        desired.log("notice", f"Tidying {len(paths)} files")
        shared = metaparameters_of(desired)
        shared |= {"ensure": "absent", "force": True, "backup": False}
        inside = _contents(paths) if desired["rmdirs"] else {}
        found = []
        for path in sorted(paths, reverse=True):
            values = dict(shared)
            if path in inside:
                # A directory is emptied before it is removed.
                values["require"] = [*(values.get("require") or ()), *inside[path]]
            found.append(catalog.make("file", path, values, desired))
        return found


def _candidates(machine: Machine, desired: Desired) -> list[tuple[str, FileFacts]]:
    """Return the path itself, and the paths below it to the wanted depth."""
    top = desired.name
    facts = _facts(machine, desired)
    if facts is None:
        return []
    found = [(top, facts)]
    recurse = desired["recurse"]
    if recurse is None or recurse is False or recurse == 0 or not facts.is_directory:
        return found
    limit = None if recurse is True else recurse
    prefix = top.rstrip("/")
    found += [(f"{prefix}/{name}", each) for name, each in machine.files.walk(top, limit)]
    _mind_amount(desired, len(found) - 1)
    return found


def _facts(machine: Machine, desired: Desired) -> FileFacts | None:
    try:
        facts = machine.files.facts(desired.name)
    except PermissionError:
        desired.log("warning", "Could not stat; permission denied")
        return None
    if facts is None:
        desired.log("debug", "File does not exist")
    return facts


def _mind_amount(desired: Desired, count: int) -> None:
    most = desired["max_files"] or 0
    start = f"The directory '{desired.name}' contains {count} entries, which exceeds the "
    if most and count > most:
        raise ProviderError(
            f"{start}limit of {most} specified by the max_files parameter for this resource. The "
            "limit may be increased, but be aware that large number of file resources can result "
            "in excessive resource consumption and degraded performance. Consider using an "
            "alternate method to manage large directory trees"
        )
    if not most and count > MANY:
        desired.log(
            "warning",
            f"{start}default soft limit {MANY} and may cause excessive resource consumption and "
            "degraded performance. To remove this warning set a value for `max_files` parameter "
            "or consider using an alternate method to manage large directory trees",
            "Puppet",
        )


def _is_untidy(desired: Desired, facts: FileFacts, now: int) -> bool:
    """Return whether to remove a file with a fitting name: it is too old or too large."""
    if facts.is_directory and not desired["rmdirs"]:
        return False
    age, size = desired["age"], desired["size"]
    if age is None and size is None:
        return True
    if age is not None:
        time_ns: int = getattr(facts, f"{desired['type']}_ns")
        if now - time_ns // 1_000_000_000 >= age:
            return True
    return size is not None and bool(facts.size >= size)


def _name_filter(patterns: list[str] | None) -> Callable[[str], bool]:
    """Return a function that checks whether the last name of a path matches one of the patterns."""
    if patterns is None:
        return lambda _: True
    matches = [matcher(each, DOTMATCH | PATHNAME) for each in patterns]

    def is_match(path: str) -> bool:
        name = path.rpartition("/")[2]
        return any(match(name) for match in matches)

    return is_match


def _contents(paths: list[str]) -> dict[str, list[str]]:
    """Return the references of the files directly in each directory that is among the paths."""
    known = set(paths)
    found: dict[str, list[str]] = {}
    for path in sorted(paths, reverse=True):
        parent = path.rpartition("/")[0] or "/"
        if parent in known and parent != path:
            found.setdefault(parent, []).append(f"File[{path}]")
    return found


PROVIDER = Tidy
