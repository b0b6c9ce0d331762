"""Writes an edited file, and a backup of the old one."""

from __future__ import annotations

import os
from errno import EDQUOT, EFBIG, EIO, ELOOP, ENOENT, ENOLINK, ENOSPC, EPERM

from duckrow.cfengine.promises.files.repository import archive, stamp, store_backup
from duckrow.machine.this_process import effective_user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.cfengine.promises.files.edit.session import Session
    from duckrow.machine.files.facts import FileFacts
    from duckrow.machine.files.files import Files

_BEFORE = ".cf-before-edit"
_LINKS = 40
_SET_BITS = 0o6000
_WHILE_WRITING = frozenset((EDQUOT, EFBIG, EIO, ENOSPC))


def save_lines(session: Session) -> bool:
    """Write the lines; log an error and return False if that fails."""
    return save(session, session.content())


def save(session: Session, content: bytes) -> bool:
    """Write new content with the old owner and mode; back up the old content as promised."""
    files = session.files
    log = session.context.log
    try:
        real = _real_path(session)
    except OSError as error:
        log.error(
            f"Can no longer access file '{session.path}', which needed editing. "
            f"(lstat: {error.strerror})"
        )
        return False
    try:
        if session.defaults.backup != "false":
            _back_up(session, real)
        if not (session.was_empty and files.fill(real, content)):
            files.replace(real, content, _mode(files, real))
            if session.defaults.backup == "false":
                # The backup of an earlier edit is replaced too.
                files.remove(f"{real}{_BEFORE}")
    except OSError as error:
        log.error(_problem(real, error))
        return False
    return True


def _problem(path: str, error: OSError) -> str:
    """Return the message for the step that failed: creating, writing or changing the owner."""
    new = f"{path}.cf-after-edit"
    if error.errno in _WHILE_WRITING:
        return f"Unable to write into destination file '{path}'. (fprintf: {error.strerror})"
    if error.errno == EPERM:
        return (
            f"Can't copy file permissions from '{path}' to '{new}' - so promised edits could not "
            "be moved into place."
        )
    return f"Unable to open destination file '{new}' for writing. (fopen: {error.strerror})"


def _mode(files: Files, path: str) -> int | None:
    """Return a mode only if it must change: edited files lose setuid and setgid."""
    found = files.facts(path)
    if found is None or not found.mode & _SET_BITS:
        return None
    lost = _SET_BITS if found.mode & 0o010 else 0o4000
    return found.mode & ~lost


def _real_path(session: Session) -> str:
    """Follow links, one after the other."""
    path = session.path
    if session.is_link is False:
        return path
    for _ in range(_LINKS):
        found = session.files.facts(path)
        if found is None:
            raise OSError(ENOENT, os.strerror(ENOENT), path)
        if found.kind != "link":
            return path
        target = os.path.join(os.path.dirname(path), found.target or "")
        _check_link(session, path, found, target)
        path = target
    raise OSError(ELOOP, os.strerror(ELOOP), path)


def _check_link(session: Session, path: str, link: FileFacts, target: str) -> None:
    """Reject a link to a target that its owner could not write, as the machine does."""
    if link.uid in (0, effective_user()):
        return
    found = session.files.facts(target)
    if found is None or (found.uid, found.gid) != (link.uid, link.gid):
        raise OSError(ENOLINK, os.strerror(ENOLINK), path)


def _back_up(session: Session, real: str) -> None:
    """Back up the old file beside the new one, or in the repository."""
    kind = session.defaults.backup
    backup = real
    if kind == "timestamp":
        backup += stamp(session)
    backup += _BEFORE
    files = session.files
    store_backup(session, real)
    files.remove(backup)
    try:
        files.make_hard_link(backup, real)
    except OSError:
        found = files.facts(real)
        if found is None:
            return
        files.copy(real, backup, found.mode, found.uid, found.gid)
    if kind == "rotate":
        from duckrow.cfengine.promises.files.renaming import rotate

        rotate(session, backup, session.defaults.rotate, empties=False)
        files.remove(backup)
    if archive(session, backup):
        files.remove(backup)
