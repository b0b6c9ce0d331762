"""Mark a directory of policy as checked: when that was, and which release of it.

The release is the commit that is checked out, or a digest of the policy's files.
"""

from __future__ import annotations

import os

from duckrow.cfengine.values.json_text import pretty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.machine.files.files import Files

_POLICY = (".cf", ".dat", ".txt", ".conf", ".mustache", ".json", ".yaml")
_OURS = ("cf_promises_validated", "cf_promises_release_id")


def tag_release(context: Context, directory: str) -> bool:
    """Write both marks; tells whether that could be done."""
    from time import time

    files = context.machine.files
    directory = os.path.abspath(directory)
    try:
        release = _commit(files, directory) or _digest(files, directory)
        marks = (pretty({"timestamp": int(time())}), pretty({"releaseId": release}))
        for name, mark in zip(_OURS, marks, strict=True):
            files.replace(f"{directory}/{name}", mark.encode())
    except OSError as error:
        context.log.error(f"Could not write policy validated marker file: {directory} ({error})")
        return False
    context.log.verbose("Release tagging done!")
    return True


def _commit(files: Files, directory: str) -> str | None:
    """Give the commit that is checked out in a directory, if it is a repository."""
    head = _line(files, f"{directory}/.git/HEAD")
    if head is None or not head.startswith("ref: "):
        return head
    name = head.removeprefix("ref: ").strip()
    found = _line(files, f"{directory}/.git/{name}")
    if found is not None:
        return found
    packed = _text(files, f"{directory}/.git/packed-refs") or ""
    for line in packed.splitlines():
        commit, _, reference = line.partition(" ")
        if reference == name:
            return commit
    return None


def _text(files: Files, path: str) -> str | None:
    try:
        return files.read(path).decode("utf-8", "surrogateescape")
    except OSError:
        return None


def _line(files: Files, path: str) -> str | None:
    text = _text(files, path)
    return text.strip() if text else None


def _digest(files: Files, directory: str) -> str:
    from hashlib import sha1

    digest = sha1(usedforsecurity=False)
    for folder, folders, names in os.walk(files.on_host(directory)):
        folders.sort()
        for name in sorted(names):
            if name.endswith(_POLICY) and name not in _OURS:
                with open(os.path.join(folder, name), "rb") as file:
                    digest.update(file.read())
    return digest.hexdigest()
