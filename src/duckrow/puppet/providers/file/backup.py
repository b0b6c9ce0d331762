"""Backups of previous contents: beside the file, or in the store of contents."""

from __future__ import annotations

from duckrow.puppet.providers.base import ProviderError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.machine.files.facts import FileFacts
    from duckrow.machine.machine import Machine
    from duckrow.puppet.providers.base import Desired


def keep(machine: Machine, desired: Desired, facts: FileFacts) -> None:
    """Back up the file at the path of a resource, as its `backup` requires."""
    where = desired["backup"]
    if facts.is_link and machine.files.facts(desired.name, follow=True) is None:
        return  # a dangling link has no content
    if where.startswith("."):
        _keep_beside(machine, desired, facts, f"{desired.name}{where}")
        return
    if facts.is_file:
        _keep_content(desired, desired.name, where)
    elif facts.is_directory and desired["recurse"] is None:
        desired.log("info", "Recursively backing up to filebucket")
        for name, each in machine.files.walk(desired.name):
            if each.is_file:
                _keep_content(desired, f"{desired.name}/{name}", where)


def _keep_content(desired: Desired, path: str, where: str) -> None:
    digest = None if desired.catalog is None else desired.catalog.backup(path)
    if digest is not None:
        desired.log("info", f"Filebucketed {path} to {where} with sum {digest}")


def _keep_beside(machine: Machine, desired: Desired, facts: FileFacts, path: str) -> None:
    files = machine.files
    old = files.facts(path)
    if old is not None:
        if old.is_directory:
            raise ProviderError(f"Will not remove directory backup {path}; use a filebucket")
        desired.log("info", f"Removing old backup of type {old.kind}")
        files.remove(path)
    if facts.is_link:
        files.make_link(path, str(facts.target))
    elif facts.is_file:
        files.copy(desired.name, path, facts.mode, facts.uid, facts.gid)
        files.set_times(path, facts.mtime_ns)
    else:
        files.make_directory(path, facts.mode, facts.uid, facts.gid)
        for name, each in files.walk(desired.name):
            if each.is_directory:
                files.make_directory(f"{path}/{name}", each.mode, each.uid, each.gid)
            elif each.is_link:
                files.make_link(f"{path}/{name}", str(each.target))
            elif each.is_file:
                files.copy(
                    f"{desired.name}/{name}", f"{path}/{name}", each.mode, each.uid, each.gid
                )
