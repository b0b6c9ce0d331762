"""Files below a directory that is managed recursively.

Each existing file and each file of a source becomes a resource of its own, with the attributes of
the directory. With `purge`, files that no source has are removed. A path that the catalog manages
itself is left to the catalog, with everything below it.
"""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError
from duckrow.puppet.providers.file.source import server_of, source_of
from duckrow.ruby.values.fnmatch import matcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from duckrow.machine.files.facts import FileFacts
    from duckrow.machine.files.files import Files
    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired

SOFT_LIMIT = 1000
# Attributes that are about the directory alone.
_OWN = frozenset("path ensure recurse recurselimit max_files target alias source".split())


def children_of(machine: Machine, desired: Desired) -> list[Desired]:
    """Return the resources below a directory."""
    recurse, catalog = desired["recurse"], desired.catalog
    if recurse not in ("true", "remote") or catalog is None:
        return []
    found: dict[str, dict[str, object]] = {}
    shared = {
        name: value
        for name, value in desired.given.items()
        if name not in _OWN and value is not None
    }
    if recurse == "true":
        for name in _names(machine.files, desired.name, desired) or ():
            found[name] = dict(shared)
    for name, source in _sources(machine, desired).items():
        found.setdefault(name, dict(shared))["source"] = source
    if desired["purge"]:
        for values in found.values():
            if "source" not in values:
                values["ensure"] = "absent"
    known = [each.name for each in catalog.of_type("file")]
    top = desired.name.rstrip("/")
    below = {name for name in known if name.startswith(f"{top}/")}
    return [
        catalog.make("file", f"{top}/{name}", values, desired)
        for name, values in sorted(found.items())
        if not _is_covered(f"{top}/{name}", below)
    ]


def _is_covered(path: str, known: set[str]) -> bool:
    """Return whether a path, or one above it, is in a set."""
    while path:
        if path in known:
            return True
        path = path.rpartition("/")[0]
    return False


def _sources(machine: Machine, desired: Desired) -> dict[str, str]:
    """Return the relative names in the sources, each with its source."""
    found: dict[str, str] = {}
    server = server_of(desired)
    for url in desired["source"] or ():
        if server is not None and url.startswith("puppet:"):
            names = server.names(url, desired)
            for name in names or ():
                found.setdefault(name, f"{url.rstrip('/')}/{name}")
            if names is not None and desired["sourceselect"] == "first":
                break
            continue
        files, path = source_of(machine, desired, url)
        facts = None if path is None else files.facts(path, follow=True)
        if path is None or facts is None:
            continue
        if not facts.is_directory:
            return {}
        for name in _names(files, path, desired) or ():
            found.setdefault(name, f"{url}/{name}")
        if desired["sourceselect"] == "first":
            break
    return found


def _names(files: Files, path: str, desired: Desired) -> list[str] | None:
    """Return the names below a directory, to the wanted depth, without the ignored ones."""
    facts = files.facts(path, follow=desired["links"] == "follow")
    if facts is None or not facts.is_directory:
        return None
    limit = desired["recurselimit"]
    depth = None if limit is None else int(limit)
    if depth == 0:
        return []
    names = [name for name, _ in files.walk(path, depth, _filter(desired["ignore"]))]
    _reject_many(desired, path, len(names))
    return names


def _reject_many(desired: Desired, path: str, count: int) -> None:
    """Reject more files than `max_files` allows; without a limit warn of very many."""
    most = int(desired["max_files"] or 0)
    if most > 0 and count > most:
        raise ProviderError(
            f"The directory '{path}' contains {count} entries, which exceeds the limit of {most} "
            "specified by the max_files parameter for this resource. The limit may be increased, "
            "but be aware that large number of file resources can result in excessive resource "
            "consumption and degraded performance. Consider using an alternate method to manage "
            "large directory trees"
        )
    if most == 0 and count > SOFT_LIMIT:
        desired.log(
            "warning",
            f"The directory '{path}' contains {count} entries, which exceeds the default soft "
            f"limit {SOFT_LIMIT} and may cause excessive resource consumption and degraded "
            "performance. To remove this warning set a value for `max_files` parameter or "
            "consider using an alternate method to manage large directory trees",
            "Puppet",
        )


def _filter(ignored: object) -> Callable[[str, FileFacts], bool] | None:
    """Return a function that rejects the names that match `ignore`."""
    if ignored is None:
        return None
    matches = [matcher(str(each)) for each in (ignored if type(ignored) is list else [ignored])]

    def is_wanted(path: str, _: FileFacts) -> bool:
        name = path.rpartition("/")[2]
        return not any(match(name) for match in matches)

    return is_wanted
