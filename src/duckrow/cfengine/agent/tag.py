"""Mark a policy directory as validated: write the time and the release id.

The release id is the checked-out commit, or else the digest that hosts and hubs of the reference
compare: that of as many zero bytes as policy files have. It is computed once and then kept.
"""

from __future__ import annotations

from duckrow.cfengine.values.json_parse import parse
from duckrow.cfengine.values.json_text import JsonError, pretty
from duckrow.machine.files.facts import DIRECTORY, FILE
from duckrow.machine.paths import absolute, exists, is_directory, modified

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.evaluation.context import Context
    from duckrow.machine.files.files import Files

_POLICY = (".cf", ".dat", ".txt", ".conf", ".mustache", ".json", ".yaml")
_PIECE = 1 << 16


def tag_release(context: Context, directory: str) -> bool:
    """Write both files; return False if that fails."""
    from time import time

    files = context.machine.files
    directory = absolute(directory)
    try:
        commit = _commit(files, directory)
        before = _release(files, directory)
        release = commit or before or _digest(files, directory)
        if release != before:
            mark = pretty({"releaseId": release})
            files.replace(f"{directory}/cf_promises_release_id", mark.encode(), mode=0o600)
        mark = pretty({"timestamp": int(time())})
        files.replace(f"{directory}/cf_promises_validated", mark.encode(), mode=0o600)
    except OSError as error:
        context.log.error(f"Could not write policy validated marker file: {directory} ({error})")
        return False
    context.log.verbose("Release tagging done!")
    return True


def mark_validated(context: Context) -> None:
    """Mark the master copy of the default policy as validated, if it changed since the last time.

    The policy hub also writes the release id.
    """
    work = context.options.work_directory
    directory = f"{work}/masterfiles"
    if not is_directory(directory) or context.options.is_dry_run:
        return
    changed = max((modified(path) or 0.0 for path in context.policy.files), default=0.0)
    if _validated_at(context.machine.files, directory) >= changed:
        return
    if exists(f"{work}/state/am_policy_hub"):
        tag_release(context, directory)
        return
    from time import time

    mark = pretty({"timestamp": int(time())})
    try:
        context.machine.files.replace(
            f"{directory}/cf_promises_validated", mark.encode(), mode=0o600
        )
    except OSError as error:
        context.log.verbose(f"Could not write policy validated marker file: {directory} ({error})")


def release_of(files: Files, directory: str) -> str:
    """Return the release id of a directory, as `tag_release` would write it."""
    return _commit(files, directory) or _digest(files, directory)


def _validated_at(files: Files, directory: str) -> float:
    """Return the time in the file, or -1."""
    text = _text(files, f"{directory}/cf_promises_validated")
    if text is None:
        return -1.0
    try:
        found = parse(text)
    except JsonError:
        return -1.0
    time = found.get("timestamp") if isinstance(found, dict) else None
    return float(time) if isinstance(time, int | float) else -1.0


def _commit(files: Files, directory: str) -> str | None:
    """Return the commit that is checked out in a git repository, or None."""
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


def _release(files: Files, directory: str) -> str | None:
    """Return the release id in the file, or None."""
    text = _text(files, f"{directory}/cf_promises_release_id")
    if text is None:
        return None
    try:
        found = parse(text)
    except JsonError:
        return None
    release = found.get("releaseId") if isinstance(found, dict) else None
    return release if isinstance(release, str) else None


def _digest(files: Files, directory: str) -> str:
    from hashlib import sha1

    digest = sha1(usedforsecurity=False)
    left = _policy_bytes(files, directory, files.names(directory))
    while left > 0:
        digest.update(bytes(min(left, _PIECE)))
        left -= _PIECE
    return digest.hexdigest()


def _policy_bytes(files: Files, directory: str, names: list[str]) -> int:
    """Return the size of the policy files.

    The reference looks in each directory for the names of the top directory, so it misses most
    files. All versions do, and hosts and hubs of several versions have to agree.
    """
    total = 0
    for name in names:
        path = f"{directory}/{name}"
        facts = files.facts(path)
        if facts is not None and facts.kind == DIRECTORY:
            total += _policy_bytes(files, path, names)
        elif facts is not None and name.endswith(_POLICY):
            facts = files.facts(path, follow=True)
            total += facts.size if facts is not None and facts.kind == FILE else 0
    return total
