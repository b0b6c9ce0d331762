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
        _keep_content(machine, desired, desired.name, where)
    elif facts.is_directory and desired["recurse"] is None:
        desired.log("info", "Recursively backing up to filebucket")
        for name, each in machine.files.walk(desired.name):
            if each.is_file:
                _keep_content(machine, desired, f"{desired.name}/{name}", where)


def _keep_content(machine: Machine, desired: Desired, path: str, where: str) -> None:
    catalog = desired.catalog
    digest = None if catalog is None else catalog.backup(path)
    bucket = None if catalog is None else catalog.find("filebucket", where)
    if bucket is not None and type(bucket["path"]) is str:
        digest = machine.files.digest(path)
        _put_in_bucket(machine, bucket["path"], path, digest)
    elif catalog is not None and catalog.server is not None and _is_on_server(bucket):
        digest = machine.files.digest(path)
        catalog.server.keep(path, digest, lambda: machine.files.pieces(path), bucket)
    if digest is not None:
        desired.log("info", f"Filebucketed {path} to {where} with sum {digest}")


def _is_on_server(bucket: Desired | None) -> bool:
    """Return whether a bucket has no directory of this host."""
    return bucket is not None and bucket.given.get("path") in (False, "false")


def _put_in_bucket(machine: Machine, bucket: str, path: str, digest: str) -> None:
    """Put a content into a directory of contents, in the layout of the reference's file buckets."""
    files = machine.files
    directory = ""
    for part in (*bucket.strip("/").split("/"), *digest[:8], digest):
        directory = f"{directory}/{part}"
        if files.facts(directory, follow=True) is None:
            files.make_directory(directory, 0o770)
    if files.facts(f"{directory}/contents") is None:
        files.copy(path, f"{directory}/contents", 0o440)
    names = f"{directory}/paths"
    known = b"" if files.facts(names) is None else files.read(names)
    line = path.encode("utf-8", "surrogateescape")
    if line not in known.split(b"\n"):
        files.replace(names, known + line + b"\n", 0o640)


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
